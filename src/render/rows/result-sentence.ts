import { joined, plainTextOnGitHub } from '../../messages/phrase.ts';
import { draftCount, moveCounts } from '../../messages/outcome-messages.ts';
import {
  appliedWords,
  COUNT_WORDS,
  recordedWords,
  RUN_ENDS,
  waitingWords,
  type CountPart,
} from '../../messages/result-messages.ts';
import { describeRefusedRun } from '../../messages/refused-run-messages.ts';
import type { Plan } from '../../model/plan.ts';
import { resumeAt, type Refusal, type Result } from '../../model/result.ts';
import type { SentencePart } from './plan-sentence.ts';
import { countResult, sentBeforeStop, stillSending } from './result-counts.ts';
import { visibleLine } from '../text-layout.ts';

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
export function resultSentence(run: EndedRun): SentencePart[] {
  const ending = conclusionOf(run);
  if (!ending) return [...tallyOf(run), { text: '.' }];
  const { what, todo } = ending;
  const pieces: SentencePart[] = [{ text: what, strong: true }, { text: todo === '' ? '' : ` ${todo}` }];
  // Changes that were applied before the run was refused are counted, too.
  return isEmpty(run) ? pieces : [...pieces, { text: ' ' }, ...tallyOf(run), { text: '.' }];
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

/** What GitHub shows of a run that was refused as a whole. */
function refused(refusal: Refusal): Conclusion {
  const { what, sent, todo } = describeRefusedRun(refusal);
  return { what: plainTextOnGitHub(what), todo: plainTextOnGitHub(joined(sent, todo)) };
}

function conclusionOf({ result, outcome, tried }: EndedRun): Conclusion | undefined {
  if (outcome === 'superseded') return RUN_ENDS.superseded;
  if (result.refused) return refused(result.refused);
  switch (result.endedEarly) {
    case 'failed':
      // A git that fails midway ends a run without a result, too.
      return tried === 'nothing' ? RUN_ENDS['not-begun'] : RUN_ENDS.failed;
    case 'stale':
      return RUN_ENDS.stale;
    case undefined:
      return undefined;
  }
}

/** `**Applied 3 of 5** changes in production; **1 waits** for quota until 2031-01-01 11:00 UTC; **1 failed**` */
function tallyOf(run: EndedRun): SentencePart[] {
  const [first = [], ...others] = partsOf(run);
  return [...first, ...others.flatMap((part): SentencePart[] => [{ text: '; ' }, ...part])];
}

function partsOf(run: EndedRun): SentencePart[][] {
  const counts = [...moveCounts(run.result, run.plan), draftCount(run.result)].filter(Boolean);
  return [...appliedPart(run), ...counts.map((text) => [{ text }]), ...waitingPart(run), ...issueParts(run)];
}

function appliedPart(run: EndedRun): SentencePart[][] {
  const { recorded, ...counts } = countResult(run.result, run.plan);
  const first = appliedWords(counts, { workspace: run.result.workspace, isEmpty: isEmpty(run) });
  return [spansOf(first), ...(recorded > 0 ? [[{ text: recordedWords(recorded) }]] : [])];
}

function spansOf([strong, rest]: CountPart): SentencePart[] {
  return [{ text: strong, strong: true }, { text: rest }];
}

function isEmpty({ result, plan }: EndedRun): boolean {
  const { applied, deferred, failed, stale, held, unconfirmed } = result;
  const others = [...stillSending(plan), ...sentBeforeStop(plan)];
  return [applied, deferred, failed, stale, held, unconfirmed, others].every(({ length }) => length === 0);
}

function waitingPart({ result, plan }: EndedRun): SentencePart[][] {
  const { deferred: count } = countResult(result, plan);
  if (count === 0) return [];
  const isService = result.deferred.every(({ cause }) => cause === 'service');
  return [spansOf(waitingWords(count, { isService, until: resumeAt(result) }))];
}

function issueParts({ result, plan }: EndedRun): SentencePart[][] {
  const counted = countResult(result, plan);
  const counts = {
    ...counted,
    'not-reviewed': counted.notReviewed,
    'kept-in-clone': counted.keptInClone,
    'too-late': sentBeforeStop(plan).length,
    'still-sending': stillSending(plan).length,
  };
  const names = Object.keys(COUNT_WORDS) as readonly (keyof typeof COUNT_WORDS)[];
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => [{ text: COUNT_WORDS[name](counts[name]), strong: true }]);
}
