import { stepNotice } from '../messages/catalog/steps.ts';
import type { StepNoticeParams } from '../model/action-reasons.ts';
import { visibleLine } from '../render/text-layout.ts';
import { CodeHostFailure, type CodeHost, type CommitStatus } from './code-host.ts';
import type { ActionContext } from './context.ts';

/** What is posted; `at`: the pull request or the commit, if it is for one. */
export type Posted = Pick<StepNoticeParams['not-posted'], 'what' | 'at'>;

/**
 * Posts something to the code host. If that fails, the work continues: the result is undefined, and a warning says why.
 */
export async function postToCodeHost<Answer>(
  { api, log }: ActionContext,
  posted: Posted,
  act: (api: CodeHost) => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    if (!api) throw new CodeHostFailure({ code: 'no-token' });
    return await act(api);
  } catch (error) {
    if (!(error instanceof CodeHostFailure)) throw error;
    log.warn(stepNotice({ code: 'not-posted', ...posted, problem: error.problem }));
    return undefined;
  }
}

/** GitHub accepts 140 characters for the description of a commit status. */
const DESCRIPTION_CHARS = 140;

/** Sets a commit status. `campaigns/<workspace>/plan` is what teams can make a required check. */
export async function postStatus(job: ActionContext, head: string, status: CommitStatus): Promise<void> {
  const text = visibleLine(job.session.secrets.redact(status.description));
  const description = text.length <= DESCRIPTION_CHARS ? text : `${text.slice(0, DESCRIPTION_CHARS - 1)}…`;
  await postToCodeHost(job, { what: 'status', at: head.slice(0, 7) }, (api) =>
    api.setStatus(head, { ...status, description }),
  );
}
