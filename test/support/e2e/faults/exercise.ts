import { perform, type Drill } from './drill.ts';
import { shimGit, shimmedCommands } from './git-shim.ts';
import { Stage } from './stage.ts';
import { Report } from './report.ts';

/** Drills under way at once in one test file: each is mostly one process. */
const SIDE_BY_SIDE = 2;

/** What an undisturbed run does, in order: the places at which it can be disturbed. */
export interface Script {
  /** The operation of each request. */
  readonly requests: readonly string[];
  /** The command of each git step that moves a ref. */
  readonly gitSteps: readonly string[];
}

/** A group of drills with a table of its own. */
export interface Exercise {
  readonly name: string;
  /** What the program talks to: the door can hold a request, the service can spoil an answer. */
  readonly through: 'door' | 'service';
  readonly drills: (script: Script) => readonly Drill[];
}

/** FAULTS=all disturbs every place; otherwise every seventh does, to see that harness and program still work. */
const EVERY = process.env.FAULTS === 'all' ? 1 : 7;
/** FAULTS_ONLY, a regular expression, chooses drills by name: to look into one of them. */
const ONLY = process.env.FAULTS_ONLY === undefined ? undefined : new RegExp(process.env.FAULTS_ONLY);

/** Performs an exercise, tells its table, and returns what went wrong, which must be nothing. */
export async function exercise({ name, through, drills }: Exercise): Promise<readonly string[]> {
  const stages = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => Stage.open(through)));
  const chosen = choose(drills(await rehearse(stages)));
  const report = new Report(name, chosen.length);
  let next = 0;
  const work = async (stage: Stage): Promise<void> => {
    for (let drill = chosen[next++]; drill; drill = chosen[next++]) report.add(await perform(stage, drill));
  };
  await Promise.all(stages.map(work));
  return report.finish();
}

function choose(drills: readonly Drill[]): readonly Drill[] {
  if (ONLY) return drills.filter(({ name }) => ONLY.test(name));
  return drills.filter((_, index) => index % EVERY === 0);
}

/** One undisturbed run, written down. */
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
