import type { AnswerOf, SendKeys } from '../apply/ports.ts';
import type { Chance, Clock } from '../model/clock.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import type { TestResult } from '../model/test-send.ts';
import { waitWhenLimited } from '../quota/backoff.ts';
import type { CampaignService } from './campaign-service.ts';

/** How often a test is sent in all if the service refuses it because there were too many requests. */
const TRIES_WHEN_LIMITED = 4;
/** The longest wait for that, in milliseconds. */
const LONGEST_WAIT_MS = 30_000;

export type TestAnswer =
  | { readonly kind: 'answered'; readonly results: readonly TestResult[]; readonly said: string }
  | AnswerOf<'refused' | 'limited' | 'unclear'>;

/**
 * Sends a test (specification, Test Campaign; open point W16). It is sent again only if the service answers that there were
 * too many requests, because nothing was sent then. After an unclear answer, nobody knows whether people got messages, so
 * it isn't.
 */
export async function sendTest(
  service: Pick<CampaignService, 'send'>,
  body: JsonObject,
  { clock, chance }: { readonly clock: Clock; readonly chance: Chance },
): Promise<TestAnswer> {
  for (let tries = 1; ; tries++) {
    const keys: SendKeys = { idempotencyKey: chance.uuid(), requestId: chance.uuid() };
    const answer = await service.send('test', { method: 'POST', path: '/v5/campaigns/test', body }, keys);
    if (answer.kind === 'done') return readResults(answer.data);
    if (answer.kind !== 'limited') return answer;
    const wait = waitWhenLimited(tries, answer.retryAfterMs ?? 0);
    if (tries === TRIES_WHEN_LIMITED || wait > LONGEST_WAIT_MS) return answer;
    await clock.sleep(wait);
  }
}

/** The name of a message in the answer: `ANDROID_default_variation_1`. A locale may contain underscores. */
const NAME = /^([A-Z]+)_(.+)_(variation_\d+|control)$/;

/** The level `data` is doubled. An answer without a result for any message says nothing about what was sent. */
function readResults({ data, message }: JsonObject): TestAnswer {
  const unclear = (part: string): TestAnswer => ({
    ...{ kind: 'unclear', cause: 'malformed', answered: true },
    problem: { code: 'malformed', part },
  });
  const entries = isObject(data) ? Object.entries(data) : [];
  if (entries.length === 0) return unclear('data.data');
  const results: TestResult[] = [];
  for (const [name, entry] of entries) {
    const { status, failure_reason: why } = isObject(entry) ? entry : {};
    if (status !== 'SENT' && status !== 'FAILED') return unclear(`data.data.${name}`);
    const [, platform = name, locale = null, variation = null] = NAME.exec(name) ?? [];
    const reason = typeof why === 'string' && why !== '' ? why : null;
    results.push({ platform, locale, variation, status, reason });
  }
  return { kind: 'answered', results, said: typeof message === 'string' ? message : '' };
}
