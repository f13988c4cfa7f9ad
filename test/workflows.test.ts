import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = fileURLToPath(new URL('../.github/workflows/', import.meta.url));
const texts = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, readFileSync(FOLDER + name, 'utf8')]),
);

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string;
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

describe.each(Object.keys(texts))('%s', (name) => {
  const text = texts[name] ?? '';
  const { on, permissions, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('pins the actions of others to a commit, and says which version that is', () => {
    const others = steps.flatMap(({ uses }) => (uses === undefined || uses === './' ? [] : [uses]));
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

  it('uses our own action as it is in the commit', () => {
    const ours = steps.flatMap(({ uses = '' }) =>
      uses.includes('campaign-reconciler') || uses.startsWith('.') ? [uses] : [],
    );
    for (const uses of ours) expect(uses).toMatch(/^\.\/$|@[0-9a-f]{40}$/);
  });

  it('may only read unless a job says what more it needs', () => {
    expect(permissions).toEqual({ contents: 'read' });
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

describe('a release', () => {
  const { jobs } = parse(texts['release.yml'] ?? '') as Workflow;
  const { build, publish } = jobs as Readonly<Record<'build' | 'publish', Job>>;
  const runs = ({ steps }: Job) => steps.map(({ run = '' }) => run);
  const at = ({ steps }: Job, found: (step: Step) => boolean) => {
    const index = steps.findIndex(found);
    expect(index).toBeGreaterThanOrEqual(0);
    return index;
  };
  const of = (action: string) => (step: Step) => step.uses?.startsWith(`${action}@`) ?? false;

  it('is built in a job that may write nothing, and published in the only one that may', () => {
    expect(Object.keys(jobs)).toEqual(['build', 'publish']);
    expect(build.permissions).toBeUndefined();
    expect(publish.needs).toBe('build');
    expect(publish.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' });
  });

  it('is built once', () => {
    const commands = runs(build).join('\n');
    expect(commands.match(/scripts\/build\.mjs|--build|npm run build/g)).toHaveLength(1);
    // These scripts build again.
    expect(commands).not.toMatch(/npm (?:test|run (?:check|demo|bench))/);
    expect(commands.match(/npm pack/g)).toHaveLength(1);
  });

  it('is tested as the built files, and these are what is handed on', () => {
    const packed = at(build, ({ run = '' }) => run.includes('npm pack'));
    const noted = at(build, ({ id }) => id === 'files');
    const tested = at(build, ({ run = '' }) => run.includes('vitest run'));
    const checked = at(build, ({ run = '' }) => run.includes('sha256sum --check --strict'));
    const kept = at(build, of('actions/upload-artifact'));
    expect([packed, noted, tested, checked, kept]).toEqual(
      [packed, noted, tested, checked, kept].sort((a, b) => a - b),
    );
    expect(kept).toBe(checked + 1);
    expect(build.outputs).toEqual({ digests: '${{ steps.files.outputs.digests }}' });
    expect(build.steps[checked]?.env).toEqual({ DIGESTS: '${{ steps.files.outputs.digests }}' });
  });

  it('is published as exactly the files that were tested: nothing is installed or built there', () => {
    const taken = at(publish, of('actions/download-artifact'));
    const checked = at(publish, ({ run = '' }) => run.includes('sha256sum --check --strict'));
    const attested = at(publish, of('actions/attest-build-provenance'));
    expect([taken, checked, attested]).toEqual([taken, checked, attested].sort((a, b) => a - b));
    expect(publish.steps[checked]?.env).toEqual({ DIGESTS: '${{ needs.build.outputs.digests }}' });
    for (const run of runs(publish)) expect(run).not.toMatch(/\b(?:npm|npx|node)\b/);
    for (const step of publish.steps) expect(of('actions/setup-node')(step)).toBe(false);
    const { with: upload } = build.steps.find(of('actions/upload-artifact')) ?? {};
    expect(publish.steps[taken]?.with).toMatchObject({ name: upload?.['name'] });
  });
});

it('uses the same version of an action everywhere', () => {
  const used = Object.values(texts).flatMap(
    (text) => text.match(/[\w-]+\/[\w-]+(?:\/\w+)?@[0-9a-f]{40}/g) ?? [],
  );
  const versions = new Map<string, Set<string>>();
  for (const one of used) {
    const [action = '', commit = ''] = one.split('@');
    const repository = action.split('/').slice(0, 2).join('/');
    versions.set(repository, (versions.get(repository) ?? new Set()).add(commit));
  }
  for (const [repository, commits] of versions) expect([...commits], repository).toHaveLength(1);
});
