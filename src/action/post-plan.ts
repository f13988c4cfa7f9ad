import type { PlanNotice } from '../model/action-reasons.ts';
import type { Plan } from '../model/plan.ts';
import { COMMENT_LIMIT, limitWithout } from '../render/markdown/fit-blocks.ts';
import {
  hasContent,
  planComments,
  reviewFootnote,
  type PlanPart,
  type SummaryOptions,
} from '../render/markdown/plan-comment.ts';
import { commentParts } from '../review/comment-text.ts';
import { readMarker, type CommentPlace, type MarkerContents } from '../review/marker.ts';
import { markerLength, signPlan } from '../review/sign-plan.ts';
import { CodeHostFailure } from './code-host.ts';
import type { ActionContext } from './context.ts';
import {
  postToCodeHost,
  postComments,
  tagLength,
  type StickyComment,
  type StickyName,
} from './sticky-comment.ts';
import { signerFor } from './review-place.ts';
import type { PullRequest } from './trigger.ts';

/** A plan and the pull request that it is for. */
export interface PullPlan {
  readonly plan: Plan;
  readonly place: CommentPlace;
  readonly head: string;
  /** Whether the plan may be approved; without a signature it is only shown. */
  readonly isSigned: boolean;
  /** Whether there is something to say besides the plan itself. */
  readonly hasNotices: boolean;
}

/** Room for differences in size: the API counts line endings and escapes differently. */
const SPARE = 500;

/** Writes the comments that show a plan on its pull request; returns the address of the first one. */
export async function postPlan(
  job: ActionContext,
  pullPlan: PullPlan,
  options: Omit<SummaryOptions, 'limit'>,
): Promise<string | undefined> {
  const { plan, place, isSigned } = pullPlan;
  const name: StickyName = { purpose: 'plan', ...place };
  const review = isSigned ? reviewFootnote(plan) : undefined;
  const footnotes = [...options.footnotes, ...(review === undefined ? [] : [review])];
  const parts = planComments(plan, { ...options, footnotes, limit: COMMENT_LIMIT }, (campaigns) =>
    limitWithout(COMMENT_LIMIT, tagLength(name) + SPARE + (isSigned ? markerLength(campaigns) : 0)),
  ).map((part) => ({ ...part, text: job.session.secrets.redact(part.text) }));
  const isNeeded = job.inputs.comment === 'always' || hasContent(plan) || pullPlan.hasNotices;
  return postComments(job, { what: 'plan', pull: place.pull, name }, async (found) =>
    found.length === 0 && !isNeeded
      ? undefined
      : { bodies: bodiesOf(job, pullPlan, parts), replaced: await commentsToEdit(job, found, pullPlan) },
  );
}

/** After the tag comes the marker, or an empty line if the plan can't be approved; then the visible text. */
function bodiesOf(
  { inputs }: ActionContext,
  { plan, place, head, isSigned }: PullPlan,
  parts: readonly PlanPart[],
): readonly string[] {
  if (!isSigned) return parts.map(({ text }) => `\n${text}`);
  const signed = signPlan(plan, parts, { place, head, signer: signerFor(inputs.reviewKey) });
  return signed.map(({ marker, text }) => `${marker}\n${text}`);
}

/**
 * The comments that a plan may replace. A comment that may have been reviewed at this same commit is collapsed as
 * outdated instead, so that an approval of it is visibly older than the current plan.
 */
async function commentsToEdit(
  job: ActionContext,
  found: readonly StickyComment[],
  { plan, head, isSigned }: PullPlan,
): Promise<readonly StickyComment[]> {
  const newest = found.findLast(({ part }) => part === 1);
  const shown = newest && signedContents(job, newest);
  const isOtherPlan = isSigned && shown?.head === head && shown.plan !== plan.fingerprint;
  const current = found.filter((one) => {
    const marker = one.id === newest?.id ? undefined : signedContents(job, one);
    return marker === undefined || marker.plan === (shown?.plan ?? plan.fingerprint);
  });
  if (!isOtherPlan) return current;
  for (const one of current)
    await postToCodeHost(job, { what: 'old-plan-collapsed' }, (api) => api.minimizeComment(one));
  return [];
}

/** What a comment that is signed with this review key can approve. */
export function signedContents(
  { inputs }: Pick<ActionContext, 'inputs'>,
  { body }: StickyComment,
): MarkerContents | undefined {
  if (inputs.reviewKey === '') return undefined;
  const contents = readMarker(commentParts(body).marker, signerFor(inputs.reviewKey));
  return typeof contents === 'string' ? undefined : contents;
}

/**
 * Why this run must not replace the comment on its pull request: the comment is what was reviewed, or it is for a newer
 * commit. Undefined if the run is current, or if the code host doesn't say.
 */
export async function superseded(
  { api }: Pick<ActionContext, 'api'>,
  { number, head, merged }: PullRequest,
): Promise<Extract<PlanNotice, { code: 'comment-superseded' }> | undefined> {
  const unknown = (error: unknown) => {
    if (!(error instanceof CodeHostFailure)) throw error;
    return undefined;
  };
  const now = merged ? ({ fate: 'merged', head } as const) : await api?.pull(number).catch(unknown);
  if (!now || (now.fate === 'open' && now.head === head)) return undefined;
  const why = now.fate === 'open' ? 'newer-commit' : now.fate;
  return { code: 'comment-superseded', pull: number, why };
}
