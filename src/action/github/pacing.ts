import type { Octokit } from '@octokit/core';
import type { Clock } from '../../model/clock.ts';
import { isObject } from '../../model/json.ts';

/** The timeout of a single request, in milliseconds. */
const TIMEOUT_MS = 20_000;
/**
 * After the first attempt. Reporting is not worth a long wait, and a review that can't be read now will be read by the
 * next run.
 */
const RETRIES = 2;
/** A rate limit that ends sooner than this is waited for, in milliseconds. */
const PATIENCE_MS = 60_000;
/** GitHub's best practices for its REST API: one second between requests that change something. */
const BETWEEN_WRITES_MS = 1_000;
/** A longer pause after requests that send notifications, which count against a secondary limit. */
const AFTER_A_NOTIFICATION_MS = 3_000;
/** The paths where a POST creates an issue, a comment or a pull request. */
const NOTIFYING = /\/(?:issues|comments|pulls)$/;
/** How long to wait after a secondary limit if GitHub doesn't say. */
const SECONDARY_LIMIT_MS = 60_000;
/** Statuses for which a retry may succeed. */
const PASSING = [408, 409, 500, 502, 503, 504];

/**
 * Sends requests to GitHub at the rate that it allows, and retries after temporary errors and after limits that end
 * soon. Octokit's own plugins share their queues among all clients of a process, and wait by the machine's clock.
 */
export function limitRate(client: Octokit, clock: Clock): void {
  let nextWrite = -Infinity;
  const turn = async (method: string, url: string): Promise<void> => {
    if (method === 'GET') return;
    const now = clock.now();
    const at = Math.max(now, nextWrite);
    const notifies = method === 'POST' && NOTIFYING.test(url);
    nextWrite = at + (notifies ? AFTER_A_NOTIFICATION_MS : BETWEEN_WRITES_MS);
    if (at > now) await clock.sleep(at - now);
  };
  client.hook.wrap('request', async (request, options) => {
    for (let tries = 0; ; tries += 1) {
      await turn(options.method, options.url);
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        return await request({ ...options, request: { ...options.request, signal } });
      } catch (error) {
        const wait = tries < RETRIES ? waitAfter(error, { tries, now: clock.now() }) : undefined;
        if (wait === undefined) throw error;
        await clock.sleep(wait);
      }
    }
  });
}

/**
 * When to retry, in milliseconds from now; undefined if a retry wouldn't help, because the response is about a missing
 * permission, for example.
 */
function waitAfter(
  error: unknown,
  { tries, now }: { readonly tries: number; readonly now: number },
): number | undefined {
  const { status, message = '', response } = isObject(error) ? error : {};
  if (status !== 403 && status !== 429)
    return PASSING.includes(Number(status)) ? (tries + 1) ** 2 * 1_000 : undefined;
  const isSecondary = status === 429 || /secondary rate/i.test(String(message));
  const limit = limitIn(response, now) ?? (isSecondary ? SECONDARY_LIMIT_MS : undefined);
  return limit !== undefined && limit <= PATIENCE_MS ? limit : undefined;
}

/** How long the limit that a response names lasts, in milliseconds. */
function limitIn(response: unknown, now: number): number | undefined {
  const headers = isObject(response) && isObject(response.headers) ? response.headers : {};
  const retryAfter = Number(headers['retry-after'] ?? NaN);
  if (retryAfter >= 0) return retryAfter * 1_000;
  if (headers['x-ratelimit-remaining'] !== '0') return undefined;
  // One second more, so that the next request is sent after the reset and not at the same time.
  return Math.max(0, Number(headers['x-ratelimit-reset']) * 1_000 - now) + 1_000;
}
