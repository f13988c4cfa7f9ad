import { describe, expect, it } from 'vitest';
import {
  decodeLease,
  encodeLease,
  isInTerm,
  judgeLease,
  LEASE_MARGIN_MS,
  LEASE_TERM_MS,
  type SealedLease,
  type LeaseVerdict,
} from '../../src/state/lease-ref.ts';
import {
  lifeOf,
  lifeOfSealed,
  ownIdentity,
  sealProcess,
  type Life,
} from '../../src/state/process-identity.ts';

const NOW = Date.parse('2031-01-01T09:00:00Z');
const SECOND = 1_000;

const holder = { user: 'ada', page: null, process: 'c2VhbGVk' };

function lease(more: Partial<SealedLease> = {}): SealedLease {
  return { run: 'theirs', ...holder, since: NOW - 60 * SECOND, until: NOW + 60 * SECOND, ...more };
}

describe('a lease that is found', () => {
  it.each<[string, Partial<SealedLease>, Life, LeaseVerdict]>([
    ['of this run', { run: 'mine' }, 'alive', 'ours'],
    ['of this run, over', { run: 'mine', until: NOW - 1 }, 'alive', 'ours'],
    ['in term', {}, 'unseen', 'held'],
    ['in term, its process alive', {}, 'alive', 'held'],
    ['in term, its process dead', {}, 'dead', 'dead'],
    ['with a moment left', { until: NOW + 1 }, 'unseen', 'held'],
    ['at its very end', { until: NOW }, 'unseen', 'expired'],
    ['long over, its process alive', { until: NOW - 3_600 * SECOND }, 'alive', 'expired'],
    ['as far ahead as clocks may differ', { until: NOW + LEASE_TERM_MS + LEASE_MARGIN_MS }, 'unseen', 'held'],
    ['further ahead, its process dead', { until: NOW + 3_600 * SECOND }, 'dead', 'dead'],
  ])('%s is judged', (_, more, life, verdict) => {
    expect(judgeLease(lease(more), { run: 'mine', now: NOW, life })).toBe(verdict);
  });
});

describe('a lease of ours', () => {
  it.each([
    ['just acquired', LEASE_TERM_MS, true],
    ['with more than the margin left', LEASE_MARGIN_MS + 1, true],
    ['with the margin left', LEASE_MARGIN_MS, false],
    ['over', -1, false],
    ['acquired before the clock was set back', LEASE_TERM_MS + 1, false],
  ])('%s is valid for a send: %s ms left', (_, left, good) => {
    expect(isInTerm(lease({ until: NOW + left }), NOW)).toBe(good);
  });
});

it('is read back as it was written, and says in its first line who has it', () => {
  const first = (record: SealedLease) => {
    const message = encodeLease('production', record);
    expect(decodeLease(message)).toEqual(record);
    return message.split('\n')[0];
  };
  expect(first(lease())).toBe('lease of production: ada until 2031-01-01T09:01:00.000Z');
  expect(first(lease({ page: 'https://example.com/run/1', user: null, process: null }))).toBe(
    'lease of production: https://example.com/run/1 until 2031-01-01T09:01:00.000Z',
  );
});

it.each([
  ['no message', ''],
  ['no JSON', 'a\n\nb'],
  ['another format', 'a\n\n{"format": "campaign-lease/3"}'],
  [
    'no end',
    'a\n\n{"format": "campaign-lease/1", "run": "r", "user": "u", "host": "h", "pid": 1, "since": "2031-01-01T09:00:00Z"}',
  ],
])("%s isn't a lease", (_, message) => {
  expect(decodeLease(message)).toBeUndefined();
});

describe.runIf(process.platform === 'linux')('a process', () => {
  const self = ownIdentity();
  it.each<[string, Partial<typeof self>, Life, Life?]>([
    ['this one', {}, 'alive'],
    ['one with its pid that began at another time', { start: '1' }, 'dead'],
    ['one that has ended', { pid: 2 ** 22 + 1 }, 'dead'],
    ['one after another start of the machine', { boot: 'other' }, 'dead', 'unseen'],
    ['one in another container', { namespace: '1' }, 'unseen'],
    ['one that does not say when it began', { start: null }, 'alive', 'unseen'],
    ['one on a platform that reports nothing', { boot: null, namespace: null, start: null }, 'unseen'],
  ])('%s', (_, more, life, lifeOfHolder = life) => {
    expect(lifeOf({ ...self, ...more }, self)).toBe(life);
    // The encrypted process gives the same result or none: a lease is only taken over if there can be no mistake.
    expect(lifeOfSealed(sealProcess({ ...self, ...more }), self)).toBe(lifeOfHolder);
  });

  it('is not revealed to other machines, not even by the lease', () => {
    const sealed = sealProcess(self) ?? '';
    expect(lifeOfSealed(sealed, { ...self, boot: 'other' })).toBe('unseen');
    expect(lifeOfSealed(sealed, { ...self, boot: null })).toBe('unseen');
    for (const malformed of ['', 'x', sealed.slice(4), `${sealed.slice(0, -4)}AAAA`, '\u0000'])
      expect(lifeOfSealed(malformed, self)).toBe('unseen');
    const text = sealed + Buffer.from(sealed, 'base64').toString('latin1');
    for (const reported of [self.boot, self.start]) expect(text).not.toContain(reported);
  });
});
