import { plainTextOnGitHub, type Phrase } from '../messages/phrase.ts';
import { visibleLine } from '../render/text-layout.ts';
import { postToCodeHost } from './post-to-code-host.ts';
import type { ActionContext } from './context.ts';

/** GitHub accepts 140 characters for the description of a commit status. */
const DESCRIPTION_CHARS = 140;

export interface PlanCommitStatus {
  /** The commit that the status is set on. */
  readonly head: string;
  readonly state: 'success' | 'failure';
  /** Why the plan can or can't be approved. */
  readonly description: Phrase;
  readonly url: string | null;
}

/** Sets the commit status `campaigns/<workspace>/plan`, which teams can make a required check. */
export async function postPlanStatus(
  job: ActionContext,
  workspace: string,
  { head, state, description, url }: PlanCommitStatus,
): Promise<void> {
  const text = visibleLine(job.session.secrets.redact(plainTextOnGitHub(description)));
  await postToCodeHost(job, ['status', head.slice(0, 7)], (api) =>
    api.setStatus(head, {
      state,
      context: `campaigns/${workspace}/plan`,
      description: text.length <= DESCRIPTION_CHARS ? text : `${text.slice(0, DESCRIPTION_CHARS - 1)}…`,
      url,
    }),
  );
}
