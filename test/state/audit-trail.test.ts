import { expect, it } from 'vitest';
import type { TrailRecord } from '../../src/apply/ports.ts';
import type { NotConfirmed, TrailEvent } from '../../src/model/trail-event.ts';
import { lastAppliedCommit, readAuditTrail } from '../../src/state/audit-trail.ts';
import { writeCommits } from '../../src/git/tree.ts';
import { key, live } from '../support/builders.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { clones } from '../support/state/clones.ts';
import { recorderIn } from '../support/state/two-clones.ts';

const BRANCH = 'campaigns-state/local';

const CREATED: TrailEvent = { code: 'created', campaignId: live({ key: 'a' }).id };
const UPDATED: TrailEvent = { code: 'updated', components: ['utm_params'] };

it('shows a request once, with its outcome, and a change in the service when it happened', async () => {
  const [clone] = clones();
  const clock = new FakeClock(Date.parse('2031-01-01T09:00:00Z'));
  const recorder = await recorderIn(clone, 'run-1', { commit: 'c0ffee', clock });
  const line = (event: TrailEvent, requestId: string | undefined): TrailRecord => ({
    ...{ key: key('a'), event, components: [], requestId, responseId: null },
    ...{ binding: undefined, closes: undefined },
  });
  const open = (why: NotConfirmed): TrailEvent => ({ code: 'not-confirmed', sent: 'update', why });
  const moved = {
    ...line({ code: 'moved-in-service', from: 'DRAFT', to: 'ACTIVE' }, undefined),
    status: { from: 'DRAFT', to: 'ACTIVE' },
  };
  await recorder.recordOutcome(
    [
      line(CREATED, 'q0'),
      line(open({ code: 'not-shown-yet' }), 'q1'),
      line(open({ code: 'superseded', isAccepted: true }), 'q2'),
      line(UPDATED, 'q1'),
      { ...moved, inService: { by: 'bob@example.com', at: '2030-12-31T23:00:00.500Z' } },
      { ...moved, inService: { by: null, at: null } },
    ],
    { attempts: [], successes: [] },
  );
  const trail = await readAuditTrail(clone.git, [BRANCH]);
  expect(trail.map(({ at, summary, actor, commit }) => [at.slice(0, 16), summary, actor, commit])).toEqual([
    ['2031-01-01T09:00', 'status a: DRAFT → ACTIVE, in the service', 'unknown', null],
    ['2031-01-01T09:00', 'update a: utm_params', 'Ada <ada@example.com>', 'c0ffee'],
    [
      '2031-01-01T09:00',
      'update a: accepted, then replaced by a newer edit before the service showed it',
      'Ada <ada@example.com>',
      'c0ffee',
    ],
    ['2031-01-01T09:00', 'create a: id-a', 'Ada <ada@example.com>', 'c0ffee'],
    ['2030-12-31T23:00', 'status a: DRAFT → ACTIVE, in the service', 'bob@example.com', null],
  ]);
  expect(trail.map(({ editedBy }) => editedBy[0])).toEqual([
    undefined,
    ...Array.from({ length: 3 }, () => 'Eve <eve@example.com>'),
    undefined,
  ]);
  const authors = clone.run('log', '--format=%an <%ae>', BRANCH).split('\n').slice(0, 2);
  expect(authors).toEqual([
    'campaign-reconciler <campaign-reconciler@localhost>',
    'bob@example.com <bob@example.com>',
  ]);
});

it.each([0, 99, 100, 101, 250])('finds the last applied commit below %i newer records', async (newer) => {
  const [clone] = clones();
  const applied = 'a'.repeat(40);
  const record = (trailers: string) => ({
    ...{ message: `a record\n\n${trailers}\n`, author: { name: 'Ada', email: 'ada@example.com' } },
    ...{ at: 1_900_000_000_000, files: new Map<string, string>() },
  });
  const older = record(`Change: update\nCommit: ${'b'.repeat(40)}`);
  const records = [older, record(`Change: create\nCommit: ${applied}`)];
  for (let count = 0; count < newer; count += 1)
    records.push(record(`Change: import\nCommit: ${'c'.repeat(40)}`));
  const tip = await writeCommits(clone.git, records, { parent: undefined, ref: 'refs/campaigns/x' });
  expect(await lastAppliedCommit(clone.git, tip)).toBe(applied);
});

it('finds no applied commit where no apply was recorded', async () => {
  const [clone] = clones();
  const message = `a record\n\nChange: import\nCommit: ${'c'.repeat(40)}\n`;
  const author = { name: 'Ada', email: 'ada@example.com' };
  const records = [{ message, author, at: 1_900_000_000_000, files: new Map<string, string>() }];
  const tip = await writeCommits(clone.git, records, { parent: undefined, ref: 'refs/campaigns/x' });
  expect(await lastAppliedCommit(clone.git, tip)).toBeUndefined();
});
