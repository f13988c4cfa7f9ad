import type { AddressFault } from '../model/live-answer.ts';

/** Statuses of a server that doesn't know the path, or doesn't know it with this method. */
const NO_SUCH_PATH = new Set([404, 405, 501]);

/**
 * What an answer without the service's envelope reveals about the address. An answer of a failing server reveals
 * nothing.
 */
export function faultOfAnswer(status: number, text: string): AddressFault | undefined {
  if (status >= 300 && status < 400) return 'redirect';
  if (NO_SUCH_PATH.has(status)) return 'no-such-path';
  return status < 500 && /^\s*</.test(text) ? 'web-page' : undefined;
}

/** The TLS errors if the other side speaks plain HTTP. */
const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO']);

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
