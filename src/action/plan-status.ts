import { visibleLine } from '../render/visible-text.ts';
import { postToGitHub, type ActionContext } from './context.ts';

/** GitHub accepts 140 characters for the description of a commit status. */
const DESCRIPTION_CHARS = 140;

export interface PlanStatus {
  /** The commit that the status is set on. */
  readonly head: string;
  /** Why not everything in the plan can be approved; undefined if it can. */
  readonly failure: string | undefined;
  /** The description if everything can be approved; by default, the usual one. */
  readonly success?: string;
  readonly url: string | null;
}

/** Sets the commit status `campaigns/<workspace>/plan`, which teams can make a required check. */
export async function postPlanStatus(
  step: ActionContext,
  workspace: string,
  { head, failure, success, url }: PlanStatus,
): Promise<void> {
  const text = visibleLine(
    step.session.secrets.redact(failure ?? success ?? 'The plan is complete and can be approved.'),
  );
  await postToGitHub(step, `The status of ${head.slice(0, 7)} could not be set`, (api) =>
    api.setStatus(head, {
      state: failure === undefined ? 'success' : 'failure',
      context: `campaigns/${workspace}/plan`,
      description: text.length <= DESCRIPTION_CHARS ? text : `${text.slice(0, DESCRIPTION_CHARS - 1)}…`,
      url,
    }),
  );
}
