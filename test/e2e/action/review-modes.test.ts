import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { actionWorld } from '../../support/action/action-world.ts';
import { merged, progressOf, require } from '../../support/action/reviewed.ts';
import { digest, welcome } from '../../support/e2e/campaign-texts.ts';

test('a push without a pull request waits for a review, and can be applied manually with only', async () => {
  const world = await actionWorld({ campaigns: {} });
  await merged(world, { 'welcome.yaml': welcome(), 'digest.yaml': digest() });
  require(await world.apply(), 'complete');
  world.branch('main', { 'welcome.yaml': welcome({ utm: 'tv' }) });
  const pull = await merged(world, { 'digest.yaml': digest({ utm: 'app' }) });
  world.github.faults.down();
  // For this review, only a person has to approve the environment; GitHub isn't asked.
  const byHand = await world.apply({
    event: world.dispatchEvent(),
    inputs: { reviewed: 'ignore', only: 'welcome' },
  });
  expect(require(byHand, 'complete').outputs).toMatchObject({ updates: '1' });
  expect(byHand.annotations.map(({ level }) => level)).toEqual(['warning']);
  world.github.faults.clear();
  expect(require(await world.apply(), 'complete').outputs).toMatchObject({ updates: '1' });
  expect(progressOf(world, pull)).toEqual({ 'digest utm_params': 'done' });
});

test('a later run finds a review that could not be read, wherever others applied from in the meantime', async () => {
  const world = await actionWorld({ campaigns: {} });
  await merged(world, { 'welcome.yaml': welcome() });
  require(await world.apply(), 'complete');
  const pull = await merged(world, { 'welcome.yaml': welcome({ utm: 'tv' }) });
  const wrongKey = await world.apply({ inputs: { 'review-key': 'another, which is as long as keys are' } });
  expect(wrongKey.outputs).toMatchObject({ outcome: 'held', 'failure-reason': 'not-reviewed' });
  expect(wrongKey.summary).toContain('not signed');
  // A branch that was created from main has what was merged there, but none of its pull requests.
  const sha = world.branch('release', { 'note.txt': 'cut from main' });
  const event = { ...world.dispatchEvent(), sha, ref: 'refs/heads/release' };
  expect((await world.apply({ event })).outputs).toMatchObject({ held: '1', changes: '0' });
  expect(require(await world.apply(), 'complete').outputs).toMatchObject({ updates: '1' });
  expect(progressOf(world, pull)).toEqual({ 'welcome utm_params': 'done' });
});

test('applies a merged plan that reverts a change made in the service', async () => {
  const world = await actionWorld({ campaigns: {} });
  await merged(world, { 'welcome.yaml': welcome() });
  require(await world.apply(), 'complete');
  const { id } = await world.service.only('Welcome');
  await world.service.editByHand(id, { utm_params: { utm_source: 'by hand', utm_medium: 'email' } });
  const pull = await merged(world, { 'welcome.yaml': `# Put it back.\n${welcome()}` });
  expect(require(await world.apply(), 'complete').outputs).toMatchObject({ updates: '1' });
  expect(progressOf(world, pull)).toEqual({ 'welcome utm_params': 'done' });
});

const WORKFLOW = '.github/workflows/campaigns-apply-unreviewed.yml';

test('the way around the review: a message that names init, its workflow, and inputs that work', async () => {
  const world = await actionWorld({
    campaigns: { 'welcome.yaml': welcome(), 'second.yaml': welcome({ name: 'Second' }) },
  });
  const { repo } = world;
  const init = await repo.campaigns('init', '--unreviewed');
  expect(init).toMatchObject({ status: 0, stderr: '' });
  expect(repo.git('ls-files', '--others')).toBe(WORKFLOW);
  repo.commit('A way past the review');

  const held = await world.apply();
  expect(held).toMatchObject({ exit: 1, outputs: { outcome: 'held', 'failure-reason': 'not-reviewed' } });
  const file = 'campaigns-apply-unreviewed.yml';
  expect(WORKFLOW).toContain(file);
  expect(held.summary).toContain(`\`${file}\` with \`only: second welcome\``);
  const { on, jobs } = parse(repo.read(WORKFLOW)) as {
    on: { workflow_dispatch: { inputs: object } };
    jobs: { 'apply-unreviewed': { steps: { with: object }[] } };
  };
  const inputs = { only: 'second', allow: '' };
  expect(Object.keys(on.workflow_dispatch.inputs)).toEqual(Object.keys(inputs));
  expect(jobs['apply-unreviewed'].steps.at(-1)?.with).toMatchObject({
    ...{ command: 'apply', reviewed: 'ignore', only: '${{ inputs.only }}', allow: '${{ inputs.allow }}' },
  });
  const event = world.dispatchEvent();
  require(await world.run('apply', { event, inputs: { reviewed: 'ignore', ...inputs } }), 'complete');
  expect(await world.service.writes()).toEqual(['create']);
});
