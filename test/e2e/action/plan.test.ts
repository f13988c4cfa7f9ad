import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { expectEnd } from '../../support/action/reviewed.ts';
import { planCommentOn, promiseOf, stepsOf, reported } from '../../support/action/plan-comments.ts';
import { digest, sale, welcome } from '../../support/e2e/campaign-texts.ts';

const FILES = {
  'welcome.yaml': welcome(),
  'digest.yaml': digest(),
  'letter.yaml': welcome({ name: 'Letter', body: './letter.html' }),
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
  expectEnd(both, '1 planned drift', { drifted: '1' });
  expect(Object.keys(stepsOf(promiseOf(planCommentOn(world, pull))))).toEqual(['digest', 'welcome']);
  expect(planCommentOn(world, pull).body).not.toContain('the drift issue');
});

test('sets all fourteen outputs, and writes a plan file that apply accepts', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome(), 'digest.yaml': digest() } });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const files = { 'welcome.yaml': welcome({ utm: 'web', status: 'ACTIVE' }), 'sale.yaml': sale() };
  const pull = world.openPull('edit', { files });
  const ended = await world.plan(pull, { inputs: { html: 'out/plan.html' } });
  const linksToReport = () =>
    planCommentOn(world, pull).body.split('\n').slice(0, 8).join('\n').includes('#artifacts)');
  expect(linksToReport()).toBe(true);
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
  const unwritable = await world.plan(pull, { inputs: { html: '/dev/null/plan.html' } });
  expect(unwritable.outputs).toEqual({
    ...ended.outputs,
    ...{ outcome: 'failed', 'failure-reason': 'usage', 'html-file': '' },
    'plan-file': expect.stringMatching(/\/campaigns-plan-local\.json$/) as string,
  });
  expect(reported(unwritable, 'error')).toMatch(/ can't be written: E\w+: .* choose another path\.$/i);
  expect(unwritable.summary).toContain('**creates 1**');
  expect(linksToReport()).toBe(false);
  const tracked = await world.plan(pull, { inputs: { html: 'campaigns/workspaces.yaml' } });
  expect(tracked.outputs).toMatchObject({ outcome: 'failed', 'failure-reason': 'usage', 'html-file': '' });
  expect(reported(tracked, 'error')).toMatch(/workspaces\.yaml/);
  world.merge(pull, 'rebase');
  expect(await world.repo.campaigns('apply', '--plan', plan)).toMatchObject({ status: 0 });
  expect(await world.service.only('Sale')).toMatchObject({ status: 'DRAFT' });
});

test.each([
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
  expect(world.github.comments(pull.number)).toHaveLength(1);
});
