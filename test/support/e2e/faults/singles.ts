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
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index): FaultRun => {
    const first = drawMishap(script, random, { from: 0, to: 1 });
    const where = placeOf(first, script);
    // Nothing can happen in a run after it was killed, and the run after one that wasn't killed has little to do. So
    // the second mishap comes later in the same run, or in what the next run has left to do.
    const isTogether = first.kind === 'fault';
    const second = drawMishap(
      script,
      random,
      isTogether ? { from: where, to: 1 } : { from: 0, to: 1 - where },
    );
    const then = random() < 0.5 ? 'here' : 'in a fresh clone';
    const when = isTogether ? 'together' : 'one after the other';
    return {
      name: `pair ${index + 1}: ${describeMishap(first)} and ${describeMishap(second)}, ${when}, then ${then}`,
      operation: first.kind,
      mishaps: isTogether ? [[first, second]] : [[first], [second]],
      then,
      mayMiss: true,
    };
  });
}

/** A part of a run, from 0 (its start) to 1 (its end). */
interface Span {
  readonly from: number;
  readonly to: number;
}

function drawMishap({ requests, gitSteps }: Script, random: () => number, { from, to }: Span): Mishap {
  const among = (count: number) => 1 + Math.floor(random() * count);
  const within = (count: number) => 1 + Math.floor((from + random() * (to - from)) * (count - 1));
  const moment = random() < 0.5 ? 'before' : 'after';
  const at = within(requests.length);
  const dice = random();
  if (dice < 0.2) return { kind: 'kill-at-request', at, moment };
  if (dice < 0.4) return { kind: 'kill-and-deliver-late', at, lateAt: among(requests.length - at + 1) };
  if (dice < 0.5) return { kind: 'kill-at-git', at: within(gitSteps.length), moment };
  if (dice < 0.6) return { kind: 'fail-at-git', at: within(gitSteps.length) };
  const operation = requests[at - 1] ?? 'search';
  const nth = requests.slice(0, at).filter((one) => one === operation).length;
  const sketches = faultsOf(operation);
  const [, sketch] = sketches[among(sketches.length) - 1] ?? [];
  if (!sketch) throw new Error('there are no faults to draw from');
  return { kind: 'fault', fault: { ...sketch, operation, nth, times: among(5) } };
}

/** How far a run has progressed when this happens. */
function placeOf(mishap: Mishap, { requests, gitSteps }: Script): number {
  switch (mishap.kind) {
    case 'kill-at-git':
    case 'fail-at-git':
      return mishap.at / gitSteps.length;
    case 'kill-at-request':
    case 'kill-and-deliver-late':
    case 'lose-state':
      return mishap.at / requests.length;
    case 'fault': {
      const { operation, nth } = mishap.fault;
      const places = requests.flatMap((one, index) => (one === operation ? [index + 1] : []));
      return (places[nth - 1] ?? 0) / requests.length;
    }
  }
}

function describeMishap(mishap: Mishap): string {
  const { kind, ...rest } = mishap.kind === 'fault' ? { ...mishap.fault, kind: mishap.fault.kind } : mishap;
  return `${kind} ${JSON.stringify(rest)}`;
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
