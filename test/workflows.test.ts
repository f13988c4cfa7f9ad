import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

function textsIn(folder: string): Record<string, string> {
  const path = fileURLToPath(new URL(`../${folder}.github/workflows/`, import.meta.url));
  const names = readdirSync(path);
  return Object.fromEntries(names.map((name) => [folder + name, readFileSync(path + name, 'utf8')]));
}

const texts = textsIn('');
const LARGE = 'docs/large-teams.yml';
/** With those that `init` writes, and the one for large teams. */
const all = {
  ...texts,
  ...textsIn('starter/'),
  [LARGE]: readFileSync(fileURLToPath(new URL(`../${LARGE}`, import.meta.url)), 'utf8'),
};

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string };
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: Readonly<Record<string, unknown>> };
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

const OWN = 'campaign-reconciler/campaign-reconciler@';

describe.each(Object.entries(all))('%s', (_, text) => {
  const { on, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('pins the actions of others to a commit, and says which version that is', () => {
    const others = steps.flatMap(({ uses }) =>
      uses === undefined || uses === './' || uses.startsWith(OWN) ? [] : [uses],
    );
    expect(others.length).toBeGreaterThan(0);
    for (const uses of others) {
      expect(uses).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/);
      expect(text).toMatch(new RegExp(`uses: ${uses} # v\\d+\\.\\d+\\.\\d+$`, 'm'));
    }
  });

  it('leaves no token in a checkout', () => {
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const { with: inputs } of checkouts) expect(inputs).toMatchObject({ 'persist-credentials': false });
  });

  it('puts no text of others into a shell', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('never runs with the rights of the base on what a stranger wrote', () => {
    expect(Object.keys(on)).not.toContain('pull_request_target');
  });

  it('gives every job a time limit', () => {
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});

it.each(Object.entries(texts))('%s may only read, and uses our own action as it is', (_, text) => {
  const { permissions, jobs } = parse(text) as Workflow;
  expect(permissions).toEqual({ contents: 'read' });
  for (const { uses = '' } of Object.values(jobs).flatMap(({ steps }) => steps))
    if (uses.includes('campaign-reconciler') || uses.startsWith('.'))
      expect(uses).toMatch(/^\.\/$|@[0-9a-f]{40}$/);
});

describe('a release', () => {
  const text = texts['release.yml'] ?? '';
  const { jobs } = parse(text) as Workflow;
  const { build, install, publish, npm } = jobs as Record<'build' | 'install' | 'publish' | 'npm', Job>;
  const runs = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);
  const at = ({ steps }: Job, found: (step: Step) => boolean) => {
    const index = steps.findIndex(found);
    expect(index).toBeGreaterThanOrEqual(0);
    return index;
  };
  const of = (action: string) => (step: Step) => step.uses?.startsWith(`${action}@`) ?? false;
  const running = (command: string) => (step: Step) => step.run?.includes(command) ?? false;
  const inOrder = (job: Job, ...found: ((step: Step) => boolean)[]) => {
    const places = found.map((one) => at(job, one));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  };
  const CHECKED = 'sha256sum --check --strict';

  it('is built and tested in jobs that may write nothing, and published in the only ones that may', () => {
    expect(Object.keys(jobs)).toEqual(['build', 'install', 'publish', 'npm']);
    for (const job of [build, install]) expect(job.permissions).toBeUndefined();
    expect(publish.needs).toEqual(['build', 'install']);
    expect(publish.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' });
    expect(npm.needs).toEqual(['build', 'publish']);
    expect(npm.permissions).toEqual({ 'id-token': 'write' });
  });

  it('is checked and packed by the script that npm test rehearses, and built once', () => {
    const own = ['node scripts/release.mjs check "$GITHUB_REF_NAME"', 'node scripts/release.mjs pack'];
    expect(runs(build)).toEqual(expect.arrayContaining(own));
    const commands = Object.values(jobs).flatMap(runs).join('\n');
    expect(commands.match(/scripts\/build\.mjs|--build|npm run build/g)).toHaveLength(1);
    // These scripts build again.
    expect(commands).not.toMatch(/npm (?:test|run (?:check|demo|bench))/);
    expect(commands).not.toContain('npm pack');
  });

  it('is tested as the built files, and these are what is handed on', () => {
    inOrder(build, running('release.mjs check'), running('npm run build'), ({ id }) => id === 'files');
    inOrder(build, ({ id }) => id === 'files', running('vitest run'), running(CHECKED));
    expect(at(build, of('actions/upload-artifact'))).toBe(at(build, running(CHECKED)) + 1);
    expect(build.outputs).toEqual({ digests: '${{ steps.files.outputs.digests }}' });
    const env = { DIGESTS: '${{ steps.files.outputs.digests }}' };
    expect(build.steps.find(running(CHECKED))?.env).toEqual(env);
  });

  it('is installed from its package alone, on every Node that CI tests', () => {
    const { check } = (parse(texts['ci.yml'] ?? '') as Workflow).jobs;
    expect(install.strategy?.matrix['node']).toEqual([20, 22, 24]);
    expect(check?.strategy?.matrix).toEqual(install.strategy?.matrix);
    expect(install.steps.find(of('actions/checkout'))).toBeUndefined();
    expect(runs(install).join()).toMatch(/^npm install --global --ignore-scripts .*\.tgz$/m);
  });

  it.each([
    ['publish', publish, of('actions/attest-build-provenance')],
    ['npm', npm, running('npm publish')],
  ])('is handed to the job %s as exactly the files that were tested', (_, job, used) => {
    inOrder(job, of('actions/download-artifact'), running(CHECKED), used);
    expect(job.steps.find(running(CHECKED))?.env).toEqual({ DIGESTS: '${{ needs.build.outputs.digests }}' });
    const { with: upload } = build.steps.find(of('actions/upload-artifact')) ?? {};
    const { with: download } = job.steps.find(of('actions/download-artifact')) ?? {};
    expect(download).toEqual({ name: upload?.['name'], path: upload?.['path'] });
  });

  it('is published without running anything of ours, and nothing is installed or built there', () => {
    for (const run of runs(publish)) expect(run).not.toMatch(/\b(?:npm|npx|node)\b/);
    expect(publish.steps.filter(of('actions/setup-node'))).toEqual([]);
    expect(npm.steps.filter(of('actions/checkout'))).toEqual([]);
    expect(runs(npm).filter((run) => !run.includes(CHECKED))).toEqual([
      'npm publish --ignore-scripts --provenance --access public ./release/*.tgz',
    ]);
  });

  it('moves both tags or none', () => {
    expect(runs(publish).flatMap((run) => run.match(/git push.*/g) ?? [])).toEqual([
      expect.stringMatching(/ --atomic .*"HEAD:refs\/tags\/\$GITHUB_REF_NAME" "HEAD:refs\/tags\/\$\{/),
    ]);
  });

  it('needs no stored token, and a Node whose npm publishes without one', () => {
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
    expect(npm.steps.find(of('actions/setup-node'))?.with).toEqual({ 'node-version': '^24.5' });
  });
});

it.each(['campaigns.yml', 'starter/campaigns-plan.yml'])(
  '%s uploads the page of a plan so that a browser shows it',
  (name) => {
    const { jobs } = parse((all as Record<string, string>)[name] ?? '') as Workflow;
    const steps = jobs['plan']?.steps ?? [];
    const at = steps.findIndex(({ with: inputs }) => inputs?.['command'] === 'plan');
    expect(steps[at]).toMatchObject({
      id: 'plan',
      with: { html: expect.stringMatching(/\.html$/) as string },
    });
    const file = 'steps.plan.outputs.html-file';
    expect(steps[at + 1]).toMatchObject({
      uses: expect.stringMatching(/^actions\/upload-artifact@/) as string,
      if: `\${{ !cancelled() && ${file} }}`,
      with: { path: `\${{ ${file} }}`, archive: false },
    });
  },
);

it('uses the same version of an action everywhere', () => {
  const found = Object.values(all)
    .join('\n')
    .matchAll(/([\w-]+\/[\w-]+)(?:\/\w+)?@([0-9a-f]{40})/g);
  const used = new Set(Array.from(found, ([, repository = '', commit = '']) => `${repository} ${commit}`));
  const repositories = [...used].map((one) => one.split(' ')[0]);
  expect(repositories).toEqual([...new Set(repositories)]);
});

describe(LARGE, () => {
  const { permissions, jobs, on } = parse(all[LARGE]) as Workflow;
  const root = fileURLToPath(new URL('..', import.meta.url));
  const starter = (name: string) =>
    parse(readFileSync(`${root}starter/.github/workflows/campaigns-${name}.yml`, 'utf8')) as Workflow;

  it.each(['plan', 'apply', 'drift'])('%s has the rights and the order of the usual workflow', (name) => {
    const usual = starter(name);
    expect(permissions).toEqual({ contents: 'read' });
    expect(jobs[name]?.permissions).toEqual(usual.permissions);
    const order = { ...usual.concurrency, group: expect.stringContaining(`campaigns-${name}-`) as string };
    expect(jobs[name]?.concurrency).toEqual(order);
    expect(Object.keys(on)).toEqual(
      expect.arrayContaining(Object.keys(usual.on).filter((event) => event !== 'workflow_dispatch')),
    );
  });

  it.each(['plan', 'apply', 'drift'])('%s is a job for each workspace, with its folder alone', (name) => {
    const job = jobs[name];
    const workspaces = '${{ fromJSON(needs.touched.outputs.workspaces) }}';
    expect(job?.strategy).toEqual({ 'fail-fast': false, matrix: { workspace: workspaces } });
    expect(JSON.stringify(job?.concurrency)).toContain(`campaigns-${name}-\${{ matrix.workspace }}`);
    const [checkout, step] = [job?.steps[0]?.with, job?.steps.at(-1)?.with];
    expect(checkout).toEqual({ 'persist-credentials': false, 'sparse-checkout': '${{ matrix.workspace }}' });
    const own = { workspace: '${{ matrix.workspace }}', 'working-directory': '${{ matrix.workspace }}' };
    expect(step).toMatchObject({ command: '${{ needs.touched.outputs.command }}', ...own });
    const { inputs } = parse(readFileSync(`${root}action.yml`, 'utf8')) as { inputs: object };
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step ?? {})));
  });

  it('saves a cache only where a pull request cannot run', () => {
    const saves = jobs['plan']?.steps.filter(({ uses }) => uses?.startsWith('actions/cache/save@'));
    expect(saves).toHaveLength(1);
    expect(saves?.[0]).toMatchObject({ if: "${{ needs.touched.outputs.command == 'drift' }}" });
  });
});
