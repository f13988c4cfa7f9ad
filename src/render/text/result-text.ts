import { place as placeIn } from '../../model/diagnostic.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Plan } from '../../model/plan.ts';
import { outcomeOf, resumeAt, type Refusal, type Result } from '../../model/result.ts';
import { placeLines, type TextOptions } from './plan-text.ts';
import { noticedBefore, placesOfHeld, type FileLine } from '../view/attention-view.ts';
import { sentBeforeStop, stillSending } from '../view/noted-campaigns.ts';
import { newDefaultWords } from '../view/new-defaults.ts';
import { quotaWords } from '../../messages/quota-messages.ts';
import { describeDrafts, draftCount, moveCounts } from '../../messages/outcome-messages.ts';
import { firstPlace, joined, say, type Phrase } from '../../messages/phrase.ts';
import { describeRefusedRun } from '../../messages/refused-run-messages.ts';
import { byCause, type OneCause } from '../view/one-cause.ts';
import { partWords } from '../../messages/result-messages.ts';
import { describeLostRecord } from '../../messages/record-messages.ts';
import { countResult } from '../view/result-counts.ts';
import { describeIssues, type IssueWords, type ResultIssue } from '../view/result-issues.ts';
import { wrapPhrase } from './wrap-phrase.ts';
import { counted, firstFew } from '../../model/show.ts';
import { indent, wrap } from '../columns.ts';
import { utcSecondFrom } from '../../model/utc-words.ts';

export interface ResultTextOptions extends TextOptions {
  /** What the run had planned. */
  readonly plan?: Plan;
  /** Whether only some campaigns were selected. */
  readonly isPartial?: boolean;
}

/** What a run did, what it didn't do, and what to do next. */
export function resultText(
  result: Result,
  { columns, paint, plan, isPartial = false }: ResultTextOptions,
): string {
  const head = wrapPhrase(describeLostRecord(result.held, result.workspace), columns);
  const places = plan ? placesOfHeld(plan) : new Map<CampaignKey, FileLine>();
  const lines = byCause<IssueWords, ResultIssue>(describeIssues(result)).flatMap((cause) =>
    issueLines(cause, { columns, paint, places }),
  );
  const noticed = (plan ? noticedBefore(plan, result) : []).flatMap(({ key, headline, words }) => [
    `  ${paint.warn(`! ${key}`)}`,
    ...indent(wrapPhrase(say`${headline}: ${words}`, columns - 6), 6),
  ]);
  const unowned = stillSending(plan).map(({ key }) => key);
  const summary =
    unowned.length + sentBeforeStop(plan).length > 0 && isNothing(result)
      ? ['There was nothing to do.']
      : summaryLines(result, { columns, isPartial, plan });
  const noted = plan && !result.endedEarly ? wrap(newDefaultWords(plan, 'after'), columns) : [];
  const drafts = wrapPhrase(describeDrafts(result, plan), columns);
  return (
    [
      ...head,
      ...lines,
      ...noticed,
      ...noted,
      ...summary,
      ...drafts,
      ...unownedLines(unowned, result.workspace, columns),
    ].join('\n') + '\n'
  );
}

/** An issue that several campaigns share is shown once, with all their keys. */
function issueLines(
  { things, words }: OneCause<ResultIssue, IssueWords>,
  {
    columns,
    paint,
    places,
  }: Pick<TextOptions, 'columns' | 'paint'> & { readonly places: ReadonlyMap<CampaignKey, FileLine> },
): string[] {
  const isOne = things.length === 1;
  const isPlaced = isOne && words.kind === 'blocked' && !firstPlace(words.why);
  const place = isPlaced ? places.get(things[0].key) : undefined;
  const name = isOne ? things[0].key : counted(things.length, 'campaign');
  const isBad = words.kind === 'failed' || words.kind === 'not recorded';
  const keys = things.map((one) => nameInList(one, words)).join(', ');
  return [
    `  ${isBad ? paint.bad(`✗ ${name}`) : paint.warn(`! ${name}`)}`,
    ...placeLines(place, columns, paint),
    ...indent(wrapPhrase(issuePhrase(words), columns - 6), 6),
    ...indent(wrap(isOne ? '' : keys, columns - 6), 6),
  ];
}

/** The key, with the place in its file that the words for all campaigns leave out. */
function nameInList(one: ResultIssue, words: IssueWords): string {
  const place = firstPlace(one.words.why);
  return place && !firstPlace(words.why) ? `${one.key} (${placeIn(place)})` : one.key;
}

function issuePhrase({ kind, why, todo }: IssueWords): Phrase {
  return say`${kind}: ${joined(why, todo)}`;
}

function summaryLines(
  result: Result,
  {
    columns,
    isPartial,
    plan,
  }: { readonly columns: number; readonly isPartial: boolean; readonly plan: Plan | undefined },
): string[] {
  const { deferred, stale } = result;
  const counts = countResult(result, plan);
  const { applied, inPart, total, recorded } = counts;
  const left = LEFT.filter(([name]) => counts[name] > 0).map(([name, words]) => `${counts[name]} ${words}`);
  if (total + recorded + left.length === 0 && (!result.refused || result.refused === 'invalid-files'))
    return [
      result.endedEarly || result.refused
        ? 'Nothing was sent.'
        : `${isPartial ? 'The selected campaigns are' : 'Everything is'} in sync, so nothing was changed.`,
    ];
  const [started, drafts] = [moveCounts(result, plan), draftCount(result)];
  const sentences = [
    `Applied ${applied < total ? `${applied} of ` : ''}${counted(total, 'change')}${partWords(inPart)}.`,
    recorded > 0 && `Recorded ${counted(recorded, 'change')} from an earlier run.`,
    ...started.map((one) => `${one}.`),
    drafts && `${drafts}.`,
    left.length > 0 && `${left.join(', ')}.`,
  ];
  const lines = wrap(sentences.filter(Boolean).join(' '), columns);
  if (deferred.length > 0) lines.push(...wrap(deferredWords(result), columns));
  if (stale.length > 0) lines.push(`To see what is pending now: campaigns plan -w ${result.workspace}`);
  // The mistakes in files are listed elsewhere.
  if (result.refused && result.refused !== 'invalid-files')
    lines.push(...wrapPhrase(refusedPhrase(result.refused), columns));
  return lines;
}

/** What was not done, with its word. */
const LEFT = [
  ['failed', 'failed'],
  ['unsent', 'not sent'],
  ['stale', 'stale'],
  ['blocked', 'blocked'],
  ['notReviewed', 'not reviewed'],
  ['unconfirmed', 'not confirmed'],
  ['keptInClone', 'not recorded on origin yet'],
] as const;

function refusedPhrase(refusal: Refusal): Phrase {
  const { what, sent, todo } = describeRefusedRun(refusal);
  return joined(what, sent, todo);
}

function isNothing({
  applied,
  deferred,
  stale,
  held,
  failed,
  unconfirmed,
  endedEarly,
  refused,
}: Result): boolean {
  const lists = [applied, deferred, stale, held, failed, unconfirmed];
  return !refused && !endedEarly && lists.every(({ length }) => length === 0);
}

function unownedLines(keys: readonly CampaignKey[], workspace: string, columns: number): string[] {
  if (keys.length === 0) return [];
  const [who, verb] = [counted(keys.length, 'campaign'), keys.length === 1 ? 'is' : 'are'];
  return wrap(
    `${who} without a file ${verb} still sending: ${keys.join(', ')}. To see what to do: campaigns plan -w ${workspace}`,
    columns,
  );
}

/** The most waiting campaigns that are named. */
const WAITING_AT_MOST = 5;

/** How many changes wait, for what, and when another run can continue. */
function deferredWords(result: Result): string {
  const { deferred } = result;
  const [first] = deferred;
  const creates = deferred.every(({ change = 'create' }) => change === 'create');
  const who = `${counted(deferred.length, creates ? 'creation' : 'change')} ${deferred.length === 1 ? 'waits' : 'wait'}`;
  const again = `Run \`campaigns apply -w ${result.workspace}\` again after ${utcSecondFrom(Date.parse(resumeAt(result) ?? ''))}, or let a scheduled workflow do it.`;
  // If anything is worse than waiting, it decides the exit code.
  const exit = outcomeOf(result) === 'deferred' ? ' Exit code 3.' : '';
  // The service's own limit isn't counted here.
  const ledger = deferred.some(({ cause }) => cause !== 'service') ? ` ${LEDGER_WORDS}` : '';
  const keys = firstFew(
    deferred.map(({ key }) => key),
    WAITING_AT_MOST,
  );
  return `${who} for ${quotaWords(first?.cause)}: ${keys}. ${again}${exit}${ledger}`;
}

const LEDGER_WORDS = 'Creations are counted on the state branch, against limits.create in workspaces.yaml.';
