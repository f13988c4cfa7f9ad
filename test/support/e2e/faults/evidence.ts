import type { JsonMap, LoggedRequest } from '../live-service.ts';
import { STATE_BRANCH } from '../test-repository.ts';
import { CREATED_BEFORE, differences, EFFECTS, nameOf } from './stage.ts';
import type { RunSeen, World } from './world.ts';

// Invariants, checked against the service's own data and the state branch at origin.

const READS = ['search', 'get', 'meta', 'validate'];

export function isWrite({ operation }: LoggedRequest): boolean {
  return operation === null || !READS.includes(operation);
}

/** All violated invariants. The list must be empty. */
export async function violations(world: World): Promise<string[]> {
  const log = await world.service.requests();
  const live = await world.service.all();
  return [
    ...differences(live),
    ...wrongEffects(log),
    ...wrongState(world, { log, live }),
    ...world.runs.flatMap(wrongExit),
  ];
}

function wrongEffects(log: readonly LoggedRequest[]): string[] {
  return Object.entries(EFFECTS).flatMap(([kind, wanted]) => {
    const count = effectsIn(log, kind).length;
    // Repeating an edit or a transition changes nothing. Repeating a creation does.
    const isWrong = kind === 'created' ? count !== wanted : count < wanted;
    return isWrong ? [`${count} effects "${kind}" in the service's log, not ${wanted}`] : [];
  });
}

function effectsIn(log: readonly LoggedRequest[], kind: string): LoggedRequest[] {
  return log.filter(({ effect }) => effect.split(' ')[0] === kind);
}

interface Binding {
  readonly key: string;
  readonly campaign_id: string;
  readonly name: string;
}

interface Ledger {
  readonly attempts: readonly string[];
  readonly successes: readonly string[];
}

function wrongState(
  world: World,
  { log, live }: { readonly log: readonly LoggedRequest[]; readonly live: readonly JsonMap[] },
): string[] {
  const files = world.repo.gitAtOrigin('ls-tree', '-r', '--name-only', STATE_BRANCH).split('\n');
  const isBinding = (path: string) => path.startsWith('campaigns/');
  const bindings = files.filter(isBinding).map((path) => readState(world, path) as Binding);
  const unbound = live.filter(
    (record) => !bindings.some((one) => one.campaign_id === record.id && one.name === nameOf(record)),
  );
  return [
    ...unbound.map((record) => `the state branch does not know ${nameOf(record)}`),
    ...(bindings.length === live.length ? [] : [`${bindings.length} bindings for ${live.length} campaigns`]),
    ...files.filter((path) => path.startsWith('journal/')).map((path) => `${path} is still there`),
    ...wrongLedger(readState(world, 'ledger.json') as Ledger, log),
    ...unrecorded(world, log),
  ];
}

function readState({ repo }: World, path: string): unknown {
  return JSON.parse(repo.gitAtOrigin('cat-file', 'blob', `${STATE_BRANCH}:${path}`)) as unknown;
}

/** The ledger may contain more than happened, never less. */
function wrongLedger({ successes }: Ledger, log: readonly LoggedRequest[]): string[] {
  const created = CREATED_BEFORE + effectsIn(log, 'created').length;
  return successes.length < created ? [`the ledger has ${successes.length} of ${created} creations`] : [];
}

/**
 * Every effect has a commit on the state branch, found by its request ID. An effect that happened after the next run
 * had looked for it has one too, marked as not seen.
 */
function unrecorded(world: World, log: readonly LoggedRequest[]): string[] {
  const trailer = (name: string) => `%(trailers:key=${name},valueonly,separator=%x2C)`;
  const format = `${trailer('Request-Id')} ${trailer('Change')}`;
  const recorded = world.repo.gitAtOrigin('log', `--format=${format}`, STATE_BRANCH).split('\n');
  const done = new Set(
    recorded.flatMap((line) => {
      const [id = '', change = ''] = line.split(' ');
      const isUnseen = world.sawLateArrival && change.endsWith('-not-done');
      return ['create', 'update', 'transition'].includes(change) || isUnseen ? [id] : [];
    }),
  );
  return log
    .filter(({ effect, operation }) => effect !== 'none' && effect !== 'replayed' && operation !== 'search')
    .filter(({ request_id: id }) => id === null || !done.has(id))
    .map(({ effect }) => `nothing on the state branch says "${effect}"`);
}

/** The exit code must agree with the document. */
function wrongExit({ status, signal, result }: RunSeen, index: number): string[] {
  if (signal !== null) return [];
  if (!result) return [`run ${index + 1} exited ${String(status)} without a document`];
  // More exact than in any other run: no fault refuses one, except for its lease, and nothing signals it.
  const refused = result.reason === 'lease' ? 6 : -1;
  const wanted = { failed: 1, stale: 4, deferred: 3, complete: 0, refused }[result.outcome];
  return wanted === status ? [] : [`run ${index + 1} exited ${String(status)} with ${result.outcome}`];
}

/** If no run was killed and every run could record what it did, all counts are exact. */
export async function wrongCounts(world: World): Promise<string[]> {
  const { runs, service } = world;
  const isUnrecorded = ({ result }: RunSeen) => result?.failed.some(({ code }) => code === 'state-branch');
  if (runs.some((run) => run.signal !== null || isUnrecorded(run))) return [];
  const reported = runs.flatMap(({ result }) => result?.applied ?? []);
  const wanted = {
    create: EFFECTS.created,
    update: EFFECTS.updated,
    transition: EFFECTS.status + EFFECTS.published,
  };
  const miscounted = Object.entries(wanted).flatMap(([change, count]) => {
    const found = reported.filter((one) => one.change === change).length;
    return found === count ? [] : [`${found} × ${change} in the documents, not ${count}`];
  });
  const { attempts } = readState(world, 'ledger.json') as Ledger;
  const tried = CREATED_BEFORE + (await service.requests()).filter(isCreationAttempt).length;
  return [
    ...miscounted,
    ...(attempts.length < tried ? [`the ledger has ${attempts.length} of ${tried} attempts`] : []),
  ];
}

/** A call that the service counts. Calls that it rejects or never receives don't count. */
function isCreationAttempt({ operation, status }: LoggedRequest): boolean {
  return operation === 'create' && status !== 429 && status !== 0;
}
