import type { RefusalCause } from '../model/refusal.ts';
import { joined, plainText, plainTextOnGitHub, type Phrase } from './phrase.ts';
import { ACTION_REFUSALS } from './refusals/action-refusals.ts';
import { BINDING_REFUSALS } from './refusals/binding-refusals.ts';
import { COMMAND_REFUSALS } from './refusals/command-refusals.ts';
import { COMMIT_REFUSALS } from './refusals/commit-refusals.ts';
import { FILE_REFUSALS } from './refusals/file-refusals.ts';
import { IMPORT_REFUSALS } from './refusals/import-refusals.ts';
import { LEASE_REFUSALS } from './refusals/lease-refusals.ts';
import { messageIn, type RefusalMessage, type RefusalTable } from './refusals/refusal-table.ts';
import { REPLACE_REFUSALS } from './refusals/replace-refusals.ts';
import { REPOSITORY_REFUSALS } from './refusals/repository-refusals.ts';
import { SERVICE_REFUSALS } from './refusals/service-refusals.ts';
import { STARTER_REFUSALS } from './refusals/starter-refusals.ts';
import { PENDING_REFUSALS, RECORD_FAILURES, STATE_PROBLEMS } from './refusals/state-refusals.ts';

const REFUSALS: RefusalTable<RefusalCause> = {
  ...REPOSITORY_REFUSALS,
  ...COMMIT_REFUSALS,
  ...STATE_PROBLEMS,
  ...RECORD_FAILURES,
  ...PENDING_REFUSALS,
  ...LEASE_REFUSALS,
  ...SERVICE_REFUSALS,
  ...BINDING_REFUSALS,
  ...COMMAND_REFUSALS,
  ...STARTER_REFUSALS,
  ...IMPORT_REFUSALS,
  ...REPLACE_REFUSALS,
  ...FILE_REFUSALS,
  ...ACTION_REFUSALS,
};

/** Why a command ended early, and what to do. */
export function describeRefusal(cause: RefusalCause): RefusalMessage {
  return messageIn(REFUSALS, cause.code, cause);
}

/** Both in one line, for a terminal and for JSON documents. */
export function refusalText(cause: RefusalCause): string {
  return plainText(whole(cause));
}

/** Both in one line, for GitHub. */
export function refusalOnGitHub(cause: RefusalCause): string {
  return plainTextOnGitHub(whole(cause));
}

function whole(cause: RefusalCause): Phrase {
  const { message, hint } = describeRefusal(cause);
  return joined(message, hint);
}
