import { isWrite, violations } from './evidence.ts';
import { arm, type Armed, type Mishap } from './mishap.ts';
import type { Stage } from './stage.ts';
import type { World } from './world.ts';

/** What goes wrong in one performance of the scenario, and where the table tells of it. */
export interface Drill {
  readonly name: string;
  /** Column and row of the table. */
  readonly operation: string;
  readonly trouble: string;
  /** By run: the first run meets the first list, and so on. */
  readonly mishaps: readonly (readonly Mishap[])[];
  /** Whether the run after the first one happens in a new clone. */
  readonly then?: 'here' | 'in a fresh clone';
  /** Whether the place of a mishap was guessed, so that a run may end before it comes there. */
  readonly mayMiss?: boolean;
}

export interface DrillResult {
  readonly drill: Drill;
  /** Runs that it took until one exited 0, the disturbed one included. */
  readonly runs: number;
  readonly struck: boolean;
  readonly violations: readonly string[];
}

/** Nothing that happens once needs more than these. */
const RUNS_AT_MOST = 6;

/** Applies under the drill's mishaps, again until a run exits 0, and once more, which must write nothing. */
export async function perform(stage: Stage, drill: Drill): Promise<DrillResult> {
  const world = await stage.raise();
  try {
    const { struck, converged } = await applyUntilDone(world, drill);
    const runs = world.runs.length;
    if (!converged) {
      return {
        drill,
        runs,
        struck,
        violations: ['it does not converge', ...(await violations(world)), ...tell(world)],
      };
    }
    const wrong = [...(await wrongQuietRun(world)), ...(await violations(world))];
    return { drill, runs, struck, violations: wrong.length > 0 ? [...wrong, ...tell(world)] : [] };
  } finally {
    await world.strike();
  }
}

async function applyUntilDone(
  world: World,
  { mishaps, then = 'here' }: Drill,
): Promise<{ struck: boolean; converged: boolean }> {
  let allStruck = true;
  for (let run = 0; run < RUNS_AT_MOST; run++) {
    if (run === 1 && then === 'in a fresh clone') await world.moveToFreshClone();
    const armed: Armed[] = [];
    for (const mishap of mishaps[run] ?? []) armed.push(await arm(world, mishap));
    const env = Object.assign({}, ...armed.map((one) => one.env)) as Record<string, string>;
    const { status, signal } = await world.apply(env, (running) => {
      for (const { onStart } of armed) onStart(running);
    });
    for (const { struck } of armed) allStruck &&= await struck();
    await disarm(world);
    if (status === 0) return { struck: allStruck, converged: true };
    if (signal !== null) await world.release();
  }
  return { struck: allStruck, converged: false };
}

async function disarm({ door, service }: World): Promise<void> {
  door.keeper = (_knock, pass) => pass();
  await service.disarm();
}

/** Once all is done, another run finds nothing to do, and leaves no trace. */
async function wrongQuietRun(world: World): Promise<string[]> {
  const before = await world.stateTip();
  const { status, requests } = await world.apply();
  const writes = requests
    .filter(isWrite)
    .map(({ operation }) => `wrote after it was done: ${String(operation)}`);
  return [
    ...(status === 0 ? [] : [`the run after the last one exited ${String(status)}`]),
    ...writes,
    ...(before === (await world.stateTip()) ? [] : ['the state branch moved after all was done']),
  ];
}

/** The runs of a drill that went wrong, for whoever looks into it. */
function tell({ runs }: World): string[] {
  return runs.map(({ status, signal, result, stderr, requests }, index) => {
    const requested = requests
      .map((one) => `${String(one.operation)} ${one.status} ${one.effect}`)
      .join('; ');
    const { outcome, failed, stale, held, deferred } = result ?? {};
    const document = JSON.stringify({ outcome, failed, stale, held, deferred });
    return `  run ${index + 1}: exit ${String(status ?? signal)}: ${requested}\n    ${document}\n    ${stderr.trim()}`;
  });
}
