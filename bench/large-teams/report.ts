import type { Waits } from './apply-model.ts';
import { DURATIONS, simulate, type Counts, type Scenario, type World } from './simulate.ts';
import { LATENCY_MS } from './service-model.ts';
import { GIT_MS } from './lease-model.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';

/** A week of twenty teams. Each team has five pull requests a day; a third of them also have new campaigns. */
const WEEK: Scenario = {
  ...{ seed: 45, teams: 20, workspaces: 'one', campaigns: 10_000, days: 7, runners: 20 },
  ...{ pullsADay: 5, byHandADay: 5, ownAppliesADay: 0.2, launch: 0, killed: 0.005 },
  ...{ maxWaitMs: 10 * MINUTE_MS, applyEveryMs: HOUR_MS },
};

/** The settings of docs/large-teams.yml; those of `WEEK` are what `campaigns init` writes. */
const LARGE = { maxWaitMs: 2 * MINUTE_MS, applyEveryMs: 6 * HOUR_MS };

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'one workspace': WEEK,
  'a launch of 150 campaigns': { ...WEEK, launch: 150 },
  'the launch with `large-teams.yml`': { ...WEEK, launch: 150, ...LARGE },
  'a workspace a team': { ...WEEK, workspaces: 'each', ...LARGE },
};

/** Waits in whole seconds. */
interface Summary {
  readonly count: number;
  /** How many of them were longer than a second. */
  readonly waited: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export interface Report {
  readonly scenario: Scenario;
  readonly counts: Counts & {
    readonly merged: number;
    readonly created: number;
    readonly searches: number;
    readonly refusedSearches: number;
    readonly refusedCreations: number;
    readonly leasePushes: number;
  };
  readonly waits: Readonly<Record<keyof Waits, Summary>>;
}

export function reportOf(world: World): Report {
  const { scenario, counts, waits, workspaces } = world;
  const changes = workspaces.flatMap((one) => one.changes);
  const sum = (of: (workspace: (typeof workspaces)[number]) => number) =>
    workspaces.reduce((total, one) => total + of(one), 0);
  return {
    scenario,
    counts: {
      ...counts,
      merged: changes.length,
      created: changes.filter(({ kind }) => kind === 'create').length,
      searches: sum(({ service }) => service.admitted.get('search')?.length ?? 0),
      refusedSearches: sum(({ service }) => service.refused.get('search') ?? 0),
      refusedCreations: sum((one) => one.refusedCreations),
      leasePushes: sum(({ origin }) => origin.pushes),
    },
    waits: Object.fromEntries(
      Object.entries(waits).map(([kind, times]) => [kind, summaryOf(times)]),
    ) as Report['waits'],
  };
}

function summaryOf(times: readonly number[]): Summary {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) / SECOND_MS);
  const waited = sorted.filter((ms) => ms > SECOND_MS).length;
  return { count: sorted.length, waited, median: at(0.5), p95: at(0.95), max: at(1) };
}

/** What all scenarios have in common, in milliseconds. */
export const COMMON = { ...DURATIONS, latencyMs: LATENCY_MS, gitMs: GIT_MS };

/** Simulates the scenario of this name. */
export async function reportNamed(name: string): Promise<Report> {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`there is no scenario "${name}"`);
  return reportOf(await simulate(scenario));
}
