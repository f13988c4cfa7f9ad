import { created, invalid, lengthOf, ok, refusal } from './answers.ts';
import type { Operate } from './call.ts';
import { fullRepositoryResource, statusResource } from './resources.ts';
import { instant } from './state.ts';

/** The repository, its statuses and its git data; and the current user. */
export const REPOSITORY_OPERATIONS = {
  'repos/get': (_call, { site }) => ok(fullRepositoryResource(site)),
  'repos/create-commit-status': ({ path, body, token }, { state, site }) => {
    const { state: verdict, context = 'default', description = null, target_url: targetUrl = null } = body;
    if (typeof description === 'string' && lengthOf(description) > LONGEST_DESCRIPTION_CHARACTERS)
      return invalid('Status', 'description', 'description is too long (maximum is 140 characters)');
    const status = {
      ...{ id: state.nextId(), sha: path['sha'] ?? '', state: String(verdict), context: String(context) },
      ...{ description: description as string | null, targetUrl: targetUrl as string | null },
      ...{ creator: token.login, createdAt: instant() },
    };
    state.statuses.push(status);
    return created(statusResource(status, site));
  },
  'users/get-authenticated': () => refusal(403, 'Resource not accessible by integration'),
} satisfies Record<string, Operate>;

const LONGEST_DESCRIPTION_CHARACTERS = 140;
