import { describe, expect, it, vi } from 'vitest';
import type { RefMove } from '../../src/git/shared-ref.ts';
import type { LeaseNotice } from '../../src/model/progress.ts';
import { GitLease } from '../../src/state/git-lease.ts';
import { LEASE_RENEWAL_MS, LEASE_TERM_MS, LeaseRef } from '../../src/state/lease-ref.ts';
import { ownIdentity, type ProcessIdentity } from '../../src/state/process-identity.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { clones, type Clone } from '../support/state/clones.ts';

const REF = 'refs/campaigns/lease/local';
const DISK_FULL: RefMove = { kind: 'not-moved', said: 'No space left on device' };

/** A process on another machine, so it can't be seen from here whether it is running. */
const FAR: ProcessIdentity = { ...ownIdentity(), boot: 'far', user: 'grace', pid: 99 };

function leaseIn(
  { git }: Clone,
  {
    run = 'mine',
    self = ownIdentity(),
    clock = new FakeClock(),
  }: Partial<ConstructorParameters<typeof GitLease>[0]> = {},
) {
  const notices: LeaseNotice[] = [];
  const ref = new LeaseRef(git, 'local');
  const common = { workspace: 'local', page: null, onNotice: (notice: LeaseNotice) => notices.push(notice) };
  return { lease: new GitLease({ ...common, git, ref, run, self, clock }), ref, notices };
}

const FREE = { kind: 'tip', tip: undefined };

/** The commit that holds the lease. */
async function tipOf(ref: LeaseRef): Promise<string> {
  const asked = await ref.tip();
  if (asked.kind !== 'tip' || asked.tip === undefined) throw new Error('nothing there');
  return asked.tip;
}

const atOrigin = (clone: Clone) => clone.run('ls-remote', 'origin', REF);

describe.each([
  ['at an origin', true],
  ['in a repository without one', false],
])('%s', (_, origin) => {
  it('one run has it; a second one learns who holds it, and gets it when it is free again', async () => {
    const [here, there] = clones({ origin });
    const clock = new FakeClock();
    const first = leaseIn(here, { run: 'first', self: FAR, clock });
    const second = leaseIn(there, { run: 'second', clock });
    expect(await first.lease.take()).toEqual({ kind: 'held' });
    const refused = await second.lease.take();
    const since = clock.time;
    const holder = { run: 'first', user: 'grace', since, until: since + LEASE_TERM_MS };
    const cause = { code: 'lease-held', workspace: 'local', holder };
    expect(refused).toMatchObject({ kind: 'refused', cause });
    expect(await first.lease.check()).toEqual({ kind: 'held' });
    await first.lease.free();
    expect(await second.lease.take()).toEqual({ kind: 'held' });
    await second.lease.free();
    expect(await second.ref.tip()).toEqual(FREE);
  });

  it('if several runs try at once, one gets it', async () => {
    const places = clones({ origin });
    const leases = [...places, ...places].map((clone, nth) => leaseIn(clone, { run: `run ${nth}` }).lease);
    const answers = await Promise.all(leases.map((lease) => lease.take()));
    expect(answers.filter(({ kind }) => kind === 'held')).toHaveLength(1);
    await Promise.all(leases.map((lease) => lease.free()));
  });

  it('is renewed before it expires, and a run that slept too long has lost it', async () => {
    const [here, there] = clones({ origin });
    const clock = new FakeClock();
    const slow = leaseIn(here, { run: 'slow', self: FAR, clock });
    await slow.lease.take();
    clock.time += LEASE_TERM_MS - 1_000;
    expect(await slow.lease.check()).toEqual({ kind: 'held' });
    // No other run came while it slept, so it still has the lease.
    clock.time += 10 * LEASE_TERM_MS;
    expect(await slow.lease.check()).toEqual({ kind: 'held' });
    clock.time += LEASE_TERM_MS;
    const next = leaseIn(there, { run: 'next', clock });
    expect(await next.lease.take()).toEqual({ kind: 'held' });
    expect(next.notices).toMatchObject([{ kind: 'taken-over', holder: { run: 'slow' }, isDead: false }]);
    expect(await slow.lease.check()).toMatchObject({ kind: 'refused' });
    expect(await slow.lease.check()).toMatchObject({ kind: 'refused' });
    await slow.lease.free();
    expect(await next.lease.check()).toEqual({ kind: 'held' });
    await next.lease.free();
  });
});

it('renews itself while its run waits, and no longer once it is released', async () => {
  const [here, there] = clones();
  const clock = new FakeClock();
  const { lease } = leaseIn(here, { run: 'waits', self: FAR, clock });
  const rival = leaseIn(there, { run: 'rival', clock }).lease;
  await lease.take();
  for (let waited = 0; waited < 3 * LEASE_TERM_MS; waited += LEASE_RENEWAL_MS) {
    const before = atOrigin(here);
    await clock.sleep(LEASE_RENEWAL_MS);
    await vi.waitUntil(() => atOrigin(here) !== before, { timeout: 20_000 });
  }
  expect(await rival.take()).toMatchObject({ kind: 'refused' });
  expect(await lease.check()).toEqual({ kind: 'held' });
  await lease.free();
  await clock.sleep(3 * LEASE_RENEWAL_MS);
  expect(atOrigin(here)).toBe('');
});

it('is released although the first push fails', async () => {
  const [here] = clones();
  const clock = new FakeClock();
  const { lease, ref, notices } = leaseIn(here, { self: FAR, clock });
  await lease.take();
  vi.spyOn(ref, 'remove').mockResolvedValueOnce(DISK_FULL);
  await lease.free();
  expect(atOrigin(here)).toBe('');
  expect(notices).toEqual([]);
  expect(clock.sleeps).toEqual([1_000]);
});

it.runIf(process.platform === 'linux')(
  'takes over immediately from a dead process of this machine',
  async () => {
    const [here] = clones();
    const dead = { ...ownIdentity(), pid: 2 ** 22 + 1 };
    await leaseIn(here, { run: 'dead', self: dead }).lease.take();
    const next = leaseIn(here, { run: 'next' });
    expect(await next.lease.take()).toEqual({ kind: 'held' });
    expect(next.notices).toMatchObject([{ kind: 'taken-over', isDead: true }]);
    await next.lease.free();
    expect(atOrigin(here)).toBe('');
  },
);

it("an unreadable lease can't be taken over, but can be released by hand", async () => {
  const [here] = clones();
  const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
  here.run(...author, 'commit', '--quiet', '--allow-empty', '-m', 'what');
  here.run('push', '--quiet', 'origin', `HEAD:${REF}`);
  const { lease, ref } = leaseIn(here);
  expect(await lease.take()).toMatchObject({ kind: 'refused', cause: { code: 'state-newer' } });
  const tip = await tipOf(ref);
  expect(await ref.recordAt(tip)).toBeUndefined();
  expect(await ref.remove(tip)).toEqual({ kind: 'moved' });
  expect(await lease.take()).toEqual({ kind: 'held' });
  await lease.free();
});

it('a lease that was released by hand is lost for its run, which does not reacquire it', async () => {
  const [here] = clones();
  const clock = new FakeClock();
  const { lease, ref } = leaseIn(here, { clock });
  await lease.take();
  await ref.remove(await tipOf(ref));
  clock.time += LEASE_TERM_MS;
  expect(await lease.check()).toMatchObject({ kind: 'refused', cause: { code: 'lease-lost' } });
  expect(atOrigin(here)).toBe('');
});

describe.each([
  ['at an origin', true],
  ['in a repository without one', false],
])('before a send, %s', (_, origin) => {
  async function held() {
    const [here, there] = clones({ origin });
    const clock = new FakeClock();
    const mine = leaseIn(here, { clock });
    await mine.lease.take();
    return { here, there, clock, ...mine };
  }

  it('notices within seconds that a lease was released by hand and taken by another run', async () => {
    const { lease, ref, there, clock } = await held();
    await ref.remove(await tipOf(ref));
    clock.time += 6_000;
    const rival = leaseIn(there, { run: 'rival', self: FAR, clock });
    expect(await rival.lease.take()).toEqual({ kind: 'held' });
    const refused = await lease.check();
    expect(refused).toMatchObject({ kind: 'refused', cause: { holder: { run: 'rival', user: 'grace' } } });
    expect(await lease.check()).toEqual(refused);
    await lease.free();
    expect(await rival.lease.check()).toEqual({ kind: 'held' });
  });

  it('does not reacquire a lease that was released and that no other run took', async () => {
    const { lease, ref, clock } = await held();
    await ref.remove(await tipOf(ref));
    clock.time += 6_000;
    expect(await lease.check()).toMatchObject({ kind: 'refused' });
    expect(await ref.tip()).toEqual(FREE);
  });

  it('a renewal that succeeded without an answer is our own', async () => {
    const { lease, ref, clock } = await held();
    const tip = await tipOf(ref);
    const record = await ref.recordAt(tip);
    if (!record) throw new Error('nothing there');
    const later = { ...record, until: record.until + 20_000 };
    expect(await ref.write(later, tip)).toMatchObject({ move: { kind: 'moved' } });
    clock.time += 20_000;
    expect(await lease.check()).toEqual({ kind: 'held' });
    await lease.free();
    expect(await ref.tip()).toEqual(FREE);
  });
});

it("sends nothing if the lease can't be checked", async () => {
  const [here] = clones();
  const clock = new FakeClock();
  const { lease } = leaseIn(here, { clock });
  await lease.take();
  here.run('remote', 'set-url', 'origin', '/nowhere');
  expect(await lease.check()).toEqual({ kind: 'held' });
  clock.time += 6_000;
  expect(await lease.check()).toMatchObject({ kind: 'unreachable', cause: { code: 'origin-unreachable' } });
});

it('reports an unreachable origin as such, and writes nothing here', async () => {
  const [here] = clones();
  here.run('remote', 'set-url', 'origin', '/nowhere');
  const answer = { kind: 'unreachable', cause: { code: 'origin-unreachable' } };
  expect(await leaseIn(here).lease.take()).toMatchObject(answer);
  expect(here.run('for-each-ref')).toBe('');
});

it('reveals nothing about the machine that holds it', async () => {
  const [here] = clones();
  const { lease } = leaseIn(here, { run: 'mine' });
  await lease.take();
  const message = here.run('-C', here.run('remote', 'get-url', 'origin'), 'log', '-1', '--format=%B', REF);
  const reported = JSON.parse(message.slice(message.indexOf('{'))) as Record<string, unknown>;
  expect(Object.keys(reported)).toEqual(['format', 'run', 'page', 'user', 'process', 'since', 'until']);
  expect(reported).toMatchObject({ run: 'mine', page: null, user: ownIdentity().user });
  await lease.free();
});
