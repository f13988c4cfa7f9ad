import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActionWorld } from '../action/action-world.ts';
import type { WorkflowEvent } from '../action/events.ts';
import { runAction } from '../action/run-action.ts';
import { ROOT } from '../e2e/built-program.ts';
import { temporaryFolder } from '../cleanup.ts';
import { spawnProgram } from '../e2e/processes.ts';
import type { Permissions } from '../github/tokens.ts';
import { evaluated, filledIn, type Lookup } from './expressions.ts';

export interface WorkflowStep {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface WorkflowJob {
  readonly if: string;
  readonly permissions: Permissions;
  readonly steps: readonly WorkflowStep[];
}

/** What GitHub stores between jobs. */
export class JobCache {
  private readonly entries: { readonly key: string; readonly folder: string }[] = [];

  /** Clears the cache, as if it had been unused for a week. */
  clear(): void {
    this.entries.splice(0);
  }

  /** Restores the newest entry whose key has this prefix, and returns its key. */
  restore(prefix: string, folder: string): string {
    const found = this.entries.findLast(({ key }) => key.startsWith(prefix));
    if (found) cpSync(found.folder, folder, { recursive: true });
    return found?.key ?? '';
  }

  save(key: string, folder: string): void {
    if (!existsSync(folder)) throw new Error(`there is no ${folder} to keep`);
    if (this.entries.some((entry) => entry.key === key)) throw new Error(`${key} is kept already`);
    const copy = join(temporaryFolder(), 'cache');
    cpSync(folder, copy, { recursive: true });
    this.entries.push({ key, folder: copy });
  }
}

export interface JobContext {
  readonly world: ActionWorld;
  readonly cache: JobCache;
  readonly event: WorkflowEvent;
  /** The run's number, and other values for steps of `run`. */
  readonly runId: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface JobEnded {
  /** Outputs by step ID. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The failure with its message; `undefined` if the job succeeded. */
  readonly failure: string | undefined;
  readonly log: string;
}

/** Runs a job's steps in order, like a runner. Third-party actions are replaced with substitutes. */
export async function runJob(job: WorkflowJob, context: JobContext): Promise<JobEnded> {
  const folder = context.world.checkout(context.event, 0);
  const outputs: Record<string, Readonly<Record<string, string>>> = {};
  let [failure, log]: [string | undefined, string] = [undefined, ''];
  const lookup = lookupIn(context, outputs);
  for (const step of job.steps) {
    const condition = (step.if ?? '').replace(/^\$\{\{(.*)\}\}$/, '$1').trim();
    if (failure !== undefined && !condition.includes('always()')) continue;
    if (condition !== '' && evaluated(condition, lookup) === '') continue;
    const done = await runStep(step, { ...context, job, folder, lookup });
    if (step.id !== undefined) outputs[step.id] = done.outputs;
    log += done.log;
    if (done.failed) failure ??= `${step.uses ?? step.run ?? ''}\n${done.log}`;
  }
  return { outputs, failure, log };
}

function lookupIn(
  { event, runId, world }: JobContext,
  outputs: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Lookup {
  const github: Record<string, string> = {
    'github.event_name': event.name,
    'github.run_id': runId,
    'github.run_attempt': '1',
    'github.token': world.token,
  };
  return (path) => {
    const [, id = '', name = ''] = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(path) ?? [];
    if (id !== '') return outputs[id]?.[name] ?? '';
    const value = github[path];
    if (value === undefined) throw new Error(`the harness knows no ${path}`);
    return value;
  };
}

interface StepContext extends JobContext {
  readonly job: WorkflowJob;
  readonly folder: string;
  readonly lookup: Lookup;
}

interface StepEnded {
  readonly outputs: Readonly<Record<string, string>>;
  readonly failed: boolean;
  readonly log: string;
}

const NOTHING: StepEnded = { outputs: {}, failed: false, log: '' };

async function runStep(step: WorkflowStep, context: StepContext): Promise<StepEnded> {
  const { folder, cache, lookup } = context;
  if (step.run !== undefined) {
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filledIn(value, lookup)]);
    const env = { ...context.env, ...(Object.fromEntries(own) as Record<string, string>) };
    return runShell(filledIn(step.run, lookup), { ...context, env });
  }
  const inputs = Object.fromEntries(
    Object.entries(step.with ?? {}).map(([name, value]) => [name, filledIn(String(value), lookup)]),
  );
  const path = join(folder, inputs.path ?? '');
  switch (step.uses?.split('@')[0] ?? '') {
    case './':
      return runOurs(inputs, context);
    case 'actions/checkout':
    case 'actions/setup-node':
      return NOTHING;
    case 'actions/cache/restore':
      return {
        ...NOTHING,
        outputs: { 'cache-matched-key': cache.restore(inputs['restore-keys'] ?? '', path) },
      };
    case 'actions/cache/save':
      cache.save(inputs.key ?? '', path);
      return NOTHING;
    default:
      throw new Error(`the harness has no stand-in for ${step.uses ?? 'a step without anything'}`);
  }
}

async function runOurs(inputs: Readonly<Record<string, string>>, context: StepContext): Promise<StepEnded> {
  const { world, event, folder, job } = context;
  const token = world.github.jobToken(job.permissions);
  const ended = await runAction({ folder, inputs, event, token, github: world.github });
  return { outputs: ended.outputs, failed: ended.exit !== 0, log: ended.stdout + ended.stderr };
}

/**
 * Runs a script like GitHub's bash, which stops at the first command that fails. npm commands are skipped, because what
 * they build exists already.
 */
async function runShell(script: string, { folder, env, world }: StepContext): Promise<StepEnded> {
  const programs = join(temporaryFolder(), 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\nln -sfn '${join(ROOT, 'dist')}' dist\n`);
  chmodSync(join(programs, 'npm'), 0o755);
  const file = join(temporaryFolder(), 'step.sh');
  writeFileSync(file, script);
  const PATH = `${programs}:${process.env.PATH ?? ''}`;
  const { ended } = spawnProgram('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
    cwd: folder,
    env: { GITHUB_SERVER_URL: world.github.site.serverUrl, ...env, PATH, CI: 'true' },
  });
  const { status, stdout, stderr } = await ended;
  rmSync(file);
  return { ...NOTHING, failed: status !== 0, log: stdout + stderr };
}
