import type { Answer } from '../apply/ports.ts';
import type { AnswerProblem } from '../model/answer-problem.ts';
import type { Unknown } from '../model/live-answer.ts';

/** The longest single wait of a read, in milliseconds. */
export const LONGEST_WAIT_MS = 120_000;

/** An answer that doesn't make sense. */
export function malformed(problem: AnswerProblem): Unknown {
  return { kind: 'unknown', cause: 'malformed', problem };
}

/** How long the service asks to wait, in milliseconds; 0 if it doesn't. */
export function waitMsOf(answer: Answer, now: number): number {
  if (answer.kind === 'limited') return answer.retryAfterMs ?? 0;
  const notBefore = answer.kind === 'unclear' ? answer.problem.notBefore : undefined;
  return notBefore === undefined ? 0 : notBefore - now;
}

/** For reads: 403 may concern one campaign only, such as another team's (open point W8). */
const CAUSES: Readonly<Record<number, Unknown['cause']>> = { 401: 'credential', 403: 'forbidden' };

/** Why a failed read says nothing about what was read. */
export function toUnknown(answer: Exclude<Answer, { kind: 'done' }>, now: number): Unknown {
  switch (answer.kind) {
    case 'unclear': {
      const { cause, problem, address } = answer;
      return { kind: 'unknown', cause, problem, ...(address && { address }) };
    }
    case 'limited': {
      const { retryAfterMs: waitMs = 0 } = answer;
      const long = waitMs > LONGEST_WAIT_MS && { notBefore: now + waitMs };
      return malformed({ code: 'too-many-requests', ...long });
    }
    case 'refused': {
      const { status, code: serviceCode, message: said } = answer;
      const cause = CAUSES[status] ?? 'malformed';
      return { kind: 'unknown', cause, problem: { code: 'refused', status, serviceCode, said } };
    }
  }
}
