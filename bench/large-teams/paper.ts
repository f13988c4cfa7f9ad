import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import type { LimitedOperation } from '../../src/model/workspace.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { MOVED_SEARCHES, PAGE } from './apply-model.ts';
import type { Report } from './report.ts';
import { DURATIONS } from './simulate.ts';

// The arithmetic of docs/large-teams.md, and its tables.

/** What the page computes with. A day is a working day of one workspace. */
const LARGE = { workspaces: 50, campaigns: 20_000, pulls: 5, plansAPull: 2.4, creationsAPull: 0.7 };
/** Measured with 2,000 campaigns made by bench/scale/repository.mjs, packed: KiB of the state branch for each creation and each update. */
const STATE = { kibACampaign: 8.2, kibAnUpdate: 3.4 };
/** Changed campaigns of one workspace in a day. */
const CHANGED_ADAY = 30;

const limitOf = (operation: LimitedOperation, spanMs: number, counts = 'attempts') =>
  Math.min(
    ...DEFAULT_LIMITS[operation]
      .filter((window) => window.spanMs === spanMs && window.counts === counts)
      .map(({ limit }) => limit),
  );
const count = (value: number) => Math.round(value).toLocaleString('en-US');
const tableOf = (rows: readonly (readonly string[])[]) =>
  rows
    .toSpliced(
      1,
      0,
      (rows[0] ?? []).map(() => '---'),
    )
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const whole = Math.ceil(LARGE.campaigns / PAGE);
/** A job without waits: it starts, checks out and reads the files. */
const jobMs =
  DURATIONS.jobMs +
  (LARGE.campaigns / 1000) * (DURATIONS.readPerThousandMs + DURATIONS.checkoutPerThousandMs);
const minutesOf = (searches: number) =>
  Math.ceil(jobMs / MINUTE_MS + Math.max(0, searches / limitOf('search', MINUTE_MS) - 1));

function requestsADay(): string {
  const plans = LARGE.pulls * LARGE.plansAPull;
  const names = 2 * LARGE.creationsAPull;
  const rows = [
    { what: 'plans of what a pull request changes', runs: plans, searches: 1 + names },
    { what: 'applies of merges', runs: LARGE.pulls, searches: 1 + names + MOVED_SEARCHES + 2 },
    { what: 'applies every six hours', runs: 4, searches: MOVED_SEARCHES },
    { what: 'drift of all campaigns, once', runs: 1, searches: whole },
  ];
  const total = { what: '**together**', runs: 0, searches: 0, minutes: 0 };
  const lines = rows.map(({ what, runs, searches }) => {
    const minutes = runs * minutesOf(searches);
    total.runs += runs;
    total.searches += runs * searches;
    total.minutes += minutes;
    return [what, count(runs), count(runs * searches), count(minutes)];
  });
  const one = [total.what, count(total.runs), count(total.searches), count(total.minutes)];
  const all = [total.runs, total.searches, total.minutes].map((value) => count(value * LARGE.workspaces));
  const wholePlans = [plans, plans * whole, plans * minutesOf(whole)].map(count);
  return tableOf([
    ['a day of one workspace', 'jobs', 'searches', 'runner minutes'],
    ...lines,
    one,
    [`${LARGE.workspaces} workspaces`, ...all],
    ['if each plan read all campaigns, one workspace', ...wholePlans],
  ]);
}

function limits(): string {
  const creations = limitOf('create', 24 * HOUR_MS, 'successes');
  const [aMinute, anHour] = [limitOf('search', MINUTE_MS), limitOf('search', HOUR_MS)];
  const everywhere = LARGE.workspaces * LARGE.pulls * LARGE.plansAPull * LARGE.workspaces * minutesOf(1);
  const stateMib = (LARGE.campaigns * STATE.kibACampaign) / 1024;
  const days = LARGE.campaigns / creations;
  return tableOf([
    ['limit', 'reached by', 'so'],
    [
      `${creations} creations a day, for each workspace`,
      `${count(LARGE.campaigns)} new campaigns take ${count(days)} days`,
      '`campaigns import` what exists; it creates nothing',
    ],
    [
      `${aMinute} searches a minute, ${count(anHour)} an hour, for each workspace`,
      `reading all takes ${(whole / aMinute).toFixed(1)} minutes, at most ${Math.floor(anHour / whole)} times an hour`,
      'plan what changed, read everything once a day',
    ],
    [
      '20 jobs at once (GitHub Free; Team 60, Enterprise 500)',
      `if each pull request planned all workspaces: ${count(everywhere)} minutes a day, ${count(everywhere / 1440)} jobs at any time`,
      'a job only for the workspaces that it touches',
    ],
    [
      '10 GB of caches, and about as much git, for each repository',
      `the state branch: ${count(stateMib)} MiB a workspace, ${((stateMib * LARGE.workspaces) / 1024).toFixed(1)} GiB for all, ${count((CHANGED_ADAY * STATE.kibAnUpdate * LARGE.workspaces) / 1024)} MiB more a day`,
      'at most 10 such workspaces in a repository',
    ],
  ]);
}

const CAUSES: Readonly<Record<keyof Report['waits'], string>> = {
  runner: 'a free runner',
  reads: 'searches within the limits',
  'merge-queue': 'the merge queue, with its check',
  turn: 'earlier applies of the workspace',
  lease: 'the lease, after a refusal',
  quota: 'the quota of creations',
  'edit-live': 'from the merge until an edit is live',
  'new-live': 'from the merge until a new campaign exists',
};

function waits(scenarios: Readonly<Record<string, Report>>): string {
  const reports = Object.entries(scenarios);
  return tableOf([
    ['waiting for', ...reports.map(([name]) => name)],
    ...Object.entries(CAUSES).map(([cause, words]) => [
      words,
      ...reports.map(([, report]) => {
        const { median, p95, max } = report.waits[cause as keyof Report['waits']];
        return [median, p95, max].map(duration).join(' · ');
      }),
    ]),
  ]);
}

/** Seconds in the largest unit that keeps two digits. */
function duration(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds < 120) return `${seconds} s`;
  const ms = seconds * SECOND_MS;
  return ms < 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / HOUR_MS)} h`;
}

/** The tables of the page by name, in Markdown. */
export function tables(scenarios: Readonly<Record<string, Report>>): Readonly<Record<string, string>> {
  return { requests: requestsADay(), limits: limits(), waits: waits(scenarios) };
}
