import { expect } from 'vitest';
import type { ActionWorld } from './action-world.ts';
import type { CampaignFiles, MergeMethod } from './remote-branches.ts';
import type { ActionEnded, Inputs } from './run-action.ts';
import type { Pull } from '../github/state.ts';
import { STATE_BRANCH } from '../e2e/test-repository.ts';

// Shortcuts for what happens before and after an apply.

/** Opens and plans a pull request. */
export async function proposed(world: ActionWorld, files: CampaignFiles, inputs: Inputs = {}): Promise<Pull> {
  const branch = `edit-${world.github.state.issues.length + 1}`;
  const pull = world.openPull(branch, { files });
  require(await world.plan(pull, { inputs }), 'planned');
  return pull;
}

/** Opens, plans and merges a pull request. */
export async function merged(
  world: ActionWorld,
  files: CampaignFiles,
  { inputs = {}, method = 'squash' }: { readonly inputs?: Inputs; readonly method?: MergeMethod } = {},
): Promise<Pull> {
  const pull = await proposed(world, files, inputs);
  world.merge(pull, method);
  return pull;
}

/** Checks the outcome of a run that only prepares the test. */
export function require(ended: ActionEnded, outcome: string): ActionEnded {
  if (ended.outputs.outcome === outcome && ended.exit === 0) return ended;
  throw new Error(`${JSON.stringify(ended.outputs)}\n${ended.stdout}\n${ended.stderr}\n${ended.summary}`);
}

/** Expects an exit code, an outcome and, of a failure, its reason: `1 failed guard`. And other outputs. */
export function expectEnd({ exit, outputs }: ActionEnded, end: string, others: Inputs = {}): void {
  expect([exit, outputs.outcome, outputs['failure-reason']].join(' ').trim()).toBe(end);
  expect(outputs).toMatchObject(others);
}

/** What the apply reported on a pull request; '' if nothing. */
export function shownOn(world: ActionWorld, { number }: Pull): string {
  const [reported, ...others] = world.github
    .comments(number)
    .filter(({ body }) => body.startsWith('<!-- campaigns-result:'));
  if (others.length > 0) throw new Error(`#${number} has ${others.length + 1} result comments`);
  return reported?.body ?? '';
}

interface KeptStep {
  readonly key: string;
  readonly step: string;
  readonly end: 'done' | 'closed' | null;
}

/** The stored review of a pull request on the state branch; `undefined` if there is none. */
export function approvalOf(
  world: ActionWorld,
  { number }: Pull,
  branch = STATE_BRANCH,
): { readonly markers: readonly string[]; readonly steps: readonly KeptStep[] } | undefined {
  const text = stateFile(world, `approvals/${number}.json`, branch);
  return text === undefined ? undefined : (JSON.parse(text) as ReturnType<typeof approvalOf>);
}

/** The status of each step in a pull request's review: `{ 'welcome create': 'done' }`. */
export function progressOf(world: ActionWorld, pull: Pull): Record<string, string> {
  const steps = approvalOf(world, pull)?.steps ?? [];
  return Object.fromEntries(steps.map(({ key, step, end }) => [`${key} ${step}`, end ?? 'open']));
}

/** The text of a file on the state branch at origin. */
export function stateFile(world: ActionWorld, path: string, branch = STATE_BRANCH): string | undefined {
  const listed = world.repo.gitAtOrigin('for-each-ref', `refs/heads/${branch}`);
  if (listed === '' || world.repo.gitAtOrigin('ls-tree', branch, path) === '') return undefined;
  return world.repo.gitAtOrigin('show', `${branch}:${path}`);
}

/** Edits the state branch by hand and pushes it. A missing file starts as ''. */
export function editState(world: ActionWorld, path: string, edit: (text: string) => string): void {
  const { repo } = world;
  const before = stateFile(world, path) ?? '';
  repo.git('fetch', '--quiet', 'origin', `+${STATE_BRANCH}:refs/heads/by-hand`);
  repo.git('checkout', '--quiet', 'by-hand');
  const after = edit(before);
  if (after === before) throw new Error(`${path} was not changed`);
  repo.write(path, after);
  repo.commit('Edit by hand');
  repo.git('push', '--quiet', 'origin', `by-hand:${STATE_BRANCH}`);
  repo.git('checkout', '--quiet', 'main');
}
