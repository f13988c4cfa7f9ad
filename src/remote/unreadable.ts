import type { Answer, AnswerOf } from '../apply/ports.ts';
import type { AnswerProblem, Unknown, AddressFault } from '../model/live-answer.ts';

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
export function toUnknown(answer: AnswerOf<'refused' | 'limited' | 'unclear'>, now: number): Unknown {
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

/** Statuses of a server that doesn't know the path, or doesn't know it with this method. */
const NO_SUCH_PATH = new Set([404, 405, 501]);

/** What an answer without an envelope reveals about the address; nothing if the server fails. */
export function faultOfAnswer(status: number, text: string): AddressFault | undefined {
  if (status >= 300 && status < 400) return 'redirect';
  if (NO_SUCH_PATH.has(status)) return 'no-such-path';
  return status < 500 && /^\s*</.test(text) ? 'web-page' : undefined;
}

/** The TLS errors if the other side speaks plain HTTP. */
const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO']);

/** The TLS errors if the certificate isn't trusted; repeating doesn't help. */
export function isTrustFault(code: string): boolean {
  const known =
    /^(?:CERT_|UNABLE_TO_|ERR_TLS_CERT_|(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$)/;
  return known.test(code);
}

/** What a connection says about the address if it failed with an error code after some bytes of an answer. */
export function faultOfConnection(
  baseUrl: string,
  code: string,
  bytesRead: unknown,
): AddressFault | undefined {
  if (NOT_TLS.has(code)) return 'not-https';
  // A server that expects https: closes a connection or answers with bytes that aren't HTTP.
  const isClosed = code.startsWith('HPE_') || (code === 'UND_ERR_SOCKET' && bytesRead === 0);
  return isClosed && baseUrl.startsWith('http:') ? 'closed' : undefined;
}
