import type { AnswerProblem } from '../../src/model/answer-problem.ts';

// Why the service gave no usable answer, for tests to which the reason doesn't matter.

/** The service answered 500 with an empty body. */
export const ANSWERED_500: AnswerProblem = { code: 'unexpected', status: 500, content: { kind: 'empty' } };

/** The connection broke before the answer was complete. */
export const BROKE: AnswerProblem = {
  ...{ code: 'connection-broke', baseUrl: 'https://api.example.com/', error: 'UND_ERR_SOCKET' },
};

/** There is no answer at all. */
export const NO_ANSWER: AnswerProblem = {
  ...{ code: 'no-connection', baseUrl: 'https://api.example.com/', error: 'ECONNREFUSED' },
};
