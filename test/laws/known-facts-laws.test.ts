import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/load/judge.ts';
import { KnownFacts } from '../../src/load/known-facts.ts';
import type { Loaded } from '../../src/load/load-campaigns.ts';
import { draws } from '../support/draws.ts';
import { CONFIGURED, FILES, read, worlds, type World } from '../support/laws/mutated-files.ts';

// What is kept of earlier runs changes nothing but time: files are edited at random again and again, and each time they are
// read anew and with what is known, which is partly gone, or of other files.

const RUNS = draws(10, { cost: 10 });
const FEATURES = ['queuing'];
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Everything that a caller can see. */
function seen(loaded: Loaded, now: number | undefined) {
  const { desired, diagnostics } = judge(loaded, now === undefined ? {} : { now });
  return {
    diagnostics,
    desired: [...desired].map(([name, campaigns]) => [name, campaigns.map((one) => ({ ...one }))]),
    bodies: loaded.campaigns.map(({ body, findings }) => ({ body, findings })),
  };
}

const steps = fc.array(
  fc.record({
    world: worlds,
    targets: fc.subarray([...CONFIGURED], { minLength: 1 }),
    /** Which part of the lines is lost. */
    lost: fc.array(fc.nat(FILES.length), { maxLength: 3 }),
    isForeign: fc.boolean(),
    /** Whether git knows the texts. */
    isTracked: fc.boolean(),
  }),
  { minLength: 2, maxLength: 4 },
);

/** The lines of two files under each other's names. */
function swapped(lines: readonly string[]): readonly string[] {
  const [one, other, ...rest] = lines.map((line) => line.split('\t'));
  if (!one || !other) return lines;
  return [[other[0], ...one.slice(1)], [one[0], ...other.slice(1)], ...rest].map((parts) => parts.join('\t'));
}

function known(lines: readonly string[]): KnownFacts {
  return new KnownFacts(
    lines.map((line) => (field) => line.split('\t')[field] ?? ''),
    digest,
  );
}

describe('what is known of files', () => {
  it('changes nothing', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let lines: readonly string[] = [];
        for (const { world: drawn, targets, lost, isForeign, isTracked } of all) {
          const world: World = { ...drawn, features: FEATURES };
          const files = [...new Set([...FILES.slice(0, 3), world.file])];
          const left = lines.filter((_, at) => !lost.includes(at));
          const facts = known(isForeign ? swapped(left) : left);
          const idOf = isTracked ? (text: string) => digest(`blob ${text}`) : undefined;
          const anew = seen(read(world, targets, { files }), world.now);
          expect(seen(read(world, targets, { files, known: facts, idOf }), world.now)).toEqual(anew);
          lines = facts.linesOf(FILES.map((file) => ({ file, below: '', text: '' })));
          const again = known(lines);
          expect(seen(read(world, targets, { files, known: again, idOf }), world.now)).toEqual(anew);
          expect(again.isChanged).toBe(false);
        }
      }),
      RUNS,
    );
  });

  it('is used for files that did not change, also beside one that did, for each workspace that was asked for', () => {
    const [first, second] = CONFIGURED;
    const world: World = { ...fc.sample(worlds, 1)[0], file: FILES[0], features: FEATURES } as World;
    const loadedFor = (targets: typeof CONFIGURED, lines: readonly string[]) => {
      const facts = known(lines);
      read(world, targets, { files: FILES, known: facts });
      return {
        isChanged: facts.isChanged,
        lines: facts.linesOf(FILES.map((file) => ({ file, below: '', text: '' }))),
      };
    };
    expect(first && second).toBeDefined();
    if (!first || !second) return;
    const one = loadedFor([first], []);
    const both = loadedFor([second], one.lines);
    expect([one.isChanged, both.isChanged]).toEqual([true, true]);
    expect(loadedFor([first, second], both.lines)).toEqual({ isChanged: false, lines: both.lines });
  });
});
