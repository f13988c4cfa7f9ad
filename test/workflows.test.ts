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
  const text = texts['release.yml'] ?? '';
  const { jobs } = parse(text) as Workflow;
  const { build, install, publish, npm } = jobs as Readonly<
    Record<'build' | 'install' | 'publish' | 'npm', Job>
  >;
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
});
