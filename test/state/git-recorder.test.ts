import type { Overtaken } from '../../src/model/failure.ts';
import { expect, it } from 'vitest';
import type { TrailRecord } from '../../src/apply/ports.ts';
import type { Binding, Intent, Ledger, State } from '../../src/model/state.ts';
import type { GitRecorder } from '../../src/state/git-recorder.ts';
import { readAuditTrail } from '../../src/state/audit-trail.ts';
import { bindingOf, key, live } from '../support/builders.ts';
import { clones, type Clone } from '../support/state/clones.ts';
import { at, BRANCH, intent, outcome, recorderIn, viewOf } from '../support/state/two-clones.ts';

const NONE: Ledger = { attempts: [], successes: [] };

function update(name: string, run: string): Intent {
  return intent(name, `${run} ${name}`, run);
}

function done(name: string, run: string, ofIts: Binding = bindingOf(live({ key: name }))): TrailRecord {
  return outcome(name, `${run} ${name}`, { binding: ofIts });
}

/** What was recorded and by which run, newest first. */
function recordsOf(clone: Clone, ref = BRANCH): string[] {
  return clone.run('log', '--format=%s, by %(trailers:key=Run,valueonly,separator=%x2C)', ref).split('\n');
}

async function two(): Promise<[Clone, Clone, GitRecorder, GitRecorder]> {
  const [here, there] = clones();
  const first = await recorderIn(here, 'first');
  await first.recordOutcome([done('a', 'first'), done('b', 'first')], NONE);
  return [here, there, await recorderIn(here, 'ours'), await recorderIn(there, 'theirs')];
}

it('an intent that lost its race is put on top of what the winner recorded, and counts what both counted', async () => {
  const [here, , ours, theirs] = await two();
  expect(await theirs.intend([update('a', 'theirs')], at(1))).toEqual({ kind: 'recorded' });
  const answer = await ours.intend([update('b', 'ours')], at(1, 2));
  const news = { changed: new Set(['a']), state: { ledger: at(1, 1, 2) } };
  expect(answer).toMatchObject({ kind: 'recorded', news });
  const { state } = await viewOf(here);
  expect(state.open.map(({ requestId }) => requestId).sort()).toEqual(['ours b', 'theirs a']);
  expect(state.ledger).toEqual(at(1, 1, 2));
});

it('does not open an intent for a campaign that the winner is working on', async () => {
  const [here, , ours, theirs] = await two();
  await theirs.intend([update('a', 'theirs')], NONE);
  expect(await ours.intend([update('a', 'ours'), update('b', 'ours')], NONE)).toEqual({
    ...{ kind: 'lost-race', cause: { code: 'work-open', key: 'a', found: [], workspace: 'local' } },
  });
  const { state } = await viewOf(here);
  expect(state.open.map(({ requestId }) => requestId)).toEqual(['theirs a']);
});

it('records an outcome that lost its race on top of the winner, several times if necessary', async () => {
  const [here, , ours, theirs] = await two();
  await ours.intend([update('b', 'ours')], at(1));
  await theirs.reload(NONE);
  await theirs.intend([update('a', 'theirs')], at(2));
  const observed = { ...live({ key: 'a' }).components, utm_params: { utm_source: 'theirs' } };
  await theirs.recordOutcome([done('a', 'theirs', bindingOf(live({ key: 'a' }), { observed }))], at(2));
  const answer = await ours.recordOutcome([done('b', 'ours')], at(1, 3));
  expect(answer).toMatchObject({ kind: 'recorded', news: { changed: new Set(['a']) } });
  const { state } = await viewOf(here);
  expect(state.open).toEqual([]);
  expect(state.ledger).toEqual(at(1, 2, 3));
  expect(recordsOf(here)).toEqual([
    'update b: utm_params, by ours',
    'update a: utm_params, by theirs',
    'intent: update a, by theirs',
    'intent: update b, by ours',
    'update b: utm_params, by first',
    'update a: utm_params, by first',
  ]);
});

it('stores and reports an outcome that the winner recorded differently, and records the others', async () => {
  const [here, there, ours, theirs] = await two();
  await ours.intend([update('a', 'ours'), update('b', 'ours')], NONE);
  await theirs.reload(NONE);
  const edited = bindingOf(live({ key: 'a' }), { observed: { utm_params: {} } });
  await theirs.recordOutcome([done('a', 'theirs', edited)], NONE);
  const answer = await ours.recordOutcome([done('a', 'ours'), done('b', 'ours')], at(1));
  const ref = 'refs/campaigns/kept/local/ours';
  const cause = { code: 'state-diverged', branch: 'campaigns-state/local', kept: ref };
  expect(answer).toEqual({ kind: 'lost-race', cause });
  expect(recordsOf(here, 'refs/campaigns/kept/local/ours').slice(0, 2)).toEqual([
    'update b: utm_params, by ours',
    'update a: utm_params, by ours',
  ]);
  const { state } = await viewOf(there);
  expect(state.open.map(({ requestId }) => requestId)).toEqual(['ours a']);
  expect(state.ledger).toEqual(at(1));
});

it('a branch that was deleted in the meantime is restored with everything in this clone', async () => {
  const [here, , ours] = await two();
  await ours.intend([update('a', 'ours')], at(1));
  here.run('push', '--quiet', 'origin', `:${BRANCH}`);
  expect(await ours.recordOutcome([done('a', 'ours')], at(1, 2))).toMatchObject({ kind: 'recorded' });
  const { state } = await viewOf(here);
  expect([...state.bindings.keys()].sort()).toEqual(['a', 'b']);
  expect(state.open).toEqual([]);
  expect(state.ledger).toEqual(at(1, 2));
});

it('without an origin, the loser of a race builds on the winner anyway', async () => {
  const [here] = clones({ origin: false });
  const [ours, theirs] = [await recorderIn(here, 'ours'), await recorderIn(here, 'theirs')];
  expect(await theirs.recordOutcome([done('a', 'theirs')], at(1))).toEqual({ kind: 'recorded' });
  expect(await ours.recordOutcome([done('b', 'ours')], at(2))).toMatchObject({ kind: 'recorded' });
  const { state } = await viewOf(here);
  expect([...state.bindings.keys()].sort()).toEqual(['a', 'b']);
  expect(state.ledger).toEqual(at(1, 2));
});

it('does not forget a binding that changed since it was shown', async () => {
  const [, , ours, theirs] = await two();
  await theirs.edit({ change: 'forget', keys: [key('a')] });
  expect(await ours.edit({ change: 'forget', keys: [key('b')] })).toMatchObject({ kind: 'lost-race' });
});

const NEWER: Overtaken = { code: 'overtaken', commit: '2'.repeat(40), isNewer: true };

it('a run that a newer commit overtook learns it, and its open requests do not hide that commit', async () => {
  const [here, there] = await two();
  const [older, newer] = ['1'.repeat(40), '2'.repeat(40)];
  const overtaken = ({ lastCommit }: State) => Promise.resolve(lastCommit === newer ? NEWER : undefined);
  const ours = await recorderIn(here, 'ours', { commit: older, overtaken });
  const theirs = await recorderIn(there, 'theirs', { commit: newer });
  await ours.intend([update('b', 'ours')], NONE);
  await theirs.reload(NONE);
  const adopted = bindingOf(live({ key: 'a' }), { adopted: ['utm_params'] });
  await theirs.recordOutcome([done('a', 'theirs', adopted)], NONE);
  expect(await ours.recordOutcome([done('b', 'ours')], NONE)).toMatchObject({ news: { overtaken: NEWER } });
  const { state, tip = '' } = await viewOf(there);
  expect(state.lastCommit).toBe(newer);
  const trail = await readAuditTrail(there.git, [tip]);
  expect(trail.slice(0, 2).map(({ key: name, commit }) => [name, commit])).toEqual([
    ['b', older],
    ['a', newer],
  ]);
});

it('creations with a time in the future count from now, on the branch too, and only once', async () => {
  const [here, there, ours, theirs] = await two();
  await theirs.recordOutcome([], at(0, 365 * 86_400_000));
  await ours.recordOutcome([], at(1));
  await ours.reload(at(1));
  const late = await recorderIn(there, 'late');
  expect(late.state.ledger).toEqual(at(0, 0, 1));
  const { tip } = await viewOf(here);
  await late.recordOutcome([], late.state.ledger);
  expect((await viewOf(there)).tip).toBe(tip);
});

it('never writes a second key for a campaign, and a campaign that changes its key has one', async () => {
  const [here, , ours] = await two();
  const before = await viewOf(here);
  const twice = { ...bindingOf(live({ key: 'a' })), key: key('c') };
  await expect(ours.edit({ change: 'adopt', bindings: [twice] })).rejects.toThrow('bound-twice');
  await expect(ours.recordOutcome([done('c', 'ours', twice)], NONE)).rejects.toThrow('bound-twice');
  expect((await viewOf(here)).tip).toBe(before.tip);
  expect(await ours.edit({ change: 'move', from: key('a'), to: key('c') })).toEqual({ kind: 'recorded' });
  expect([...(await viewOf(here)).state.bindings.keys()]).toEqual(['b', 'c']);
});
