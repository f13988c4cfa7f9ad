import { isUnsent } from '../../model/failure.ts';
import { joined, plainTextOnGitHub } from '../../messages/phrase.ts';
import { draftCount } from '../../messages/outcome-messages.ts';
import { describeRefusedRun } from '../../messages/refused-run-messages.ts';
import type { Plan } from '../../model/plan.ts';
import { resumeAt, type Refusal, type Result } from '../../model/result.ts';
import type { Span } from './plan-sentence.ts';
import { keptInClone } from './result-issues.ts';
import { stillSending } from './still-sending.ts';
import { visibleLine } from '../visible-text.ts';
import { utcMinuteFrom } from '../../model/utc-words.ts';

/** How an apply ended, as its caller knows it. */
export interface EndedRun {
  readonly result: Result;
  /** The action's word for how it ended: `complete`, `deferred`, `held`, `superseded` … */
  readonly outcome: string;
  /** The plan that campaigns without a file come from; undefined where there was none. */
  readonly plan?: Plan | undefined;
  /** For a run that ended before it had a result: whether it can have sent anything. */
  readonly tried?: 'nothing';
}

/** What happened to a run that was refused as a whole, and what to do about it. */
interface Conclusion {
  readonly what: string;
  readonly todo: string;
}

/** GitHub takes 140 characters for the description of a commit's status. */
const HEADLINE_CHARS = 140;

/** What a run did and didn't do, in a sentence, or why it did nothing. */
export function resultSentence(run: EndedRun): Span[] {
  const ending = conclusionOf(run);
  if (!ending) return [...tallyOf(run), { text: '.' }];
  const { what, todo } = ending;
  const pieces: Span[] = [{ text: what, strong: true }, { text: todo === '' ? '' : ` ${todo}` }];
  // Changes that were applied before the run was refused are counted, too.
  return isEmpty(run) ? pieces : [...pieces, { text: ' ' }, ...tallyOf(run), { text: '.' }];
}

/** The same for the description of a commit's status: plain text of at most 140 characters. */
export function headline(run: EndedRun): string {
  const ending = conclusionOf(run);
  if (ending) return ending.what;
  const parts = partsOf(run).map((part) => visibleLine(part.map(({ text }) => text).join('')));
  const whole = `${parts.join('; ')}.`;
  if (whole.length <= HEADLINE_CHARS) return whole;
  const kept = parts.filter((_, at) => parts.slice(0, at + 1).join('; ').length + 2 <= HEADLINE_CHARS);
  return `${kept.join('; ')} …`;
}

/** What GitHub shows of a run that was refused as a whole. */
function refused(refusal: Refusal): Conclusion {
  const { what, sent, todo } = describeRefusedRun(refusal);
  return { what: plainTextOnGitHub(what), todo: plainTextOnGitHub(joined(sent, todo)) };
}

function conclusionOf({ result, outcome, tried }: EndedRun): Conclusion | undefined {
  if (outcome === 'superseded')
    return { what: 'Superseded: a newer commit has already been applied.', todo: '' };
  if (result.refused) return refused(result.refused);
  switch (result.endedEarly) {
    case 'failed':
      if (tried === 'nothing') return { what: 'The run failed.', todo: 'Nothing was sent.' };
      // A git that fails midway ends a run without a result, too.
      return {
        what: 'The run failed.',
        todo: 'Its log says why. The next run checks what was sent.',
      };
    case 'stale':
      return {
        what: 'Stale: nothing was sent.',
        todo: 'The files or the service changed after the review. Run plan again, and review the new plan.',
      };
    case undefined:
      return undefined;
  }
}

/** `**Applied 3** campaigns on production; **1 waits** for quota until 2031-01-01 11:00 UTC; **1 failed**` */
function tallyOf(run: EndedRun): Span[] {
  const [first = [], ...others] = partsOf(run);
  return [...first, ...others.flatMap((part): Span[] => [{ text: '; ' }, ...part])];
}

function partsOf(run: EndedRun): Span[][] {
  const drafts = draftCount(run.result);
  return [
    appliedPart(run),
    ...(drafts === '' ? [] : [[{ text: drafts }]]),
    ...waitingPart(run.result),
    ...issueParts(run),
  ];
}

function appliedPart(run: EndedRun): Span[] {
  const { result } = run;
  const { applied, workspace } = result;
  const count = keysOf(applied);
  if (count === 0) {
    const what = isEmpty(run) ? 'Nothing to do' : 'Applied nothing';
    return [{ text: what, strong: true }, { text: ` on ${workspace}` }];
  }
  const noun = count === 1 ? 'campaign' : 'campaigns';
  return [{ text: `Applied ${count}`, strong: true }, { text: ` ${noun} on ${workspace}` }];
}

function isEmpty({ result, plan }: EndedRun): boolean {
  const { applied, deferred, failed, stale, held, unconfirmed } = result;
  const unowned = stillSending(plan);
  return [applied, deferred, failed, stale, held, unconfirmed, unowned].every(({ length }) => length === 0);
}

function waitingPart(result: Result): Span[][] {
  const count = keysOf(result.deferred);
  if (count === 0) return [];
  const service = result.deferred.every(({ cause }) => cause === 'service');
  const until = resumeAt(result);
  return [
    [
      { text: count === 1 ? '1 waits' : `${count} wait`, strong: true },
      {
        text: ` for ${service ? 'the service' : 'quota'}${until === null ? '' : ` until ${utcMinuteFrom(Date.parse(until))}`}`,
      },
    ],
  ];
}

function issueParts({ result, plan }: EndedRun): Span[][] {
  const { failed, stale, held, unconfirmed } = result;
  const kept = keptInClone(result);
  const unreviewed = held.filter(({ reason }) => reason === 'not-reviewed');
  const are = (count: number, what: string) => `${count} ${count === 1 ? 'is' : 'are'} ${what}`;
  const counts = [
    [keysOf(failed.filter((one) => !kept.has(one) && !isUnsent(one))), (count: number) => `${count} failed`],
    [keysOf(failed.filter(isUnsent)), (count: number) => `${count} not sent`],
    [keysOf(stale), (count: number) => are(count, 'stale')],
    [keysOf(unreviewed), (count: number) => are(count, 'not reviewed')],
    [
      keysOf(held.filter(({ reason }) => reason !== 'not-reviewed')),
      (count: number) => are(count, 'blocked'),
    ],
    [keysOf(unconfirmed), (count: number) => are(count, 'not confirmed')],
    [keysOf([...kept]), (count: number) => are(count, 'not recorded at origin yet')],
    [
      stillSending(plan).length,
      (count: number) => `${count} without a file ${count === 1 ? 'is' : 'are'} still sending`,
    ],
  ] as const;
  return counts.flatMap(([count, words]) => (count === 0 ? [] : [[{ text: words(count), strong: true }]]));
}

function keysOf(all: readonly { readonly key: string }[]): number {
  return new Set(all.map(({ key }) => key)).size;
}
