import type { Answer } from '../../src/apply/ports.ts';
import type { AnswerProblem } from '../../src/model/live-answer.ts';

// Why the service gave no usable answer, for tests to which the reason doesn't matter.

/** The service answered 500 with an empty body. */
export const ANSWERED_500: AnswerProblem = { code: 'unexpected', status: 500, said: '' };

/** The connection broke before the answer was complete. */
export const BROKE: AnswerProblem = {
  ...{ code: 'no-answer', baseUrl: 'https://api.example.com/', said: 'UND_ERR_SOCKET' },
};

/** There is no answer at all. */
export const NO_ANSWER: AnswerProblem = {
  ...{ code: 'no-answer', baseUrl: 'https://api.example.com/', said: 'ECONNREFUSED' },
};

/** A request whose answer was lost. */
export const LOST: Answer = { kind: 'unclear', cause: 'lost', problem: BROKE };
