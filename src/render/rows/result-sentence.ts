import { utcFrom, counted } from '../../model/show.ts';
import { describeRefusedRun } from '../../messages/catalog/steps.ts';
import { PAST_TENSE } from '../../messages/advice.ts';
import { joined, plainTextOnGitHub, say, strong, type Message, type Phrase } from '../../messages/phrase.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { groupBy } from '../../model/grouping.ts';
import type { Plan } from '../../model/plan.ts';
import { newDrafts, resumeAt, type Result } from '../../model/result.ts';
import { visibleLine } from '../text-layout.ts';
import { resultRows, type IssueHead } from './result-rows.ts';

/** How an apply ended, as its caller knows it. */
export interface EndedRun {
  readonly result: Result;
  /** The action's word for how it ended: `complete`, `deferred`, `held`, `superseded` … */
  readonly outcome?: string;
  /** The plan that campaigns without a file come from; undefined where there was none. */
  readonly plan?: Plan | undefined;
}

/** GitHub takes 140 characters for the description of a commit's status. */
const HEADLINE_CHARS = 140;

/** What a run did and didn't do, in a sentence, or why it did nothing. */
export function resultSentence(run: EndedRun): Phrase {
  const ending = conclusionOf(run);
  const tally = partsOf(run).flatMap((part, at) => (at === 0 ? part : say`; ${part}`));
  if (!ending) return say`${tally}.`;
  // Changes that were applied before the run was refused are counted, too.
  return joined(
    [strong(plainTextOnGitHub(ending.why))],
    ending.todo,
    isEmpty(run.result) ? [] : say`${tally}.`,
  );
}

/** The result for the description of a commit's status: plain text of at most 140 characters. */
export function headline(run: EndedRun): string {
  const ending = conclusionOf(run);
  if (ending) return plainTextOnGitHub(ending.why);
  const parts = partsOf(run).map((part) => visibleLine(plainTextOnGitHub(part)));
  const whole = `${parts.join('; ')}.`;
  if (whole.length <= HEADLINE_CHARS) return whole;
  const kept = parts.filter((_, at) => parts.slice(0, at + 1).join('; ').length + 2 <= HEADLINE_CHARS);
  return `${kept.join('; ')} …`;
}

/** What happened to a run that was refused as a whole, and what to do about it. */
function conclusionOf({ result, outcome }: EndedRun): Message | undefined {
  if (outcome === 'superseded')
    return { why: say`Superseded: a newer commit has already been applied.`, todo: [] };
  if (result.refused) return describeRefusedRun(result.refused);
  if (result.endedEarly === undefined) return undefined;
  if (result.endedEarly === 'stale')
    return {
      why: say`Stale: nothing was sent.`,
      todo: say`The files or the live campaigns changed after the review. Run plan again, and review the new plan.`,
    };
  // A git that fails midway ends a run without a result, too.
  return { why: say`The run failed.`, todo: say`Its log says why. The next run checks what was sent.` };
}

function isEmpty({ applied, deferred, failed, stale, held, unconfirmed }: Result): boolean {
  return [applied, deferred, failed, stale, held, unconfirmed].every(({ length }) => length === 0);
}

/** `**Applied 3 of 5** changes in production`, `**1 deferred** until 2031-01-01 11:00 UTC`, `**1 failed**` */
function partsOf({ result, plan }: EndedRun): Phrase[] {
  const recorded = keysOf(result.applied.filter((one) => one.isRecovered)).size;
  const drafts = newDrafts(result).length;
  const until = resumeAt(result);
  const isMoved = (key: CampaignKey) =>
    result.applied.some((one) => one.key === key && one.change === 'transition' && !one.isRecovered);
  const moves = (plan?.campaigns ?? []).flatMap(({ key, transition }) =>
    transition && isMoved(key) ? [PAST_TENSE[transition.action]] : [],
  );
  const issues = groupBy(resultRows(result, { plan }), ({ head }) => head).map((same) => {
    const head = same[0]?.head ?? '';
    const isDeferred = head === ('deferred' satisfies IssueHead) && until !== null;
    const count = new Set(same.map(({ subject }) => subject)).size;
    return say`${strong(`${count} ${head}`)}${isDeferred ? ` until ${utcFrom(Date.parse(until), 'minute')}` : ''}`;
  });
  return [
    appliedPart({ result, plan }, issues),
    ...(recorded > 0 ? [say`recorded ${counted(recorded, 'change')} from an earlier run`] : []),
    ...[...new Set(moves)].map((move) => say`${moves.filter((one) => one === move).length} ${move}`),
    ...(drafts > 0 ? [say`${counted(drafts, 'draft')} created: not sending`] : []),
    ...issues,
  ];
}

/**
 * In changes: everything that a plan does to one campaign is one change. It is applied if every request of it was sent, and a
 * change whose outcome could not be recorded was made.
 */
function appliedPart({ result, plan }: EndedRun, issues: readonly Phrase[]): Phrase {
  const { deferred, stale, held, unconfirmed, failed, workspace } = result;
  const now = result.applied.filter((one) => !one.isRecovered);
  const done = keysOf(now);
  const steps = new Map(plan?.campaigns.map((one) => [one.key, one.steps.length]));
  const isLeft = ({ key }: Keyed) => (steps.get(key) ?? 0) > now.filter((one) => one.key === key).length;
  const isMade = ({ key, cause }: Result['failed'][number]) =>
    cause.code === 'not-recorded' && cause.outcome !== 'nothing-sent' && done.has(key);
  const open = keysOf([
    ...[...deferred, ...stale, ...failed.filter((one) => !isMade(one))],
    ...[...held.filter(({ reason }) => reason !== 'not-reviewed'), ...unconfirmed].filter(isLeft),
  ]);
  const total = new Set([...done, ...open]).size;
  const nothing = issues.length === 0 && result.applied.length === 0 ? 'Nothing to do' : 'Applied nothing';
  if (total === 0) return say`${strong(nothing)} in ${workspace}`;
  const whole = [...done].filter((key) => !open.has(key)).length;
  const part = whole < done.size ? `, ${done.size - whole} in part` : '';
  const count = whole < total ? `${whole} of ${total}` : String(total);
  return say`${strong(`Applied ${count}`)} ${total === 1 ? 'change' : 'changes'} in ${workspace}${part}`;
}

interface Keyed {
  readonly key: CampaignKey;
}

function keysOf(all: readonly Keyed[]): Set<CampaignKey> {
  return new Set(all.map(({ key }) => key));
}
