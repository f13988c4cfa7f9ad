import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { TrailRecord } from '../../../src/apply/ports.ts';
import type { Binding, Intent, Ledger } from '../../../src/model/state.ts';
import { readAuditTrail } from '../../../src/state/audit-trail.ts';
import { GitRecorder, type RecorderOptions } from '../../../src/state/git-recorder.ts';
import { isProblem, StateBranch, type StateView } from '../../../src/state/state-branch.ts';
import { bindingOf, key, live } from '../builders.ts';
import { FakeClock } from '../fake-clock.ts';
import { clones, type Clone } from './clones.ts';

// Two clones of one origin, each with its own recorder. The origin can refuse pushes.

export const BRANCH = 'campaigns-state/local';
export const START = new FakeClock().now();

export function at(...offsets: number[]): Ledger {
  return { attempts: offsets.map((offset) => START + offset), successes: [] };
}

export function branchIn({ git }: Clone): StateBranch {
  return new StateBranch({ git, workspace: 'local', target: { baseUrl: 'https://h/', appKey: 'k' } });
}

export async function viewOf(clone: Clone): Promise<StateView> {
  const view = await branchIn(clone).read();
  if (isProblem(view)) throw new Error(view.code);
  return view;
}

export async function recorderIn(
  clone: Clone,
  run: string,
  more: Partial<RecorderOptions> = {},
): Promise<GitRecorder> {
  return new GitRecorder({
    ...{
      branch: branchIn(clone),
      view: await viewOf(clone),
      workspace: 'local',
      target: { baseUrl: 'https://h/', appKey: 'k' },
    },
    ...{ run, commit: null, page: null, allowed: [], baseBranch: undefined, clock: new FakeClock() },
    actor: { name: 'Ada', email: 'ada@example.com' },
    editorsOf: () => [{ name: 'Eve', email: 'eve@example.com' }],
    ...more,
  });
}

export function binding(name: string, utm: string): Binding {
  return bindingOf(live({ key: name, components: { utm_params: { utm_source: utm } } }));
}

/** The outcome of a request, which closes its intent. */
export function outcome(name: string, request: string, more: Partial<TrailRecord> = {}): TrailRecord {
  return {
    key: key(name),
    event: { code: 'updated', components: ['utm_params'] },
    components: ['utm_params'],
    requestId: request,
    responseId: null,
    binding: binding(name, request),
    closes: request,
    ...more,
  };
}

export function intent(name: string, request: string, run: string): Intent {
  return {
    ...{
      kind: 'update',
      key: key(name),
      changeId: '',
      run,
      at: START,
      idempotencyKey: '',
      requestId: request,
    },
    ...{ file: '', campaignId: live({ key: name }).id, components: { utm_params: { utm_source: request } } },
  };
}

export function originOf(clone: Clone): { refuse: () => void; accept: () => void } {
  const hook = join(clone.run('remote', 'get-url', 'origin'), 'hooks/pre-receive');
  return {
    refuse: () => {
      mkdirSync(dirname(hook), { recursive: true });
      writeFileSync(hook, '#!/bin/sh\nexit 1\n');
      chmodSync(hook, 0o755);
    },
    accept: () => {
      rmSync(hook);
    },
  };
}

export async function twoClones(): Promise<[Clone, Clone, ReturnType<typeof originOf>]> {
  const [here, there] = clones();
  const first = await recorderIn(here, 'first');
  await first.recordOutcome([outcome('a', 'a0'), outcome('b', 'b0')], at(0));
  return [here, there, originOf(here)];
}

/** What the next apply in a clone does first. */
export async function catchUp(clone: Clone): Promise<StateView> {
  const caught = await branchIn(clone).catchUp(await viewOf(clone));
  if ('kind' in caught) throw new Error(caught.kind);
  return caught;
}

/** What was recorded about which request, oldest first; by default on the whole branch. */
export async function trailOf(clone: Clone, tips: readonly string[] = [BRANCH]): Promise<string[]> {
  const trail = await readAuditTrail(clone.git, tips);
  return trail.map(({ change, key: name, requestId }) => `${change} ${name}: ${requestId ?? ''}`).reverse();
}

export function utmOf({ state }: Pick<StateView, 'state'>): unknown {
  return Object.fromEntries(
    [...state.bindings].map(([name, { applied }]) => [name, applied.utm_params?.utm_source]),
  );
}

/** Both clones read the same state, and origin's history is the one of `here`. */
export async function expectOne(here: Clone, there: Clone): Promise<StateView> {
  const view = await viewOf(here);
  expect(await viewOf(there)).toEqual(view);
  expect(here.run('rev-parse', BRANCH)).toBe(view.remoteTip);
  expect(view.local).toBeUndefined();
  return view;
}
