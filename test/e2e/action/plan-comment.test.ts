import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import {
  planCommentOn,
  planCommentsOn,
  promiseOf,
  reported,
  stepsOf,
} from '../../support/action/plan-comments.ts';
import { proposed, require } from '../../support/action/reviewed.ts';
import { digest, welcome } from '../../support/e2e/campaign-texts.ts';

const CAMPAIGNS = { 'welcome.yaml': welcome(), 'digest.yaml': digest() };
const EDIT = { 'welcome.yaml': welcome({ utm: 'web' }) };

test('one comment follows a pull request: created once, kept while nothing changes, edited with each push', async () => {
  // Problems in a file that this pull request doesn't touch are not its news.
  const odd = { 'digest.yaml': `${digest()}id: pasted\n` };
  const world = await actionWorld({ campaigns: { ...CAMPAIGNS, ...odd } });
  const pull = world.openPull('edit', { files: EDIT });
  const opened = await world.plan(pull);
  expect(opened.annotations).toEqual([]);
  expect(opened).toMatchObject({ exit: 0, outputs: { outcome: 'planned', changes: '1', creates: '1' } });
  const first = { ...planCommentOn(world, pull) };
  expect(opened.outputs['comment-url']).toContain(`#issuecomment-${first.id}`);
  expect(promiseOf(first)).toMatchObject({
    ...{ folder: 'campaigns', workspace: 'local', base: 'main', pull: pull.number, head: pull.pull.head.sha },
    part: [1, 1],
  });
  expect(stepsOf(promiseOf(first))).toEqual({ welcome: 'create' });
  const { statuses } = world.github.state;
  expect(statuses).toMatchObject([
    { sha: pull.pull.head.sha, context: 'campaigns/local/plan', state: 'success' },
  ]);
  // The head is the commit that people know, not the test merge.
  expect(first.body).toContain(`<sub>${pull.pull.head.sha.slice(0, 7)} · plan`);
  expect(first.body).toContain(
    'Only the changes in this pull request were planned. Not checked: 1 other campaign.',
  );
  expect(opened.summary).toContain('**creates 1**');

  const again = await world.plan(pull, { event: world.pullEvent(pull, 'reopened') });
  expect(again).toMatchObject({ exit: 0, outputs: { 'comment-url': opened.outputs['comment-url'] } });
  expect(world.github.commentWrites()).toHaveLength(1);

  const event = world.pushTo(pull, { 'welcome.yaml': welcome({ utm: 'web', subject: 'Hello' }) });
  expect(await world.plan(pull, { event })).toMatchObject({ exit: 0 });
  const edited = planCommentOn(world, pull);
  expect(edited.id).toBe(first.id);
  expect(promiseOf(edited)).toMatchObject({ head: pull.pull.head.sha });
  expect(promiseOf(edited)?.head).not.toBe(promiseOf(first)?.head);
  expect(promiseOf(edited)?.plan).not.toBe(promiseOf(first)?.plan);
});

test('a pull request that changes nothing live gets a comment, and none with comment: changes', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const pull = world.openPull('words', { files: { 'welcome.yaml': `# hello\n${welcome()}` } });
  const quiet = await world.plan(pull, { inputs: { comment: 'changes' } });
  expect(quiet).toMatchObject({ exit: 0, annotations: [], outputs: { changes: '0', 'comment-url': '' } });
  expect(world.github.commentWrites()).toEqual([]);
  expect(quiet.summary).toContain('changes nothing');

  expect(await world.plan(pull)).toMatchObject({ exit: 0 });
  const [tag, marker] = planCommentOn(world, pull).body.split('\n');
  expect(tag).toBe('<!-- campaigns-plan:local campaigns -->');
  expect(marker).toMatch(/^<!-- campaigns-review:v2 /);
  expect(stepsOf(promiseOf(planCommentOn(world, pull)))).toEqual({ welcome: '' });

  // An existing comment is updated anyway.
  const event = world.pushTo(pull, { 'digest.yaml': `# hello\n${digest()}` });
  expect(await world.plan(pull, { event, inputs: { comment: 'changes' } })).toMatchObject({ exit: 0 });
  const followed = promiseOf(planCommentOn(world, pull));
  expect(followed?.head).toBe(pull.pull.head.sha);
  expect(stepsOf(followed)).toEqual({ digest: '', welcome: '' });
});

test('a late plan keeps the comment that was reviewed or that a newer run wrote', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const pull = world.openPull('edit', { files: EDIT });
  const first = world.pullEvent(pull, 'opened');
  const folder = world.checkout(first);
  const second = world.pushTo(pull, { 'welcome.yaml': welcome({ utm: 'tv' }) });
  expect(await world.plan(pull, { event: second })).toMatchObject({ outputs: { outcome: 'planned' } });
  const { body } = planCommentOn(world, pull);
  const slow = await world.stepIn(folder, 'plan', { event: first });
  expect(slow).toMatchObject({ exit: 0, outputs: { outcome: 'planned', creates: '1', 'comment-url': '' } });
  expect(reported(slow, 'notice')).toContain('has a newer commit');
  expect(slow.summary).toContain('so its plan comment was not changed');

  world.merge(pull, 'squash');
  const again = await world.run('plan', { event: second });
  expect(again).toMatchObject({ exit: 0, outputs: { outcome: 'planned' } });
  expect(reported(again, 'notice')).toContain('is merged or closed');
  const broken = world.checkout(second);
  writeFileSync(join(broken, 'campaigns', 'welcome.yaml'), 'channel: NOPE');
  expect(await world.stepIn(broken, 'plan', { event: second })).toMatchObject({ exit: 1 });
  expect(planCommentOn(world, pull).body).toBe(body);
});

test('a plan of the same commit with different steps creates a new comment and folds the older one', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const pull = world.openPull('edit', { files: EDIT });
  expect(await world.plan(pull)).toMatchObject({ exit: 0 });
  const first = { ...planCommentOn(world, pull) };
  // The live campaign is edited by hand, so the plan of the same commit is different now.
  const { id } = await world.service.only('Welcome');
  await world.service.editByHand(id, { utm_params: { utm_source: 'web', utm_medium: 'email' } });
  const again = await world.plan(pull, { event: world.pullEvent(pull, 'reopened') });
  expect(again).toMatchObject({ exit: 0, annotations: [] });
  const [older, newer, ...others] = planCommentsOn(world, pull);
  expect(others).toEqual([]);
  expect(older).toMatchObject({ id: first.id, body: first.body, isMinimized: true });
  expect(newer?.isMinimized).toBeUndefined();
  expect(again.outputs['comment-url']).toContain(String(newer?.id));
});

const NOTE = 'Check the **audience** first.\nQuestions: [our guide](https://wiki.example.com/campaigns)';

test('shows a team’s note below the plan, as Markdown, and applies what was shown with it', async () => {
  const world = await actionWorld({ campaigns: { 'note.txt': '' } });
  const pull = await proposed(world, { 'welcome.yaml': welcome() }, { 'comment-note': NOTE });
  const { body } = planCommentOn(world, pull);
  expect(body.indexOf(NOTE)).toBeGreaterThan(body.indexOf('| ➕ |'));
  expect(body.slice(body.indexOf(NOTE) + NOTE.length)).toMatch(/^\n\n<sub>.*<\/sub>\s*$/);
  expect(promiseOf({ body })).toBeDefined();
  world.merge(pull, 'merge');
  require(await world.apply(), 'complete');
  await world.service.only('Welcome');
});

test('a note can’t hide the plan or anything of ours: HTML in it is text', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  await world.repo.campaigns('apply');
  const note = '<details><summary>more</summary><!-- campaigns-plan: x';
  // If there is nothing to do, the comment has one line and the note follows it.
  const pull = await proposed(world, { 'notes.txt': 'x' }, { 'comment-note': note });
  const { body } = planCommentOn(world, pull);
  expect(body).toContain('&lt;details>&lt;summary>more&lt;/summary>&lt;!-- campaigns-plan: x\n\n<sub>');
});
