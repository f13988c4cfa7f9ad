import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../built-program.ts';
import { perform, type FaultRun, type FaultRunResult } from './fault-run.ts';
import { shimGit, shimmedCommands } from './mishap.ts';
import { openStage, type Stage } from './stage.ts';
import type { RunsIn } from './world.ts';

/** A timeout for a busy machine, in milliseconds. CI ends the job much sooner. */
export const TIME = { timeout: 3 * 3_600_000 };

const FOLDER = join(ROOT, 'test-results', 'faults');

/** What an undisturbed run does, in order. These are the points at which it can be disturbed. */
export interface Script {
  /** The operation of each request. */
  readonly requests: readonly string[];
  /** The command of each git step that moves a ref. */
  readonly gitSteps: readonly string[];
}

/** A group of fault runs. */
export interface Exercise {
  readonly name: string;
  /** What the program is connected to: the proxy can delay a request, the service can damage an answer. */
  readonly through: 'proxy' | 'service';
  readonly faultRuns: (script: Script) => readonly FaultRun[];
  /** A sample consists of every n-th fault run. */
  readonly every: number;
}

/** FAULTS=all runs everything. Otherwise a sample shows that the harness and the program still work. */
export const EXTENT = process.env.FAULTS === 'all' ? 'all' : 'sample';
/** Fault runs at a time in one test file: while one waits for git, another continues. */
const SIDE_BY_SIDE = EXTENT === 'all' ? 2 : 1;
/** FAULTS_ONLY, a regular expression, selects fault runs by name, for debugging. */
const ONLY = process.env.FAULTS_ONLY === undefined ? undefined : new RegExp(process.env.FAULTS_ONLY);

/** Performs a group of fault runs, reports them below test-results/, and returns what went wrong, which must be nothing. */
export async function exercise(
  { name, through, faultRuns, every }: Exercise,
  runsIn: RunsIn = 'this process',
): Promise<readonly string[]> {
  const stages = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => openStage(through, runsIn)));
  const chosen = choose(faultRuns(await rehearse(stages)), every);
  const file = join(FOLDER, `${name}.md`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, `${name}: ${chosen.length} fault runs\n\n`);
  const wrong: string[] = [];
  let next = 0;
  const work = async (stage: Stage): Promise<void> => {
    for (let faultRun = chosen[next++]; faultRun; faultRun = chosen[next++])
      wrong.push(...report(file, await perform(stage, faultRun)));
  };
  await Promise.all(stages.map(work));
  return wrong;
}

/** Writes a line. Returns what went wrong: a mishap that never happened leaves a gap, so it counts. */
function report(file: string, { faultRun, runs, struck, violations }: FaultRunResult): readonly string[] {
  const wrong = struck || faultRun.mayMiss ? violations : [...violations, 'the trouble never came'];
  const end = wrong.length > 0 ? `WRONG\n${wrong.join('\n')}` : `done after ${runs}`;
  appendFileSync(file, `- ${faultRun.name}: ${end}${struck ? '' : ' (not all of it struck)'}\n`);
  return wrong.length > 0 ? [[faultRun.name, ...wrong].join('\n')] : [];
}

function choose(faultRuns: readonly FaultRun[], every: number): readonly FaultRun[] {
  if (ONLY) return faultRuns.filter(({ name }) => ONLY.test(name));
  return EXTENT === 'all' ? faultRuns : faultRuns.filter((_, index) => index % every === 0);
}

/** Records one undisturbed run. */
async function rehearse([stage]: readonly Stage[]): Promise<Script> {
  if (!stage) throw new Error('there is no stage');
  const world = await stage.raise();
  const { env, log } = shimGit(world, { at: 0, moment: 'before' });
  const { status, requests, stdout, stderr } = await world.apply(env);
  if (status !== 0) throw new Error(`an undisturbed run exited ${String(status)}: ${stdout}${stderr}`);
  const gitSteps = shimmedCommands(log);
  await world.strike();
  return { requests: requests.map(({ operation }) => operation ?? 'unknown'), gitSteps };
}
