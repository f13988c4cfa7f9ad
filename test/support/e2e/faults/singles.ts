import fc from 'fast-check';
import type { FaultRun } from './fault-run.ts';
import type { Script } from './exercise.ts';
import type { Mishap } from './mishap.ts';

// Every position in a run combined with everything that can go wrong there, once; and pairs of them at random.

const MOMENTS = ['before', 'after'] as const;

/** Killed right before a request is sent, and right before its answer arrives. */
export function killsAtRequests({ requests }: Script): FaultRun[] {
  return requests.flatMap((operation, index) =>
    MOMENTS.map((moment): FaultRun => {
      const at = index + 1;
      const mishap: Mishap = { kind: 'kill-at-request', at, moment };
      const name = `killed ${moment} request ${at} (${operation})`;
      return { name, operation, mishaps: [[mishap]] };
    }),
  );
}

/**
 * Killed before and after each git step that moves a ref. Before one step is also after the previous one, so every
 * position between two steps is tried twice: with the next run in this clone, and in a new one.
 */
export function killsAtGitSteps({ gitSteps }: Script): FaultRun[] {
  return gitSteps.flatMap((operation, index) =>
    MOMENTS.map((moment): FaultRun => {
      const at = index + 1;
      const then = moment === 'before' ? 'here' : 'in a fresh clone';
      const mishap: Mishap = { kind: 'kill-at-git', at, moment };
      const name = `killed ${moment} git step ${at} (${operation}), then ${then}`;
      return { name, operation, mishaps: [[mishap]], then };
    }),
  );
}

/** A disk that is full during one git step and has space again for the next. */
export function failuresOfGit({ gitSteps }: Script): FaultRun[] {
  return gitSteps.map((operation, index): FaultRun => {
    const at = index + 1;
    const name = `git step ${at} (${operation}) fails`;
    return { name, operation, mishaps: [[{ kind: 'fail-at-git', at }]] };
  });
}

type FaultSketch = Omit<Extract<Mishap, { kind: 'fault' }>['fault'], 'operation' | 'nth'>;

/** Everything that the control interface can damage. Delays are longer or shorter than the program's timeout. */
const FAULTS: Readonly<Record<string, FaultSketch>> = {
  'status 500': { kind: 'status', status: 500 },
  'status 503': { kind: 'status', status: 503 },
  'status 429 with Retry-After': { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  'status 429': { kind: 'status', status: 429 },
  'status 409': { kind: 'status', status: 409 },
  'status 400': { kind: 'status', status: 400 },
  'reset before the work': { kind: 'reset-before' },
  'reset after the work': { kind: 'reset-after' },
  'cut short': { kind: 'truncate' },
  'HTML with 200': { kind: 'html', status: 200 },
  'HTML with 502': { kind: 'html', status: 502 },
  'another content type': { kind: 'content-type' },
  slow: { kind: 'slow', ms: 300 },
  'too late': { kind: 'delay', ms: 1_500 },
};

/** A 409 to an edit says that the campaign is locked (open point W8): test/e2e/quirks.test.ts has that. */
function faultsOf(operation: string): readonly (readonly [trouble: string, sketch: FaultSketch])[] {
  return Object.entries(FAULTS).filter(([, { status }]) => operation !== 'update' || status !== 409);
}

/** Each answer of the service, damaged in each way. */
export function faults({ requests }: Script): FaultRun[] {
  return requests.flatMap((operation, index) => {
    const nth = requests.slice(0, index + 1).filter((one) => one === operation).length;
    return faultsOf(operation).map(([trouble, sketch]): FaultRun => {
      const mishap: Mishap = { kind: 'fault', fault: { ...sketch, operation, nth, times: 1 } };
      return { name: `${trouble} at ${operation} ${nth}`, operation, mishaps: [[mishap]] };
    });
  });
}

/** `count` random fault runs with two mishaps each. The same seed gives the same runs. */
export function pairs(
  script: Script,
  { count, seed }: { readonly count: number; readonly seed: number },
): FaultRun[] {
  const drawn = mishaps(script, { from: 0, to: 1 }).chain((first) => {
    const where = placeOf(first, script);
    // Nothing can happen in a run after it was killed, and the run after one that wasn't killed has little to do. So
    // the second mishap comes later in the same run, or in what the next run has left to do.
    const span = first.kind === 'fault' ? { from: where, to: 1 } : { from: 0, to: 1 - where };
    const then = fc.constantFrom('here' as const, 'in a fresh clone' as const);
    return fc.record({ first: fc.constant(first), second: mishaps(script, span), then });
  });
  return fc.sample(drawn, { numRuns: count, seed }).map(({ first, second, then }, index) => ({
    name: `pair ${index + 1}: ${JSON.stringify([first, second])}, then ${then}`,
    operation: first.kind,
    mishaps: first.kind === 'fault' ? [[first, second]] : [[first], [second]],
    then,
    mayMiss: true,
  }));
}

/** What can happen in a part of a run, from 0 (its start) to 1 (its end). */
function mishaps(
  { requests, gitSteps }: Script,
  { from, to }: { readonly from: number; readonly to: number },
): fc.Arbitrary<Mishap> {
  const within = ({ length }: readonly string[]) =>
    fc.integer({ min: 1 + Math.floor(from * (length - 1)), max: 1 + Math.floor(to * (length - 1)) });
  const at = within(requests);
  const step = within(gitSteps);
  const moment = fc.constantFrom(...MOMENTS);
  const fault = at.chain((place) => {
    const operation = requests[place - 1] ?? 'search';
    const nth = requests.slice(0, place).filter((one) => one === operation).length;
    const sketches = faultsOf(operation).map(([, sketch]) => sketch);
    return fc
      .tuple(fc.constantFrom(...sketches), fc.integer({ min: 1, max: 5 }))
      .map(([sketch, times]): Mishap => ({ kind: 'fault', fault: { ...sketch, operation, nth, times } }));
  });
  const late = at.chain((place) =>
    fc.record({
      ...{ kind: fc.constant('kill-and-deliver-late' as const), at: fc.constant(place) },
      lateAt: fc.integer({ min: 1, max: requests.length - place + 1 }),
    }),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill-at-request' as const), at, moment }) },
    { weight: 2, arbitrary: late },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill-at-git' as const), at: step, moment }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail-at-git' as const), at: step }) },
    { weight: 4, arbitrary: fault },
  );
}

/** How far a run has progressed when this happens. */
function placeOf(mishap: Mishap, { requests, gitSteps }: Script): number {
  if (mishap.kind === 'kill-at-git' || mishap.kind === 'fail-at-git') return mishap.at / gitSteps.length;
  if (mishap.kind !== 'fault') return mishap.at / requests.length;
  const { operation, nth } = mishap.fault;
  const places = requests.flatMap((one, index) => (one === operation ? [index + 1] : []));
  return (places[nth - 1] ?? 0) / requests.length;
}
