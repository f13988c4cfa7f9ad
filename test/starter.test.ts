import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TEMPLATES, starterFor } from '../src/files/starter.ts';
import type { StarterPlace } from '../src/model/starter.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

/** The inputs that the action accepts. */
const INPUTS = Object.keys((parse(read('action.yml')) as { inputs: object }).inputs);
const { version } = JSON.parse(read('package.json')) as { version: string };
const TAG = `v${version.split('.')[0] ?? ''}`;
const ACTION = `campaign-reconciler/campaign-reconciler@${TAG}`;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: object;
  readonly environment?: string;
  readonly if?: string;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflowFile = (name: string) => `starter/.github/workflows/campaigns-${name}.yml`;
const workflow = (name: string) => parse(read(workflowFile(name))) as Workflow;
const steps = (name: string) => Object.values(workflow(name).jobs).flatMap((job) => job.steps);
it('consists of all files of its folder', () => {
  const files = readdirSync(`${ROOT}/starter`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(`${ROOT}/starter/`.length));
  const ours = Object.keys(TEMPLATES).filter((path) => !path.startsWith('campaigns/.schemas/'));
  expect(files.sort()).toEqual(ours.sort());
});

const APPLIES = { contents: 'write', 'pull-requests': 'write', statuses: 'write' };
const PULL = '${{ github.event.pull_request.number || github.ref }}';

/** What each of our workflows may do, and how it is queued. */
const WORKFLOWS: readonly (readonly [name: string, permissions: object, group: string, queued: object])[] = [
  ['plan', { ...APPLIES, contents: 'read' }, `plan-production-${PULL}`, { 'cancel-in-progress': true }],
  ['apply-unreviewed', APPLIES, 'apply-unreviewed-production', {}],
  ['apply', APPLIES, 'apply-production', { queue: 'max' }],
  ['drift', { contents: 'read', issues: 'write' }, 'drift-production', {}],
  [
    'test-send',
    { contents: 'read', 'pull-requests': 'write' },
    'test-send-production-${{ github.event.pull_request.number }}',
    { queue: 'max' },
  ],
];

describe.each(WORKFLOWS)('the workflow for %s', (name, permissions, group, queued) => {
  it('gives the action its command, and only inputs that it has', () => {
    const ours = steps(name).filter(({ uses }) => uses === ACTION);
    expect(ours).toHaveLength(1);
    for (const { with: inputs = {} } of ours) {
      expect(inputs.command).toBe(name.replace('-unreviewed', ''));
      expect(INPUTS).toEqual(expect.arrayContaining(Object.keys(inputs)));
    }
    const proposed = read(workflowFile(name)).match(/(?<=^ {10}# )[a-z-]+(?=: )/gm) ?? [];
    expect(INPUTS).toEqual(expect.arrayContaining(proposed));
  });

  it('has the whole history, and leaves no token in the checkout', () => {
    for (const { uses, with: inputs } of steps(name)) {
      if (uses?.startsWith('actions/checkout@'))
        expect(inputs).toEqual({ 'fetch-depth': 0, 'persist-credentials': false });
    }
  });

  it('may do what it needs and nothing else, one run at a time', () => {
    const concurrency = { group: `campaigns-${group}`, 'cancel-in-progress': false, ...queued };
    expect(workflow(name).permissions).toEqual(permissions);
    expect(workflow(name).concurrency).toEqual(concurrency);
  });
});

it('asks a reviewer before it applies what was not reviewed, and applies only from the default branch', () => {
  const { apply } = workflow('apply').jobs;
  expect(apply?.if).toBe("${{ github.ref == 'refs/heads/main' }}");
  expect(Object.keys(workflow('apply').jobs)).toEqual(['apply']);
  expect(read(workflowFile('apply'))).not.toContain('reviewed:');
  const { 'apply-unreviewed': unreviewed } = workflow('apply-unreviewed').jobs;
  expect(unreviewed).toMatchObject({
    if: "${{ github.ref == 'refs/heads/main' }}",
    environment: 'campaigns-unreviewed',
  });
  expect(unreviewed?.steps.at(-1)?.with).toMatchObject({ reviewed: 'ignore', only: '${{ inputs.only }}' });
});

describe('a starter', () => {
  const made = (place: Partial<StarterPlace> = {}) => {
    const usual = {
      ...{ root: '/no/such/repository', campaigns: 'campaigns', branch: 'main' },
      workspace: { name: 'production', target: undefined },
    };
    const files = starterFor({ ...usual, ...place }, { channels: undefined, unreviewed: true });
    return new Map(files.map(({ path, text }) => [path, text]));
  };
  const applying = (files: ReadonlyMap<string, string>) =>
    parse(files.get('.github/workflows/campaigns-apply.yml') ?? '') as Workflow;

  it('may be below a folder, and applies from a branch', () => {
    const [base, pattern] = ["our [new] shop's", "our \\[new\\] shop's/campaigns/**"];
    const campaigns = `${base}/campaigns`;
    const files = made({ campaigns, branch: 'release/1.x' });
    expect([...files.keys()]).toContain(`${base}/campaigns/onboarding/welcome-email.yaml`);
    const { on, jobs } = applying(files);
    const paths = [pattern, '.github/workflows/campaigns-apply.yml'];
    expect(on.push).toMatchObject({ branches: ['release/1.x'], paths });
    expect(jobs['apply']?.if).toContain("github.ref == 'refs/heads/release/1.x'");
    for (const job of Object.values(jobs))
      expect(job.steps.at(-1)?.with).toMatchObject({ 'working-directory': base });
    expect(files.get('.gitattributes')).toContain(`\n${JSON.stringify(pattern)} text=auto eol=lf`);
    expect(files.get('.github/CODEOWNERS')).toContain(`\n# /${campaigns.replaceAll(' ', '\\ ')}/ `);
  });

  it('writes editor settings that are JSON, whatever the folder is called', () => {
    const settings = made({ campaigns: 'a "b"/campaigns' }).get('.vscode/settings.json') ?? '';
    const schema = './a "b"/campaigns/.schemas/workspaces.schema.json';
    expect(JSON.parse(settings)).toHaveProperty(['yaml.schemas', schema]);
  });

  it.each([
    ['007', '"007"', 'CAMPAIGNS_007_API_KEY'],
    ['my-production', 'my-production', 'CAMPAIGNS_MY_PRODUCTION_API_KEY'],
  ])('works with a workspace called %s', (name, written, variable) => {
    const files = made({ workspace: { name, target: undefined } });
    for (const [path, text] of files) {
      if (!path.startsWith('.github/workflows/')) continue;
      expect(text).toContain(`workspace: ${written} # `);
      expect(text).not.toMatch(/(?<!my-)\bproduction/);
      const { jobs, concurrency } = parse(text) as Workflow;
      const { with: inputs = {} } = Object.values(jobs)[0]?.steps.find(({ uses }) => uses === ACTION) ?? {};
      expect(inputs).toMatchObject({ workspace: name, 'api-key': `\${{ secrets.${variable} }}` });
      expect(concurrency.group).toContain(`-${name}`);
    }
    const configured = parse(files.get('campaigns/workspaces.yaml') ?? '') as { workspaces: object };
    expect(Object.keys(configured.workspaces)).toEqual(['local', name]);
    expect(configured.workspaces).toHaveProperty([name, 'api_key_env'], variable);
    expect(configured.workspaces).toHaveProperty([name, 'publish'], 'never');
  });

  it('fills in the workspace, and quotes what would not be text otherwise', () => {
    const target = { baseUrl: 'https://api.example.org/eu/', appKey: '0123' };
    const text = made({ workspace: { name: 'shop', target } }).get('campaigns/workspaces.yaml') ?? '';
    expect(parse(text)).toMatchObject({
      default: 'local',
      workspaces: {
        local: { base_url: 'http://127.0.0.1:4010/' },
        shop: {
          ...{ base_url: target.baseUrl, app_key: '0123', api_key_env: 'CAMPAIGNS_SHOP_API_KEY' },
          vars: { connector: 'your-connector' },
        },
      },
    });
    expect(text).not.toContain('fill in');
  });
});
