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
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
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

it('takes the same version of an action everywhere', () => {
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
