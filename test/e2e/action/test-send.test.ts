import { expect, test } from 'vitest';
import { stickyTag } from '../../../src/action/sticky-comment.ts';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { reported } from '../../support/action/plan-comments.ts';
import { digest, welcome } from '../../support/e2e/campaign-texts.ts';
import type { JsonMap } from '../../support/e2e/live-service.ts';
import { workspacesText } from '../../support/e2e/test-repository.ts';
import type { Pull } from '../../support/github/state.ts';

// `command: test-send`: a label sends the messages of a pull request to standing recipients, once for each head commit.

const CAMPAIGNS = { 'welcome.yaml': welcome(), 'digest.yaml': digest() };
const RECIPIENTS =
  'limits: off\n    test_recipients: [{ id: qa@example.com, channel: EMAIL }, { id: u-1, channel: PUSH }]';
const EDIT = { 'welcome.yaml': welcome({ subject: 'Hello' }) };

const opened = (workspace = RECIPIENTS) => actionWorld({ campaigns: CAMPAIGNS, workspace });

async function outbox(world: ActionWorld): Promise<JsonMap[]> {
  return (await world.service.control('GET', 'outbox')).messages as JsonMap[];
}

async function subjects(world: ActionWorld): Promise<unknown[]> {
  return (await outbox(world)).map(({ to, content }) => [to, (content as JsonMap).subject]);
}

/** The only comment about test messages. */
function commentOn(world: ActionWorld, { number }: Pull) {
  const tag = stickyTag({ purpose: 'test', workspace: 'local', folder: 'campaigns' });
  const found = world.github.comments(number).filter(({ body }) => body.startsWith(tag));
  expect(found).toHaveLength(1);
  return found[0] ?? { id: 0, body: '' };
}

test('the label sends what the pull request changes, as its head says, and a comment has the results', async () => {
  const world = await opened();
  const pull = world.openPull('edit', { files: EDIT });
  const ended = await world.testSend(pull, { inputs: { comment: 'never' } });
  expect(ended).toMatchObject({
    exit: 0,
    annotations: [],
    outputs: { outcome: 'sent', 'failure-reason': '' },
  });
  expect(await subjects(world)).toEqual([['qa@example.com', 'Hello']]);
  const { id, body } = commentOn(world, pull);
  expect(ended.outputs['comment-url']).toContain(`#issuecomment-${id}`);
  expect(body).toContain('### Test messages · local');
  expect(body).toMatch(/\| ✅ \| \[welcome\]\(.*\) \| qa&?@?.*EMAIL, default, variation_1 \| sent/);
  expect(body).toContain(pull.pull.head.sha.slice(0, 7));
  expect(body).not.toContain('digest');
  expect(ended.summary).toContain('Test messages');
  // Nothing else is written, neither to the service nor to GitHub.
  expect(await world.service.writes()).toEqual(['test']);
  expect(new Set(world.github.writes().map(({ operation }) => operation))).toEqual(
    new Set(['issues/create-comment', 'issues/update-comment']),
  );
});

test('the same head is sent once, whatever happened to the comment text; a new head again', async () => {
  const world = await opened();
  const pull = world.openPull('edit', { files: EDIT });
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'sent' } });
  const first = pull.pull.head.sha;
  const comment = world.github.comments(pull.number)[0];
  if (comment) comment.body = comment.body.replaceAll('sent', 'edited by hand');
  const again = await world.testSend(pull);
  expect(again).toMatchObject({ exit: 0, outputs: { outcome: 'skipped', 'failure-reason': '' } });
  expect(reported(again, 'notice')).toContain(first.slice(0, 7));
  expect(commentOn(world, pull).body).toContain('nothing was sent again');
  expect(await outbox(world)).toHaveLength(1);

  // A push alone sends nothing; the label then sends the new head.
  const pushed = world.pushTo(pull, { 'welcome.yaml': welcome({ subject: 'Hello again' }) });
  expect(await world.testSend(pull, { event: pushed })).toMatchObject({ outputs: { outcome: 'skipped' } });
  expect(await outbox(world)).toHaveLength(1);
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'sent' } });
  expect(await subjects(world)).toEqual([
    ['qa@example.com', 'Hello'],
    ['qa@example.com', 'Hello again'],
  ]);
  // A push that goes back to the first head.
  pull.pull.head.sha = first;
  world.repo.gitAtOrigin('update-ref', 'refs/heads/edit', first);
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'skipped' } });
  expect(await outbox(world)).toHaveLength(2);
  commentOn(world, pull);
});

test('recipients come from the base branch, and settings alone change no message', async () => {
  const world = await opened();
  const workspace = RECIPIENTS.replace('qa@example.com', 'everybody@example.com');
  const url = world.service.url;
  const files = { 'workspaces.yaml': workspacesText({ url, workspace, policy: undefined }) };
  const settings = world.openPull('settings', { files });
  expect(await world.testSend(settings)).toMatchObject({ exit: 0, outputs: { outcome: 'skipped' } });
  const both = world.openPull('both', { files: { ...files, ...EDIT } });
  expect(await world.testSend(both)).toMatchObject({ outputs: { outcome: 'sent' } });
  expect(await subjects(world)).toEqual([['qa@example.com', 'Hello']]);
});

test('without recipients nothing is sent, and the same head can be tested later', async () => {
  const world = await opened('limits: off');
  const pull = world.openPull('edit', { files: EDIT });
  expect(await world.testSend(pull)).toMatchObject({ exit: 0, outputs: { outcome: 'skipped' } });
  expect(commentOn(world, pull).body).toContain('test_recipients');
  const text = workspacesText({ url: world.service.url, workspace: RECIPIENTS, policy: undefined });
  world.branch('main', { 'workspaces.yaml': text });
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'sent' } });
  expect(await outbox(world)).toHaveLength(1);
});

test.each(['bug', 'send-tests', ''])('the label %j sends nothing', async (label) => {
  const world = await opened();
  const pull = world.openPull('edit', { files: EDIT });
  const ended = await world.testSend(pull, { event: world.labelEvent(pull, label) });
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'skipped' } });
  expect([await outbox(world), world.github.writes()]).toEqual([[], []]);
});

test('a fork sends nothing, even with all secrets; a merged pull request, a push and a dispatch neither', async () => {
  const world = await opened();
  const fork = world.openPull('edit', { files: EDIT, fork: 'mallory/campaigns' });
  expect(await world.testSend(fork)).toMatchObject({ exit: 0, outputs: { outcome: 'skipped' } });
  const pull = world.openPull('other', { files: EDIT });
  world.merge(pull);
  expect(await world.testSend(pull)).toMatchObject({ exit: 0, outputs: { outcome: 'skipped' } });
  for (const event of [world.pushEvent(), world.dispatchEvent()])
    expect(await world.run('test-send', { event })).toMatchObject({
      ...{ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'usage' } },
    });
  expect([await outbox(world), world.github.writes()]).toEqual([[], []]);
});

test.each<readonly [what: string, inputs: Record<string, string>, reason: string]>([
  ['no review key', { 'review-key': '' }, 'usage'],
  ['no API key', { 'api-key': '' }, 'credential'],
  ['no token', { 'github-token': '' }, 'github'],
])('with %s nothing is sent', async (_, inputs, reason) => {
  const world = await opened();
  const pull = world.openPull('edit', { files: EDIT });
  const ended = await world.testSend(pull, { inputs });
  expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': reason } });
  expect(await outbox(world)).toEqual([]);
});

test('a key that is refused ends the run; nothing was sent, so the same head can be tested when it is right', async () => {
  const world = await opened();
  const pull = world.openPull('edit', { files: { ...EDIT, 'digest.yaml': digest({ subject: 'New' }) } });
  await world.service.arm({ kind: 'status', status: 401, operation: 'test', times: 5 });
  expect(await world.testSend(pull)).toMatchObject({
    ...{ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'credential' } },
  });
  expect((await world.service.writes()).filter((one) => one === 'test')).toHaveLength(1);
  await world.service.disarm();
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'sent' } });
  expect(await outbox(world)).toHaveLength(2);
});

test('what the service refuses or fails is in the comment, the rest is sent, and the step fails', async () => {
  const world = await opened();
  const files = { ...EDIT, 'digest.yaml': digest({ subject: 'New' }) };
  const pull = world.openPull('edit', { files });
  await world.service.arm({ kind: 'status', status: 400, operation: 'test' });
  const ended = await world.testSend(pull);
  expect(ended).toMatchObject({
    exit: 1,
    outputs: { outcome: 'failed', 'failure-reason': 'changes-failed' },
  });
  const { body } = commentOn(world, pull);
  expect(body).toContain('400');
  expect(await subjects(world)).toEqual([['qa@example.com', 'Hello']]);
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'skipped' } });
  expect(await outbox(world)).toHaveLength(1);
});

test('an unclear answer is not sent again, and the comment says that it is unknown', async () => {
  const world = await opened();
  const pull = world.openPull('edit', { files: EDIT });
  await world.service.arm({ kind: 'reset-after', operation: 'test' });
  expect(await world.testSend(pull)).toMatchObject({
    exit: 1,
    outputs: { 'failure-reason': 'changes-failed' },
  });
  expect(commentOn(world, pull).body).toContain("isn't known");
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'skipped' } });
  expect(await outbox(world)).toHaveLength(1);
});

test('without the mark nothing is sent: GitHub refuses it, it was edited, or signed with another key', async () => {
  const world = await opened();
  const pull = world.openPull('edit', { files: EDIT });
  const token = world.github.jobToken({ contents: 'read', 'pull-requests': 'read' });
  const refused = await world.testSend(pull, { token });
  expect(refused).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'github' } });
  expect(reported(refused, 'error')).toContain('pull-requests: write');
  expect(await outbox(world)).toEqual([]);

  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'sent' } });
  const event = world.pushTo(pull, { 'welcome.yaml': welcome({ subject: 'Third' }) });
  expect(event.name).toBe('pull_request');
  const comment = commentOn(world, pull);
  const otherKey = { inputs: { 'review-key': 'another review key of 32 characters' } };
  const failure = { exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'changes-failed' } };
  expect(await world.testSend(pull, otherKey)).toMatchObject(failure);
  const good = comment.body;
  comment.body = good.replace(/"heads":\["[0-9a-f]{40}"\]/, '"heads":[]');
  expect(comment.body).not.toBe(good);
  expect(await world.testSend(pull)).toMatchObject(failure);
  expect(await outbox(world)).toHaveLength(1);
  comment.body = good;
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'sent' } });
});

test('if the comment can not be written any more, nothing else is sent', async () => {
  const world = await opened();
  const files = { ...EDIT, 'digest.yaml': digest({ subject: 'New' }) };
  const pull = world.openPull('edit', { files });
  world.github.faults.next(
    { status: 403, body: { message: 'no' } },
    { operation: 'issues/update-comment', times: 1 },
  );
  const ended = await world.testSend(pull);
  expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'github' } });
  expect(await subjects(world)).toEqual([['qa@example.com', 'New']]);
  expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'skipped' } });
  expect(await outbox(world)).toHaveLength(1);
});

test('two runs at the same time: one of them sends', async () => {
  const world = await opened();
  const pull = world.openPull('edit', { files: EDIT });
  const event = world.labelEvent(pull);
  const ended = await Promise.all([world.testSend(pull, { event }), world.testSend(pull, { event })]);
  expect(ended.map(({ outputs }) => outputs.outcome).sort()).toEqual(['sent', 'skipped']);
  expect(await outbox(world)).toHaveLength(1);
  commentOn(world, pull);
});

test.each(['the first head', 'another head'])(
  'two runs of %s, one of which writes its mark only when the other has ended: one of them sends',
  async (head) => {
    const world = await opened();
    const pull = world.openPull('edit', { files: EDIT });
    if (head === 'another head') {
      expect(await world.testSend(pull)).toMatchObject({ outputs: { outcome: 'sent' } });
      world.pushTo(pull, { 'welcome.yaml': welcome({ subject: 'Hello again' }) });
    }
    const before = (await outbox(world)).length;
    const event = world.labelEvent(pull);
    let held = false;
    let letGo: () => void = () => undefined;
    const otherEnded = new Promise<void>((resolve) => (letGo = resolve));
    world.github.onArrival = (method) => {
      if (held || method === 'GET') return Promise.resolve();
      held = true;
      return otherEnded;
    };
    const run = () => world.testSend(pull, { event }).finally(letGo);
    const ended = await Promise.all([run(), run()]);
    expect(ended.map(({ outputs }) => outputs.outcome).sort()).toEqual(['sent', 'skipped']);
    expect(await outbox(world)).toHaveLength(before + 1);
    const [comment] = world.github.comments(pull.number).filter(({ body }) => body.includes('Test messages'));
    expect(commentOn(world, pull).body).toBe(comment?.body);
    expect(await world.testSend(pull, { event })).toMatchObject({ outputs: { outcome: 'skipped' } });
  },
);

test('a pull request that changes the target of the key sends nothing, nor one with invalid files', async () => {
  const world = await opened();
  const text = workspacesText({
    url: 'https://elsewhere.example.com/',
    workspace: RECIPIENTS,
    policy: undefined,
  });
  const moved = world.openPull('moved', { files: { ...EDIT, 'workspaces.yaml': text } });
  expect(await world.testSend(moved)).toMatchObject({ exit: 1, outputs: { outcome: 'failed' } });
  const broken = world.openPull('broken', { files: { 'welcome.yaml': 'x: [' } });
  expect(await world.testSend(broken)).toMatchObject({
    ...{ exit: 1, outputs: { outcome: 'invalid', 'failure-reason': 'invalid-files' } },
  });
  expect([await outbox(world), world.github.writes()]).toEqual([[], []]);
});
