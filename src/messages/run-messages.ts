import type { RefusalCause } from '../model/reasons.ts';
import type {
  QuestionParams,
  RunNotice,
  RunNoticeParams,
  RunQuestion,
  Progress,
  RequestWait,
  Waiting,
} from '../model/progress.ts';
import { joined, say, type Phrase } from './phrase.ts';
import { REFUSALS, runOf } from './catalog/refusals.ts';
import { saidFor, type Catalog } from './catalog/row.ts';
import { utcFrom, counted, nameList } from '../model/show.ts';
import type { Window } from '../model/workspace.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { describeEvent } from './trail-messages.ts';

/** What a run is doing, and which problems it noticed and works around. */
export function describeNotice(notice: RunNotice | RefusalCause): Phrase {
  return 'code' in notice ? saidFor(REFUSALS, notice)[0] : saidFor(NOTICES, notice, 'kind');
}

const NOTICES: Catalog<RunNoticeParams, Phrase> = {
  'taken-over': ({ holder }) =>
    say`Taking over from ${runOf(holder)}, which has ended or whose reservation has expired.`,
  'not-freed': ({ said }) =>
    say`The reservation of the workspace could not be released (${said}). It expires within two minutes.`,
  'read-from-clone': ({ problem }) =>
    joined(saidFor(REFUSALS, problem)[0], say`What follows is the record in this clone.`),
  'shallow-clone': ({ campaigns }) =>
    say`This clone is shallow, so ${counted(campaigns, 'campaign')} will be attributed to the actor that workspaces.yaml names for the workspace. To attribute campaigns to their authors, fetch the whole history (fetch-depth: 0).`,
  'clock-ahead': ({ creations }) =>
    say`The clock of one machine is wrong: recorded creations with a time in the future (${creations}) are counted as if made now.`,
  interrupted: () =>
    say`Stopping after the current request, if there is one. Press Ctrl-C again to stop at once; the next apply then checks what was sent.`,
  'searching-created': () =>
    say`Searching the service twice, a minute apart, for campaigns that an earlier run may have created.`,
  'reading-each': ({ campaigns }) =>
    say`The service's list leaves out some fields of each campaign. Reading ${counted(campaigns, 'campaign')} one by one.`,
};

/** A yes-or-no question, as a person reads it in a terminal. */
export function describeQuestion(question: RunQuestion): string {
  return saidFor(QUESTIONS, question, 'kind');
}

const LIVE_UNCHANGED = 'The live campaigns stay unchanged.';

const QUESTIONS: Catalog<QuestionParams, string> = {
  write: () => 'Write this? Nothing is sent to the service.',
  forget: ({ campaigns, workspace }) =>
    `Forget ${counted(campaigns, 'campaign')} in ${workspace}? ${LIVE_UNCHANGED}`,
  target: ({ workspace }) => `Move ${workspace} there? ${LIVE_UNCHANGED}`,
  apply: () => 'Apply these changes?',
  test: ({ key, to }) => `Send the messages of ${key} to ${nameList(to)}?`,
  'send-key': () => 'Send the API key there?',
  'stop-first': ({ stops }) =>
    `An earlier run left unfinished work, which may take a while to finish. Send this first: ${stops.map(({ action, key }) => `${action} ${key}`).join(', ')}?`,
};

/** A quirk of the local service that was asked for in vain. */
export const VERSIONS_MISSING =
  'the quirk draft-versions has no effect in workspaces without the feature versioning.';

/** Who can reach the local service on such an address, line by line. */
export function describeOpenHost(host: string): readonly string[] {
  return [
    `--host ${host}: everyone who can reach this machine can reach the service.`,
    'The control API (/_control/), if it is turned on, answers only requests from this machine.',
  ];
}

/** Behind a change that this run only recorded. */
export const BY_EARLIER_RUN = ' (by an earlier run)';

/** What is in the file that an option named. */
export function fileWritten(
  what: 'plan' | 'audit' | 'calendar' | 'description' | 'preview',
  path: string,
): string {
  return `Wrote the ${what} to ${path}.\n`;
}

/** What a run is doing, as a sentence for a log; undefined for steps that a log leaves out. */
export function describeProgress(progress: Progress): string | undefined {
  if (progress.kind === 'sent')
    return `  ✓ ${describeEvent(progress.key, progress.event)}${progress.isRecovered ? BY_EARLIER_RUN : ''}`;
  if (progress.kind === 'request-wait')
    return `Waiting until ${clock(progress.until)}${REQUEST_WAITS[progress.why]}.`;
  if (progress.kind === 'waiting')
    return `Created ${progress.done} of ${counted(progress.total, 'campaign')} so far, ${describeNext(progress)}, ${describeEnd(progress)}.`;
  return progress.kind === 'still-reading'
    ? `Read ${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`} campaigns so far.`
    : undefined;
}

const REQUEST_WAITS: Readonly<Record<RequestWait['why'], string>> = {
  limits: ': the limit on requests is reached (`limits` in workspaces.yaml)',
  service: ': the service asked the client to wait',
  'second-read': ' to check again whether a campaign was published by a request that got no answer',
  'second-look': ' to search again for a campaign whose creation got no answer',
};

/** `next at 10:02:07 UTC (5 a minute)` */
export function describeNext({ next, cause }: Waiting): string {
  return `next at ${clock(next)}${cause === undefined ? '' : ` (${cause === 'service' ? 'the service asked the client to wait' : rate(cause)})`}`;
}

/** `done by about 10:04 UTC` */
export function describeEnd({ last, deferredCount }: Waiting): string {
  const exceptFor = deferredCount === 0 ? '' : ` except for ${deferredCount}`;
  return `done by about ${clock(last, 'minute')}${exceptFor}`;
}

/** The time of day in UTC, rounded up. */
function clock(at: number, unit: 'second' | 'minute' = 'second'): string {
  return utcFrom(at, unit).slice(11);
}

/** What a campaign waits for. */
export function quotaWords(cause: Waiting['cause']): string {
  if (cause === undefined) return 'quota';
  if (cause === 'service') return 'the service, which received too many requests';
  return `the creation quota (${rate(cause)})`;
}

/** `25 an hour` */
export function rate({ limit, spanMs }: Window): string {
  return `${limit} ${SPANS[spanMs] ?? `in ${Math.round(spanMs / SECOND_MS)} s`}`;
}

const SPANS: Readonly<Record<number, string>> = {
  [SECOND_MS]: 'a second',
  [MINUTE_MS]: 'a minute',
  [HOUR_MS]: 'an hour',
  [DAY_MS]: 'a day',
};
