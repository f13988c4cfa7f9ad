import { describe, expect, it } from 'vitest';
import type { ReviewUpdate, TrailRecord } from '../../src/apply/ports.ts';
import type { StepDigest } from '../../src/model/plan.ts';
import { readAuditTrail } from '../../src/state/audit-trail.ts';
import { key } from '../support/builders.ts';
import type { Clone } from '../support/state/clones.ts';
import {
  at,
  binding,
  BRANCH,
  branchIn,
  catchUp,
  expectOne,
  intent,
  outcome,
  recorderIn,
  START,
  trailOf,
  twoClones,
  utmOf,
  viewOf,
} from '../support/state/two-clones.ts';
import { approvalOf, approvalsOf, done } from '../support/review/comments.ts';

// Outcomes that origin does not accept stay in the clone. They are pushed with what is recorded next, whatever another
// run has recorded there since.

const NONE = { attempts: [], successes: [] };
const digest: StepDigest = { name: 'utm_params', target: 't', base: 'b' };

describe('outcomes that origin does not accept', () => {
  it('are stored one on top of the other, and the first successful push includes them all', async () => {
    const [here, there, origin] = await twoClones();
    const recorder = await recorderIn(here, 'run');
    origin.refuse();
    const notPushed = { kind: 'not-pushed' };
    expect(await recorder.recordOutcome([outcome('a', 'a1')], at(0, 1))).toMatchObject(notPushed);
    expect(await recorder.recordOutcome([outcome('b', 'b1')], at(0, 1))).toMatchObject(notPushed);
    // Attempts that are counted at the end of a run don't cause it to start at the older tip either.
    expect(await recorder.recordOutcome([], at(0, 1, 2))).toMatchObject(notPushed);
    expect(await trailOf(here)).toEqual(['update a: a0', 'update b: b0', 'update a: a1', 'update b: b1']);
    expect(utmOf(await viewOf(there))).toEqual({ a: 'a0', b: 'b0' });
    origin.accept();
    const recorded = await recorder.recordOutcome([outcome('c', 'c1')], at(0, 1, 2));
    expect(recorded).toMatchObject({ kind: 'recorded' });
    const { state } = await expectOne(here, there);
    expect(utmOf({ state })).toEqual({ a: 'a1', b: 'b1', c: 'c1' });
    expect(state.ledger).toEqual(at(0, 1, 2));
    expect((await trailOf(here)).slice(2)).toEqual(['update a: a1', 'update b: b1', 'update c: c1']);
  });

  it('stay unchanged when an intent after them is refused', async () => {
    const [here, , origin] = await twoClones();
    const recorder = await recorderIn(here, 'run');
    origin.refuse();
    await recorder.recordOutcome([outcome('a', 'a1')], at(0));
    expect(await recorder.intend([intent('b', 'b1', 'run')], at(0))).toMatchObject({ kind: 'not-pushed' });
    expect((await viewOf(here)).state.open).toEqual([]);
    expect(utmOf(await viewOf(here))).toEqual({ a: 'a1', b: 'b0' });
  });
});

/** What another run records in its clone. */
const byOther = async (there: Clone, outcomes: readonly TrailRecord[], used = at(0)) =>
  (await recorderIn(there, 'other')).recordOutcome(outcomes, used);

/** An outcome that only this clone has, after what both know. */
async function unpushed(known?: ReviewUpdate, one = outcome('a', 'a1'), used = at(0)) {
  const [here, there, origin] = await twoClones();
  if (known) await (await recorderIn(here, 'run')).approve(known);
  const recorder = await recorderIn(here, 'run');
  origin.refuse();
  await recorder.recordOutcome([one], used);
  origin.accept();
  return { here, there, recorder };
}

describe('when another run has recorded something at origin since', () => {
  /** An outcome of `a` that only this clone has, while its intent is open at origin. */
  async function parted(): Promise<[Clone, Clone]> {
    const [here, there, origin] = await twoClones();
    const recorder = await recorderIn(here, 'run', { commit: 'c0ffee' });
    await recorder.intend([intent('a', 'a1', 'run')], at(0));
    origin.refuse();
    await recorder.recordOutcome([outcome('a', 'a1')], at(0, 1));
    origin.accept();
    return [here, there];
  }

  it('combines both histories, with every entry and every binding', async () => {
    const [here, there] = await parted();
    await byOther(there, [outcome('b', 'b1'), outcome('c', 'c1')], at(0, 2));
    const known = await viewOf(here);
    expect(utmOf(known)).toEqual({ a: 'a1', b: 'b1', c: 'c1' });
    expect(known.state.open).toEqual([]);
    expect((await trailOf(here, [BRANCH, known.tip ?? ''])).sort()).toEqual(
      ['update a: a0', 'update b: b0', 'update b: b1', 'update c: c1', 'update a: a1'].sort(),
    );

    await catchUp(here);
    const { state } = await expectOne(here, there);
    expect(utmOf({ state })).toEqual({ a: 'a1', b: 'b1', c: 'c1' });
    expect(state.open).toEqual([]);
    expect(state.ledger).toEqual(at(0, 1, 2));
    expect((await trailOf(here)).slice(2)).toEqual(['update b: b1', 'update c: c1', 'update a: a1']);
    const [line] = await readAuditTrail(here.git, [BRANCH]);
    expect(line).toMatchObject({
      ...{ at: new Date(START).toISOString(), actor: 'Ada <ada@example.com>' },
      ...{ requestId: 'a1', run: 'run', commit: 'c0ffee' },
    });
    expect(await catchUp(here)).toEqual(await viewOf(there));
  });

  it('shows once what the other run found out about the same request', async () => {
    const [here, there] = await parted();
    await byOther(there, [outcome('a', 'a1')], at(0, 1));
    const tip = there.run('rev-parse', BRANCH);
    await catchUp(here);
    await expectOne(here, there);
    expect(here.run('rev-parse', BRANCH)).toBe(tip);
    expect((await trailOf(here)).slice(2)).toEqual(['update a: a1']);
  });

  it('keeps its record of the same campaign, because it read the campaign later, and the entry of ours', async () => {
    const [here, there] = await parted();
    const event = { code: 'not-done', sent: 'update', why: { code: 'campaign-gone' } } as const;
    await byOther(there, [outcome('a', 'a1', { event, binding: undefined }), outcome('a', 'a2')]);
    await catchUp(here);
    const { state } = await expectOne(here, there);
    expect(utmOf({ state })).toEqual({ a: 'a2', b: 'b0' });
    expect((await trailOf(here)).slice(2)).toEqual(['update-not-done a: a1', 'update a: a2', 'update a: a1']);
  });

  it('drops an entry that a request is not confirmed yet if its outcome is known', async () => {
    const [here, there, origin] = await twoClones();
    const open = intent('a', 'a1', 'run');
    const recorder = await recorderIn(here, 'run');
    await recorder.intend([open], at(0));
    origin.refuse();
    const keepsOpen = { ...open, answered: START };
    const event = { code: 'not-confirmed', sent: 'update', why: { code: 'not-shown-yet' } } as const;
    const waiting = { event, binding: undefined, closes: undefined, keepsOpen };
    await recorder.recordOutcome([outcome('a', 'a1', waiting)], at(0));
    origin.accept();
    expect((await viewOf(here)).state.open).toMatchObject([{ answered: START }]);
    await byOther(there, [outcome('a', 'a1')]);
    await catchUp(here);
    const { state } = await expectOne(here, there);
    expect(state.open).toEqual([]);
    expect((await trailOf(here)).slice(2)).toEqual(['update a: a1']);
  });

  it('applies the removal or move of a binding there too', async () => {
    const [here, there, origin] = await twoClones();
    const recorder = await recorderIn(here, 'run');
    origin.refuse();
    await recorder.edit({ change: 'forget', keys: [key('a')] });
    await recorder.edit({ change: 'move', from: key('b'), to: key('moved') });
    origin.accept();
    await byOther(there, [outcome('c', 'c1')]);
    await catchUp(here);
    expect(utmOf(await expectOne(here, there))).toEqual({ c: 'c1', moved: 'b0' });
  });

  it('keeps what was reported as not reviewed unless either knows better', async () => {
    const report = (changes: Record<string, string>) => ({
      approvals: [],
      reported: new Map(Object.entries(changes).map(([name, change]) => [key(name), change.repeat(16)])),
    });
    const { here, there } = await unpushed(report({ a: '1', b: '1' }));
    await (await recorderIn(there, 'other')).approve(report({ a: '1', b: '2', c: '1' }));
    await catchUp(here);
    const { state } = await expectOne(here, there);
    expect(Object.fromEntries(state.reported)).toEqual({ b: '2'.repeat(16), c: '1'.repeat(16) });
  });

  it('steps of a review are done for both, whichever run did them', async () => {
    const approvals = approvalsOf(approvalOf(7, { a: [digest], b: [digest], c: [digest] }));
    const { here, there } = await unpushed({ approvals, reported: new Map() });
    await byOther(there, [outcome('b', 'b1')]);
    await catchUp(here);
    const { state } = await expectOne(here, there);
    const [step] = approvalOf(7, { c: [digest] }).approval.steps;
    const steps = [done('a', 'utm_params'), done('b', 'utm_params'), step];
    expect(state.approvals).toMatchObject([{ pull: 7, steps }]);
  });

  it.each([
    ['here', true],
    ['there', false],
  ])('the newer code commit stays the last one that was applied: %s', async (_, isNewerHere) => {
    const [here, there, origin] = await twoClones();
    const commit = (text: string) => {
      const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
      here.run(...who, 'commit', '--quiet', '--allow-empty', '-m', text);
      return here.run('rev-parse', 'HEAD');
    };
    const [older, newer] = [commit('older'), commit('newer')];
    here.run('push', '--quiet', 'origin', 'HEAD:refs/heads/code');
    there.run('fetch', '--quiet', 'origin');
    const recorder = await recorderIn(here, 'run', { commit: isNewerHere ? newer : older });
    origin.refuse();
    await recorder.recordOutcome([outcome('a', 'a1')], at(0));
    origin.accept();
    const other = await recorderIn(there, 'other', { commit: isNewerHere ? older : newer });
    await other.recordOutcome([outcome('b', 'b1')], at(0));
    expect((await viewOf(here)).state.lastCommit).toBe(newer);
    await catchUp(here);
    expect((await expectOne(here, there)).state.lastCommit).toBe(newer);
  });

  it('a run in progress puts its outcomes on top of both', async () => {
    const { here, there, recorder } = await unpushed();
    await byOther(there, [outcome('b', 'b1')]);
    expect(await recorder.recordOutcome([outcome('c', 'c1')], at(0))).toMatchObject({ kind: 'recorded' });
    expect(utmOf(await expectOne(here, there))).toEqual({ a: 'a1', b: 'b1', c: 'c1' });
    expect((await trailOf(here)).slice(2).sort()).toEqual(['update a: a1', 'update b: b1', 'update c: c1']);
  });

  it('two bindings of one campaign are left for a person to choose from', async () => {
    const { here, there } = await unpushed(undefined, outcome('c', 'c1'), NONE);
    const same = { ...binding('c', 'd1'), key: key('d') };
    await byOther(there, [outcome('d', 'd1', { binding: same })], NONE);
    const tip = here.run('rev-parse', BRANCH);
    expect(await branchIn(here).read()).toMatchObject({ code: 'state-diverged' });
    expect(here.run('rev-parse', BRANCH)).toBe(tip);
  });
});
