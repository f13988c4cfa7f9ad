import type { FaultRun } from './fault-run.ts';
import type { Script } from './exercise.ts';
import type { Mishap } from './mishap.ts';

// Every position in a run combined with everything that can go wrong there, once.

const MOMENTS = ['before', 'after'] as const;

/** Killed right before a request is sent, and right before its answer arrives. */
export function killsAtRequests({ requests }: Script): FaultRun[] {
  return requests.flatMap((operation, index) =>
    MOMENTS.map((moment): FaultRun => {
      const at = index + 1;
      const mishap: Mishap = { kind: 'kill-at-request', at, moment };
      const name = `killed ${moment} request ${at} (${operation})`;
      return { name, operation, trouble: `killed ${moment}`, mishaps: [[mishap]] };
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
      return { name, operation, trouble: `killed ${moment}, then ${then}`, mishaps: [[mishap]], then };
    }),
  );
}

/** A disk that is full during one git step and has space again for the next. */
export function failuresOfGit({ gitSteps }: Script): FaultRun[] {
  return gitSteps.map((operation, index): FaultRun => {
    const at = index + 1;
    const name = `git step ${at} (${operation}) fails`;
    return { name, operation, trouble: 'git fails', mishaps: [[{ kind: 'fail-at-git', at }]] };
  });
}

type FaultSketch = Omit<Extract<Mishap, { kind: 'fault' }>['fault'], 'operation' | 'nth'>;

/** Everything that the control interface can damage. Delays are longer or shorter than the program's timeout. */
export const FAULTS: Readonly<Record<string, FaultSketch>> = {
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

/** Each answer of the service, damaged in each way. */
export function faults({ requests }: Script): FaultRun[] {
  return requests.flatMap((operation, index) => {
    const nth = requests.slice(0, index + 1).filter((one) => one === operation).length;
    return Object.entries(FAULTS).map(([trouble, sketch]): FaultRun => {
      const mishap: Mishap = { kind: 'fault', fault: { ...sketch, operation, nth, times: 1 } };
      return { name: `${trouble} at ${operation} ${nth}`, operation, trouble, mishaps: [[mishap]] };
    });
  });
}
