import { joined, plainTextOnGitHub } from '../../messages/phrase.ts';
import { moveCounts, newDrafts } from '../../messages/outcome-messages.ts';
import { describeRefusedRun } from '../../messages/refused-run-messages.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { groupBy } from '../../model/grouping.ts';
import type { Plan } from '../../model/plan.ts';
import { resumeAt, type Result } from '../../model/result.ts';
import { counted } from '../../model/show.ts';
import { utcFrom } from '../../model/utc-words.ts';
import { visibleLine } from '../text-layout.ts';
import { DEFERRED, keptInClone, resultRows } from './result-rows.ts';
import type { SentencePart } from './plan-sentence.ts';

/** How an apply ended, as its caller knows it. */
export interface EndedRun {
  readonly result: Result;
  /** The action's word for how it ended: `complete`, `deferred`, `held`, `superseded` … */
  readonly outcome?: string;
  /** The plan that campaigns without a file come from; undefined where there was none. */
  readonly plan?: Plan | undefined;
}

/** What happened to a run that was refused as a whole, and what to do about it. */
interface Conclusion {
  readonly what: string;
  readonly todo: string;
}

/** GitHub takes 140 characters for the description of a commit's status. */
const HEADLINE_CHARS = 140;

/** What a run did and didn't do, in a sentence, or why it did nothing. */
export function resultSentence(run: EndedRun): SentencePart[] {
  const ending = conclusionOf(run);
  const tally = partsOf(run).flatMap((part, at): SentencePart[] =>
    at === 0 ? part : [{ text: '; ' }, ...part],
  );
  if (!ending) return [...tally, { text: '.' }];
  const { what, todo } = ending;
  const pieces: SentencePart[] = [{ text: what, strong: true }, { text: todo === '' ? '' : ` ${todo}` }];
  // Changes that were applied before the run was refused are counted, too.
  return isEmpty(run) ? pieces : [...pieces, { text: ' ' }, ...tally, { text: '.' }];
}

/** The result for the description of a commit's status: plain text of at most 140 characters. */
export function headline(run: EndedRun): string {
  const ending = conclusionOf(run);
  if (ending) return ending.what;
  const parts = partsOf(run).map((part) => visibleLine(part.map(({ text }) => text).join('')));
  const whole = `${parts.join('; ')}.`;
  if (whole.length <= HEADLINE_CHARS) return whole;
  const kept = parts.filter((_, at) => parts.slice(0, at + 1).join('; ').length + 2 <= HEADLINE_CHARS);
  return `${kept.join('; ')} …`;
}

const STALE = {
  what: 'Stale: nothing was sent.',
  todo: 'The files or the live campaigns changed after the review. Run plan again, and review the new plan.',
};

function conclusionOf({ result, outcome }: EndedRun): Conclusion | undefined {
  if (outcome === 'superseded')
    return { what: 'Superseded: a newer commit has already been applied.', todo: '' };
  if (result.refused) {
    const { what, sent, todo } = describeRefusedRun(result.refused);
    return { what: plainTextOnGitHub(what), todo: plainTextOnGitHub(joined(sent, todo)) };
  }
  if (result.endedEarly === undefined) return undefined;
  if (result.endedEarly === 'stale') return STALE;
  // A git that fails midway ends a run without a result, too.
  return { what: 'The run failed.', todo: 'Its log says why. The next run checks what was sent.' };
}

/** Whether a run had nothing to do, and nothing is left that it should have done. */
export function isEmpty({ result, plan }: EndedRun): boolean {
  const { applied, deferred, failed, stale, held, unconfirmed } = result;
  const lists = [applied, deferred, failed, stale, held, unconfirmed];
  return lists.every(({ length }) => length === 0) && resultRows(result, { plan }).length === 0;
}

/** `**Applied 3 of 5** changes in production`, `**1 deferred** until 2031-01-01 11:00 UTC`, `**1 failed**` */
function partsOf(run: EndedRun): SentencePart[][] {
  const { result, plan } = run;
  const { workspace } = result;
  const rows = resultRows(result, { plan });
  const recorded = keysOf(result.applied.filter((one) => one.isRecovered)).size;
  const drafts = newDrafts(result).length;
  const until = resumeAt(result);
  const plain = [
    ...(recorded > 0 ? [`recorded ${counted(recorded, 'change')} from an earlier run`] : []),
    ...moveCounts(result, plan),
    ...(drafts > 0 ? [`${drafts} created as ${drafts === 1 ? 'a draft' : 'drafts'}: not sending`] : []),
  ];
  const issues = groupBy(rows, ({ head }) => head).map((same) => {
    const head = same[0]?.head ?? '';
    const rest = head === DEFERRED && until !== null ? ` until ${utcFrom(Date.parse(until), 'minute')}` : '';
    return [
      { text: `${new Set(same.map(({ subject }) => subject)).size} ${head}`, strong: true } as const,
      { text: rest },
    ];
  });
  return [
    appliedPart(result, plan, { isEmpty: isEmpty(run), workspace }),
    ...plain.map((text) => [{ text }]),
    ...issues,
  ];
}

/**
 * In changes: everything that a plan does to one campaign is one change. It is applied if every request of it was sent, and a
 * change whose outcome could not be recorded was made.
 */
function appliedPart(
  result: Result,
  plan: Pick<Plan, 'campaigns'> | undefined,
  { isEmpty, workspace }: { readonly isEmpty: boolean; readonly workspace: string },
): SentencePart[] {
  const { deferred, stale, held, unconfirmed, failed } = result;
  const now = result.applied.filter((one) => !one.isRecovered);
  const kept = keptInClone(result);
  const steps = new Map(plan?.campaigns.map((one) => [one.key, one.steps.length]));
  const isLeft = ({ key }: Keyed) => (steps.get(key) ?? 0) > now.filter((one) => one.key === key).length;
  const open = keysOf([
    ...[...deferred, ...stale, ...failed.filter((one) => !kept.has(one))],
    ...[...held.filter(({ reason }) => reason !== 'not-reviewed'), ...unconfirmed].filter(isLeft),
  ]);
  const done = keysOf(now);
  const total = new Set([...done, ...open]).size;
  if (total === 0)
    return [
      { text: isEmpty ? 'Nothing to do' : 'Applied nothing', strong: true },
      { text: ` in ${workspace}` },
    ];
  const whole = [...done].filter((key) => !open.has(key)).length;
  const part = whole < done.size ? `, ${done.size - whole} in part` : '';
  return [
    { text: `Applied ${whole < total ? `${whole} of ${total}` : total}`, strong: true },
    { text: ` ${total === 1 ? 'change' : 'changes'} in ${workspace}${part}` },
  ];
}

interface Keyed {
  readonly key: CampaignKey;
}

function keysOf(all: readonly Keyed[]): Set<CampaignKey> {
  return new Set(all.map(({ key }) => key));
}
