import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import {
  planCommentOn,
  planCommentsOn,
  promiseOf,
  stepsOf,
  reported,
} from '../../support/action/plan-comments.ts';
import { digest, sale, welcome } from '../../support/e2e/campaign-texts.ts';

const FILES = {
  'welcome.yaml': welcome(),
  'digest.yaml': digest(),
  'letter.yaml': welcome({ name: 'Letter' }).replace(
    /html_content: .*/,
    'html_content: { $file: ./letter.html }',
  ),
  'letter.html': '<p>Hello</p>',
  'note.yaml': welcome({ name: 'Note' }).replace(/connector_name: .*/, 'connector_name: { $var: sender }'),
};
const VARS = 'limits: off\n    vars: { sender: sandbox }';

/** The steps that the comment of a new pull request with these files approves. */
async function touched(world: ActionWorld, branch: string, files: Record<string, string>): Promise<string[]> {
  const pull = world.openPull(branch, { files });
  expect(await world.plan(pull)).toMatchObject({ exit: 0, outputs: { outcome: 'planned' } });
  return Object.keys(stepsOf(promiseOf(planCommentOn(world, pull))));
}

test('a pull request plans what it touches: by a file, a text, a variable, an override, and everything by the policy', async () => {
  const world = await actionWorld({ campaigns: FILES, workspace: VARS });
  const workspaces = world.repo.read('campaigns/workspaces.yaml');
  expect(await touched(world, 'text', { 'letter.html': '<p>Bye</p>' })).toEqual(['letter']);
  const other = workspaces.replace('sender: sandbox', 'sender: other');
  expect(await touched(world, 'variable', { 'workspaces.yaml': other })).toEqual(['note']);
  const override = `${digest()}overrides:\n  local:\n    utm_params: { utm_source: web }\n`;
  expect(await touched(world, 'override', { 'digest.yaml': override })).toEqual(['digest']);
  const policy = `${workspaces}policy: { drift: hold }\n`;
  expect(await touched(world, 'policy', { 'workspaces.yaml': policy })).toEqual([
    ...['digest', 'letter', 'note', 'welcome'],
  ]);
});

test('drift elsewhere is one line with a link to its issue, and drift of a touched campaign is in the plan', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome(), 'digest.yaml': digest() } });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const byHand = { utm_params: { utm_source: 'by hand', utm_medium: 'email' } };
  await world.service.editByHand((await world.service.only('Digest')).id, byHand);
  expect(await world.drift()).toMatchObject({ exit: 0, outputs: { outcome: 'drifted' } });
  const [issue] = world.github.issues();
  const pull = world.openPull('edit', { files: { 'welcome.yaml': welcome({ subject: 'Hello' }) } });
  const ended = await world.plan(pull);
  expect(ended.outputs).toMatchObject({ changes: '1', drifted: '0' });
  const address = `https://github.com/northtrail/campaigns/issues/${issue?.number}`;
  const lines = planCommentOn(world, pull).body.split('\n');
  expect(lines.filter((line) => line.includes('changed in the service'))).toEqual([
    expect.stringContaining(`[the drift issue](${address})`),
  ]);
  expect(ended.summary).toContain(`(${address})`);

  const event = world.pushTo(pull, { 'digest.yaml': digest({ subject: 'Hello' }) });
  const both = await world.plan(pull, { event, inputs: { 'fail-on': 'drift' } });
  expect(both).toMatchObject({
    exit: 1,
    outputs: { outcome: 'planned', 'failure-reason': 'drift', drifted: '1' },
  });
  expect(Object.keys(stepsOf(promiseOf(planCommentOn(world, pull))))).toEqual(['digest', 'welcome']);
  expect(planCommentOn(world, pull).body).not.toContain('the drift issue');
});

test('sets all fourteen outputs, and writes a plan file that apply accepts', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome(), 'digest.yaml': digest() } });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const files = { 'welcome.yaml': welcome({ utm: 'web', status: 'ACTIVE' }), 'sale.yaml': sale() };
  const pull = world.openPull('edit', { files });
  const ended = await world.plan(pull, { inputs: { html: 'out/plan.html' } });
  const plan = ended.outputs['plan-file'] ?? '';
  const { fingerprint } = JSON.parse(readFileSync(plan, 'utf8')) as { fingerprint: string };
  expect(ended.outputs).toEqual({
    ...{
      outcome: 'planned',
      changes: '2',
      creates: '1',
      updates: '1',
      transitions: '1',
      held: '0',
      deferred: '0',
    },
    ...{ drifted: '0', 'resume-at': '', fingerprint, 'failure-reason': '' },
    'plan-file': expect.stringMatching(/\/campaigns-plan-local\.json$/) as string,
    'html-file': expect.stringMatching(/\/workspace\/out\/plan\.html$/) as string,
    'comment-url': `https://github.com/northtrail/campaigns/pull/1#issuecomment-${planCommentOn(world, pull).id}`,
  });
  expect(readFileSync(ended.outputs['html-file'] ?? '', 'utf8')).toContain('<!doctype html>');
  // An unwritable path is reported and affects nothing else.
  const unwritable = await world.plan(pull, { inputs: { html: 'campaigns/welcome.yaml/plan.html' } });
  expect(unwritable.outputs).toEqual({
    ...ended.outputs,
    ...{ outcome: 'failed', 'failure-reason': 'usage', 'html-file': '' },
    'plan-file': expect.stringMatching(/\/campaigns-plan-local\.json$/) as string,
  });
  expect(reported(unwritable, 'error')).toMatch(
    /^The plan can't be written to .*: E\w+: .* Choose another path, such as plan\.html\.$/,
  );
  expect(unwritable.summary).toContain('**creates 1**');
  const tracked = await world.plan(pull, { inputs: { html: 'campaigns/workspaces.yaml' } });
  expect(tracked.outputs).toMatchObject({ outcome: 'failed', 'failure-reason': 'usage', 'html-file': '' });
  expect(reported(tracked, 'error')).toMatch(/workspaces\.yaml/);
  world.merge(pull, 'rebase');
  expect(await world.repo.campaigns('apply', '--plan', plan)).toMatchObject({ status: 0 });
  expect(await world.service.only('Sale')).toMatchObject({ status: 'DRAFT' });
});

test('a guard is reported in a successful plan with the change IDs, and allowing it is an input', async () => {
  const policy = '{ guard: { share: 0.3, at_least: 2 } }';
  const texts = (keys: readonly string[], utm: string) =>
    Object.fromEntries(
      keys.map((key) => [`${key}.yaml`, sale({ name: `Sale ${key}`, status: 'ACTIVE', utm })]),
    );
  const world = await actionWorld({ campaigns: texts(['a', 'b', 'c'], 'shop'), policy });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const pull = world.openPull('edit', { files: texts(['a', 'b'], 'web') });
  const refused = await world.plan(pull, { inputs: { 'fail-on': 'held' } });
  expect(refused).toMatchObject({ exit: 1, outputs: { outcome: 'planned', 'failure-reason': 'held' } });
  const usual = await world.plan(pull);
  expect(usual).toMatchObject({ exit: 0, outputs: { outcome: 'planned', 'failure-reason': '' } });
  const comment = planCommentOn(world, pull);
  expect(comment.body).toContain('the input `allow: guard`');
  expect(stepsOf(promiseOf(comment))).toEqual({ a: 'utm_params', b: 'utm_params' });
  expect(await world.plan(pull, { inputs: { allow: 'guard', only: 'a' } })).toMatchObject({
    exit: 0,
    outputs: { changes: '1', held: '0' },
  });
  // It is another plan of the same commit, so it has a comment of its own.
  expect(planCommentsOn(world, pull).map((one) => Object.keys(stepsOf(promiseOf(one))))).toEqual([
    ['a', 'b'],
    ['a'],
  ]);
});

test('plans campaigns in a folder of their own, with paths from the root of the repository', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  world.repo.git('checkout', '--quiet', 'main');
  world.repo.git('mv', 'campaigns', 'moved');
  world.repo.write('shop/keep', '');
  world.repo.git('mv', 'moved', 'shop/campaigns');
  world.repo.commit('Move');
  world.repo.git('push', '--quiet', 'origin', 'main');
  const wrong = welcome().replace('channel: EMAIL', 'channel: MAIL');
  const pull = world.openPull('edit', {
    files: { '../shop/campaigns/welcome.yaml': welcome({ utm: 'web' }) },
  });
  const inputs = { 'working-directory': 'shop' };
  expect(await world.plan(pull, { inputs })).toMatchObject({ exit: 0, outputs: { changes: '1' } });
  expect(planCommentOn(world, pull, 'local', 'shop/campaigns').body).toContain(
    '/shop/campaigns/welcome.yaml',
  );
  const event = world.pushTo(pull, { '../shop/campaigns/welcome.yaml': wrong });
  expect(await world.plan(pull, { event, inputs })).toMatchObject({
    annotations: [{ file: 'shop/campaigns/welcome.yaml', line: 1, column: 10 }, {}],
  });
  const nowhere = await world.plan(pull, { inputs: { 'working-directory': 'elsewhere' } });
  expect(nowhere).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'usage' } });
  expect(reported(nowhere, 'error')).toContain('working-directory');
});

test.each([
  ['fail-on', 'never', 'usage'],
  ['max-wait', 'soon', 'usage'],
  ['workspace', 'elsewhere', 'usage'],
  ['only', 'no-such-campaign', 'usage'],
  ['api-key', 'another', 'credential'],
])('refuses the input %s: %s', async (input, value, reason) => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  const pull = world.openPull('edit', { files: { 'welcome.yaml': welcome({ utm: 'web' }) } });
  const ended = await world.plan(pull, { inputs: { [input]: value } });
  expect(ended).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': reason } });
  expect(ended.summary).toContain('campaign-reconciler ended early.');
  expect(reported(ended, 'error')).not.toBe('');
  // Reported in the pull request; an unreadable input says nothing about the workspace.
  const isKnown = !['fail-on', 'max-wait'].includes(input);
  expect(world.github.comments(pull.number)).toHaveLength(isKnown ? 1 : 0);
});
