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
  const without = await world.apply();
  expect(without).toMatchObject({ exit: 1, outputs: { outcome: 'held', 'failure-reason': 'not-reviewed' } });
  expect(without.summary).toContain('add it with the init command');
  expect(without.summary).not.toContain('Run workflow');

  const { repo } = world;
  const init = await repo.campaigns('init', '--unreviewed');
  expect(init).toMatchObject({ status: 0, stderr: '' });
  expect(repo.git('ls-files', '--others')).toBe(WORKFLOW);
  repo.commit('A way past the review');
  repo.git('push', '--quiet', 'origin', 'main');

  const held = await world.apply();
  const file = 'campaigns-apply-unreviewed.yml';
  expect(WORKFLOW).toContain(file);
  expect(held.summary).toContain(`/actions/workflows/${file}), choose **Run workflow**`);
  expect(held.summary).toContain('- branch: `main`\n- only: `second welcome`\n');
  const { on, jobs } = parse(repo.read(WORKFLOW)) as {
    on: { workflow_dispatch: { inputs: object } };
    jobs: { 'apply-unreviewed': { steps: { with: object }[] } };
  };
  const inputs = { only: 'second', allow: '' };
  expect(Object.keys(on.workflow_dispatch.inputs)).toEqual(Object.keys(inputs));
  expect(jobs['apply-unreviewed'].steps.at(-1)?.with).toMatchObject({
    ...{ command: 'apply', reviewed: 'ignore', only: '${{ inputs.only }}', allow: '${{ inputs.allow }}' },
  });
  const event = world.dispatchEvent(inputs);
  require(await world.run('apply', { event, inputs: { reviewed: 'ignore', ...inputs } }), 'complete');
  expect(await world.service.writes()).toEqual(['create']);
});

test('a copy is published by the run that its message names, and by no other that allows the same', async () => {
  const same = { subject: 'Welcome!', status: 'ACTIVE' } as const;
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome(same) } });
  const { repo, service } = world;
  require(await world.apply({ inputs: { reviewed: 'ignore' } }), 'complete');
  await repo.campaigns('init', '--unreviewed');
  for (const name of ['a', 'b']) repo.write(`campaigns/${name}.yaml`, welcome({ ...same, name }));
  repo.commit('Two copies, and a way past the review');
  repo.git('push', '--quiet', 'origin', 'main');

  const applied = (only: string) => world.apply({ inputs: { reviewed: 'ignore', allow: 'same-name', only } });
  const blocked = await applied('a b');
  expect(blocked.summary).toContain('To send users the same message twice, open');
  expect(blocked.summary).toContain(
    '- only: `a` or `b` (only one of them in each run)\n- allow: `same-name`\n',
  );
  expect(await service.writes()).toEqual(['create', 'publish', 'create', 'create']);
  require(await applied('b'), 'complete');
  expect(await service.named('b')).toMatchObject([{ status: 'ACTIVE' }]);
  expect(await service.named('a')).toMatchObject([{ status: 'DRAFT' }]);
});
