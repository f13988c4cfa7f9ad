import type { RefusalCause } from '../model/reasons.ts';
import type { RunNotice, RunQuestion, Progress, RequestWait, Waiting } from '../model/progress.ts';
import { joined, say, type Phrase } from './phrase.ts';
import { describeRefusal, runOf } from './catalog/refusals.ts';
import { utcFrom, counted, nameList } from '../model/show.ts';
import type { Window } from '../model/workspace.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { describeEvent } from './trail-messages.ts';

/** What a run is doing, and which problems it noticed and works around. */
export function describeNotice(notice: RunNotice | RefusalCause): Phrase {
  if ('code' in notice) return describeRefusal(notice).why;
  switch (notice.kind) {
    case 'taken-over':
      return say`Taking over from ${runOf(notice.holder)}, which has ended or whose reservation has expired.`;
    case 'not-freed':
      return say`The reservation of the workspace could not be released (${notice.said}). It expires within two minutes.`;
    case 'read-from-clone':
      return joined(describeRefusal(notice.problem).why, say`What follows is the record in this clone.`);
    case 'shallow-clone':
      return say`This clone is shallow, so ${counted(notice.campaigns, 'campaign')} will be attributed to the actor that workspaces.yaml names for the workspace. To attribute campaigns to their authors, fetch the whole history (fetch-depth: 0).`;
    case 'clock-ahead':
      return say`The clock of one machine is wrong: recorded creations with a time in the future (${notice.creations}) are counted as if made now.`;
    case 'interrupted':
      return say`Stopping after the current request, if there is one. Press Ctrl-C again to stop at once; the next apply then checks what was sent.`;
    case 'searching-created':
      return say`Searching the service twice, a minute apart, for campaigns that an earlier run may have created.`;
    case 'reading-each':
      return say`The service's list leaves out some fields of each campaign. Reading ${counted(notice.campaigns, 'campaign')} one by one.`;
  }
}

/** A yes-or-no question, as a person reads it in a terminal. */
export function describeQuestion(question: RunQuestion): string {
  switch (question.kind) {
    case 'write':
      return 'Write this? Nothing is sent to the service.';
    case 'forget':
      return `Forget ${counted(question.campaigns, 'campaign')} in ${question.workspace}? ${LIVE_UNCHANGED}`;
    case 'target':
      return `Move ${question.workspace} there? ${LIVE_UNCHANGED}`;
    case 'apply':
      return 'Apply these changes?';
    case 'test':
      return `Send the messages of ${question.key} to ${nameList(question.to)}?`;
    case 'send-key':
      return 'Send the API key there?';
    case 'stop-first': {
      const stops = question.stops.map(({ action, key }) => `${action} ${key}`).join(', ');
      return `An earlier run left unfinished work, which may take a while to finish. Send this first: ${stops}?`;
    }
  }
}

const LIVE_UNCHANGED = 'The live campaigns stay unchanged.';

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
  switch (progress.kind) {
    case 'sent':
      return `  ✓ ${describeEvent(progress.key, progress.event)}${progress.isRecovered ? BY_EARLIER_RUN : ''}`;
    case 'request-wait':
      return `Waiting until ${clock(progress.until)}${REQUEST_WAITS[progress.why]}.`;
    case 'waiting': {
      const created = `${progress.done} of ${counted(progress.total, 'campaign')}`;
      return `Created ${created} so far, ${describeNext(progress)}, ${describeEnd(progress)}.`;
    }
    case 'still-reading':
      return `Read ${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`} campaigns so far.`;
    case 'reading':
    case 'read':
      return undefined;
  }
}

const REQUEST_WAITS: Readonly<Record<RequestWait['why'], string>> = {
  limits: ': the limit on requests is reached (`limits` in workspaces.yaml)',
  service: ': the service asked the client to wait',
  'second-read': ' to check again whether a campaign was published by a request that got no answer',
  'second-look': ' to search again for a campaign whose creation got no answer',
};

/** `next at 10:02:07 UTC (5 a minute)` */
export function describeNext({ next, cause }: Waiting): string {
  if (cause === undefined) return `next at ${clock(next)}`;
  const why = cause === 'service' ? 'the service asked the client to wait' : rate(cause);
  return `next at ${clock(next)} (${why})`;
}

/** `done by about 10:04 UTC` */
export function describeEnd({ last, deferredCount }: Waiting): string {
  const by = `by about ${clock(last, 'minute')}`;
  return deferredCount === 0 ? `done ${by}` : `done ${by} except for ${deferredCount}`;
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
