import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { actionWorld } from '../../support/action/action-world.ts';
import { require } from '../../support/action/reviewed.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';

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
  repo.git('push', '--quiet', 'origin', 'main');

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
