import { describe, expect, test } from 'vitest';
import { Store, type KeptAnswer } from '../../../src/service/store/store.ts';

const ANSWER: KeptAnswer = {
  ...{ digest: 'd', status: 200, contentType: 'application/json', body: '{}', at: 0, of: 'write' },
};
const store = (): Store => new Store(null);

describe('stored answers', () => {
  test('of reads are limited in number, the oldest are deleted; those of writes all stay', () => {
    const { answers } = store();
    for (let n = 0; n < 2500; n += 1) {
      answers.put('local', `read ${n}`, { ...ANSWER, of: 'read' });
      answers.put('local', `write ${n}`, ANSWER);
    }
    const kept = (kind: string): number =>
      Array.from({ length: 2500 }).filter((_, n) => answers.find('local', `${kind} ${n}`)).length;
    expect(kept('write')).toBe(2500);
    expect(kept('read')).toBe(1000);
    expect(answers.find('local', 'read 2499')).not.toBeNull();
    expect(answers.find('local', 'read 1499')).toBeNull();
  });
});

test('the outbox keeps the newest messages', () => {
  const { messages } = store();
  for (let n = 1; n <= 12_000; n += 1) messages.add('local', { n });
  const kept = messages.list();
  expect(kept.length).toBeGreaterThanOrEqual(10_000);
  expect(kept.length).toBeLessThanOrEqual(11_000);
  expect(kept.at(-1)).toEqual({ n: 12_000 });
});

test('deletes what has expired, and keeps the rest', () => {
  const all = store();
  const [old, young] = [1000, 100_000];
  for (const at of [old, young]) {
    all.answers.put('local', `key ${at}`, { ...ANSWER, at });
    all.creations.useRequestId('local', `id ${at}`, { channel: 'EMAIL', at });
    all.creations.count('local', 'creations', at);
  }
  all.forget(150_000, 100_000);
  expect([all.answers.find('local', `key ${old}`), all.creations.requestIdUse('local', `id ${old}`)]).toEqual(
    [null, null],
  );
  expect(all.answers.find('local', `key ${young}`)).not.toBeNull();
  expect(all.creations.requestIdUse('local', `id ${young}`)).not.toBeNull();
  expect(all.creations.counted()).toEqual([{ workspace: 'local', what: 'creations', at: young }]);
});
