import { isWrite, violations, wrongCounts } from './evidence.ts';
import { arm, type Armed, type Mishap } from './mishap.ts';
import type { Stage } from './stage.ts';
import type { RunSeen, Victim, World } from './world.ts';

/** What goes wrong in one run of the scenario. */
export interface FaultRun {
  readonly name: string;
  /** What it disturbs. */
  readonly operation: string;
  /** By run: the first list is for the first run, and so on. */
  readonly mishaps: readonly (readonly Mishap[])[];
  /** Where the run after the first one takes place. */
  readonly then?: 'here' | 'in a fresh clone';
  /** Whether the position of a mishap was guessed, so that the run may end before it. */
  readonly mayMiss?: boolean;
}

export interface FaultRunResult {
  readonly faultRun: FaultRun;
  /** The number of runs until one exited 0, including the disturbed ones. */
  readonly runs: number;
  readonly struck: boolean;
  readonly violations: readonly string[];
}

/** The most runs. Mishaps that happen once or twice need fewer. */
const RUNS_AT_MOST = 6;

/** Applies with these mishaps, repeats until a run exits 0, and then once more, which must write nothing. */
export async function perform(stage: Stage, faultRun: FaultRun): Promise<FaultRunResult> {
  const world = await stage.raise();
  try {
    const { struck, converged } = await applyUntilDone(world, faultRun);
    const runs = world.runs.length;
    const wrong = [
      ...(converged ? await wrongQuietRun(world) : ['it is not done after all these runs']),
      ...(await violations(world)),
      ...(await wrongCounts(world)),
    ];
    return { faultRun, runs, struck, violations: wrong.length > 0 ? [...wrong, ...describeRuns(world)] : [] };
  } finally {
    await world.strike();
  }
}

/** Applies until a run exits 0, each run with its own mishaps. */
export async function applyUntilDone(
  world: World,
  {
    mishaps,
    then = 'here',
    runs = RUNS_AT_MOST,
  }: Pick<FaultRun, 'mishaps' | 'then'> & { readonly runs?: number },
): Promise<{ struck: boolean; converged: boolean }> {
  let allStruck = true;
  for (let run = 0; run < runs; run++) {
    if (run === 1 && then === 'in a fresh clone') world.moveToFreshClone();
    const { seen, struck } = await applyUnder(world, mishaps[run] ?? []);
    allStruck &&= struck;
    const stillToCome = mishaps.length > run + 1;
    if (seen.status === 0 && !stillToCome) return { struck: allStruck, converged: true };
    if (seen.signal !== null) await world.release();
  }
  return { struck: allStruck, converged: false };
}

/** One run with its mishaps, which are disarmed afterward. */
async function applyUnder(
  world: World,
  mishaps: readonly Mishap[],
): Promise<{ seen: RunSeen; struck: boolean }> {
  let running: Victim | undefined;
  const armed: Armed[] = [];
  for (const mishap of mishaps) armed.push(await arm(world, mishap, () => running));
  const env = Object.assign({}, ...armed.map((one) => one.env)) as Record<string, string>;
  const seen = await world.apply(env, (started) => {
    running = started;
  });
  const struck = await Promise.all(armed.map((one) => one.struck()));
  for (const one of armed) await one.over?.();
  world.calm();
  await world.service.disarm();
  return { seen, struck: struck.every(Boolean) };
}

/** After everything is done, another run must find nothing to do and leave no trace. */
async function wrongQuietRun(world: World): Promise<string[]> {
  const before = world.repo.stateTipAtOrigin();
  const { status, requests } = await world.apply();
  const writes = requests.filter(isWrite);
  return [
    ...(status === 0 ? [] : [`the run after the last one exited ${String(status)}`]),
    ...writes.map(({ operation }) => `wrote after it was done: ${String(operation)}`),
    ...(before === world.repo.stateTipAtOrigin() ? [] : ['the state branch moved after everything was done']),
  ];
}

/** Describes the runs that went wrong, for debugging. */
export function describeRuns({ runs }: World): string[] {
  return runs.map(({ status, signal, result, stderr, requests }, index) => {
    const requested = requests
      .map((one) => `${String(one.operation)} ${one.status} ${one.effect}`)
      .join('; ');
    const { outcome, failed, stale, held, deferred } = result ?? {};
    const document = JSON.stringify({ outcome, failed, stale, held, deferred });
    return `  run ${index + 1}: exit ${String(status ?? signal)}: ${requested}\n    ${document}\n    ${stderr.trim()}`;
  });
}
