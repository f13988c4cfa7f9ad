import type { CommandQuestion } from '../model/command-question.ts';
import type { RunQuestion } from '../model/run-notice.ts';
import { counted } from '../model/show.ts';

/** A yes-or-no question, as a person reads it in a terminal. */
export function describeQuestion(question: CommandQuestion | RunQuestion): string {
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
