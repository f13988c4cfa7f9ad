import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { sendTest } from '../../src/remote/send-test.ts';
import { fakeChance, FakeClock } from '../support/fake-clock.ts';

// A test is sent once. What the service answers is read as it is, or nothing is read from it.

const BODY = { channel: 'PUSH' };

async function sent(...answers: readonly Answer[]) {
  const calls: string[] = [];
  const left = [...answers];
  const clock = new FakeClock(0);
  const service = {
    send: (operation: string, { path, body }: { path: string; body: JsonObject }, keys: object) => {
      calls.push(JSON.stringify([operation, path, body, keys]));
      const next = left.shift();
      if (!next) throw new Error('one call too many');
      return Promise.resolve(next);
    },
  };
  const answer = await sendTest(service, BODY, { clock, chance: fakeChance() });
  return { answer, calls, waited: clock.now() };
}

const done = (data: JsonObject): Answer => ({ kind: 'done', data, responseId: null });
const limited = (retryAfterMs?: number): Answer => ({ kind: 'limited', retryAfterMs, responseId: null });
const ONE = done({ data: { EMAIL_default_variation_1: { status: 'SENT' } }, message: 'sent 1' });

describe('the results of an answer', () => {
  it.each<readonly [name: string, parts: readonly (string | null)[]]>([
    ['ANDROID_default_variation_1', ['ANDROID', 'default', 'variation_1']],
    ['EMAIL_pt_BR_variation_12', ['EMAIL', 'pt_BR', 'variation_12']],
    ['WEB_de_control', ['WEB', 'de', 'control']],
    ['SOMETHING ELSE', ['SOMETHING ELSE', null, null]],
  ])('%s', async (name, [platform, locale, variation]) => {
    const { answer } = await sent(
      done({ data: { [name]: { status: 'FAILED', failure_reason: 'no user' } } }),
    );
    const results = [{ platform, locale, variation, status: 'FAILED', reason: 'no user' }];
    expect(answer).toEqual({ kind: 'answered', results, said: '' });
  });

  it('keeps what the service adds, and has no reason where it gives none', async () => {
    expect((await sent(ONE)).answer).toMatchObject({
      said: 'sent 1',
      results: [{ status: 'SENT', reason: null }],
    });
  });
});

describe('an answer that says nothing about what was sent is unclear, and not repeated', () => {
  it.each<readonly [what: string, data: JsonObject]>([
    ['nothing', {}],
    ['no result', { data: {} }],
    ['a list', { data: ['SENT'] }],
    ['results that are not doubled', { EMAIL_default_variation_1: { status: 'SENT' } }],
    ['a result without a status', { data: { EMAIL_default_variation_1: {} } }],
    ['an unknown status', { data: { EMAIL_default_variation_1: { status: 'QUEUED' } } }],
  ])('%s', async (_, data) => {
    const { answer, calls } = await sent(done(data));
    expect(answer).toMatchObject({ kind: 'unclear', problem: { code: 'malformed' } });
    expect(calls).toHaveLength(1);
  });

  it.each<Answer>([
    { kind: 'unclear', cause: 'lost', problem: { code: 'no-answer', baseUrl: '', said: 'ECONNRESET' } },
    {
      kind: 'unclear',
      cause: 'malformed',
      answered: true,
      problem: { code: 'unexpected', status: 500, said: '' },
    },
  ])('$cause', async (answer) => {
    expect(await sent(answer)).toMatchObject({ answer, calls: { length: 1 } });
  });
});

describe('too many requests', () => {
  it('are waited for, with new keys: nothing was sent', async () => {
    const { answer, calls, waited } = await sent(limited(3_000), limited(), ONE);
    expect([answer.kind, waited]).toEqual(['answered', 5_000]);
    expect(new Set(calls).size).toBe(3);
  });

  it.each([
    ['long', [limited(60_000)]],
    ['often', [limited(), limited(), limited(), limited()]],
  ])('too %s end it', async (_, answers) => {
    const { answer, calls } = await sent(...answers);
    expect([answer.kind, calls.length]).toEqual(['limited', answers.length]);
  });
});
