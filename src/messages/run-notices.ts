import type { RunNotice, RunQuestion } from '../model/run-notice.ts';
import { joined, say, type Phrase } from './phrase.ts';
import { describeRefusal } from './refusal-messages.ts';
import { runOf } from './refusals/lease-refusals.ts';

/** What a run does, and what it found out and works around. */
export function describeNotice(notice: RunNotice): Phrase {
  switch (notice.kind) {
    case 'taken-over':
      return say`Taking over from ${runOf(notice.holder)}: ${notice.isDead ? 'its process is dead' : 'its term is over'}.`;
    case 'not-freed':
      return say`The lease could not be given back (${notice.said}). It ends by itself within two minutes.`;
    case 'read-from-clone':
      return joined(describeRefusal(notice.problem).message, say`This is what this clone has.`);
    case 'shallow-clone':
      return say`This is a shallow clone: ${notice.campaigns} campaigns name the workspace's actor. Fetch the whole history (fetch-depth: 0) to name their authors.`;
    case 'clock-ahead':
      return say`${notice.creations} recorded creation${notice.creations === 1 ? ' has a time' : 's have times'} in the future, so the clock of some machine is wrong. They are counted from now.`;
    case 'interrupted':
      return say`Finishing the current requests. Press Ctrl-C again to stop at once.`;
    case 'searching-created':
      return say`Searching twice, a minute apart, for campaigns that an earlier run may have created.`;
    case 'reading-each':
      return say`The service's list doesn't show campaigns whole: reading ${notice.campaigns} of them one by one.`;
    case 'writing-files':
      return say`Writing ${notice.files} files.`;
    case 'binding':
      return say`Linking ${notice.campaigns} campaigns to their files.`;
  }
}

/** What a run asks before it goes on. */
export function describeQuestion(question: RunQuestion): Phrase {
  switch (question.kind) {
    case 'apply':
      return say`Apply these changes?`;
    case 'send-key':
      return say`Send the key there?`;
    case 'stop-first': {
      const stops = question.stops.map(({ action, key }) => `${action} ${key}`);
      return say`An earlier run left unfinished work, which may take a while. To be sent before that: ${stops.join(', ')}. Send now?`;
    }
  }
}
