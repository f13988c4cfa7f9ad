import { stepNotice } from '../messages/action-messages/step-notices.ts';
import type { Posting } from '../model/action-codes/step-notice.ts';
import { CodeHostFailure, type CodeHost } from './code-host.ts';
import type { ActionContext } from './context.ts';

/**
 * Posts something to the code host. If that fails, the work continues: the result is undefined, and a warning says why.
 */
export async function postToCodeHost<Answer>(
  { api, log }: ActionContext,
  what: Posting,
  act: (api: CodeHost) => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    if (!api) throw new CodeHostFailure({ code: 'no-token' });
    return await act(api);
  } catch (error) {
    if (!(error instanceof CodeHostFailure)) throw error;
    log.warn(stepNotice({ code: 'not-posted', what, problem: error.problem }));
    return undefined;
  }
}
