import type { Exchange } from '../../model/exchange.ts';

/** A request in one line: `debug: GET /v5/campaigns/64a1… 200 in 34 ms, request …, response …`. */
export function exchangeLine({ method, path, status, ms, requestId, responseId }: Exchange): string {
  const answered = responseId === null ? '' : `, response ${responseId}`;
  return `debug: ${method} ${path} ${status ?? 'no answer'} in ${Math.round(ms)} ms, request ${requestId}${answered}\n`;
}
