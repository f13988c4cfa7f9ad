import type { RefusalCause } from '../model/reasons.ts';
import type { RunNotice, RunQuestion } from '../model/run-notice.ts';
import { counted } from '../model/show.ts';
import { joined, say, type Phrase } from './phrase.ts';
import { describeRefusal, runOf } from './catalog/refusals.ts';

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
