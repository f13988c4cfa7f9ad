import { stepNotice } from '../messages/catalog/steps.ts';
import type { CodeHostProblem, Posting, StepNotice } from '../model/action-reasons.ts';
import { CodeHostFailure, type CodeHost } from './code-host.ts';
import type { ActionContext } from './context.ts';

/**
 * Posts something to the code host. If that fails, the work continues: the result is undefined, and a warning says why.
 */
export async function postToCodeHost<Answer>(
  { api, log }: ActionContext,
  what: Posting | readonly [what: Posting, at: string],
  act: (api: CodeHost) => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    if (!api) throw new CodeHostFailure({ code: 'no-token' });
    return await act(api);
  } catch (error) {
    if (!(error instanceof CodeHostFailure)) throw error;
    log.warn(stepNotice(notPosted(what, error.problem)));
    return undefined;
  }
}

function notPosted(
  target: Posting | readonly [what: Posting, at: string],
  problem: CodeHostProblem,
): StepNotice {
  if (typeof target === 'string') return { code: 'not-posted', what: target, problem };
  const [what, at] = target;
  return { code: 'not-posted', what, at, problem };
}
