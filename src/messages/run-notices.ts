import type { RunNotice } from '../model/run-notice.ts';
import { joined, say, type Phrase } from './phrase.ts';
import { describeRefusal } from './refusal-messages.ts';
import { runOf } from './refusals/lease-refusals.ts';

/** What a run found out and works around. */
export function describeNotice(notice: RunNotice): Phrase {
  switch (notice.kind) {
    case 'taken-over':
      return say`Taking over from ${runOf(notice.holder)}: ${notice.isDead ? 'its process is dead' : 'its term is over'}.`;
    case 'not-freed':
      return say`The lease could not be given back (${notice.said}). It ends by itself within two minutes.`;
    case 'read-from-clone':
      return joined(describeRefusal(notice.problem).message, say`This is what this clone has.`);
  }
}
