import type { Drill } from './drill.ts';
import type { Script } from './exercise.ts';
import type { Mishap } from './mishap.ts';
import { FAULTS } from './singles.ts';

/** So many drills of two mishaps each, drawn by chance; the same seed draws the same. */
export function pairs(
  script: Script,
  { count, seed }: { readonly count: number; readonly seed: number },
): Drill[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index): Drill => {
    const [first, second] = [drawMishap(script, random), drawMishap(script, random)];
    const isTogether = random() < 0.4;
    const then = random() < 0.5 ? 'here' : 'in a fresh clone';
    const when = isTogether ? 'together' : 'one after the other';
    return {
      name: `pair ${index + 1}: ${tell(first)} and ${tell(second)}, ${when}, then ${then}`,
      operation: first.kind,
      trouble: `and ${second.kind}, ${when}`,
      mishaps: isTogether ? [[first, second]] : [[first], [second]],
      then,
      mayMiss: true,
    };
  });
}

function drawMishap({ requests, gitSteps }: Script, random: () => number): Mishap {
  const among = (count: number) => 1 + Math.floor(random() * count);
  const moment = random() < 0.5 ? 'before' : 'after';
  const at = among(requests.length);
  const dice = random();
  if (dice < 0.2) return { kind: 'kill-at-request', at, moment };
  if (dice < 0.4) return { kind: 'kill-and-deliver-late', at, lateAt: among(requests.length) };
  if (dice < 0.6) return { kind: 'kill-at-git', at: among(gitSteps.length), moment };
  const operation = requests[at - 1] ?? 'search';
  const nth = requests.slice(0, at).filter((one) => one === operation).length;
  const sketches = Object.values(FAULTS);
  const sketch = sketches[among(sketches.length) - 1];
  if (!sketch) throw new Error('there are no faults to draw from');
  return { kind: 'fault', fault: { ...sketch, operation, nth, times: among(5) } };
}

function tell(mishap: Mishap): string {
  const { kind, ...rest } = mishap.kind === 'fault' ? { ...mishap.fault, kind: mishap.fault.kind } : mishap;
  return `${kind} ${JSON.stringify(rest)}`;
}

/** Numbers from 0 to 1 that only depend on the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
