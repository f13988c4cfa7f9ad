import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/findings.ts';
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

/** Findings as they are kept. */
function plain(findings: readonly Finding[]): readonly string[] {
  return findings.map((one) => JSON.stringify(one));
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
          lines = [...facts.linesOf(FILES.map((file) => ({ file, below: '', text: '' })))];
          const again = known(lines);
          expect(seen(read(world, targets, { files, known: again, idOf }), world.now)).toEqual(anew);
          expect(again.isChanged).toBe(false);
        }
      }),
      RUNS,
    );
  });

  it('is enough for a change that touches some of the files: of the others it says the same, but not what is wrong', () => {
    fc.assert(
      fc.property(steps, fc.subarray([...FILES]), (all, some) => {
        let lines: readonly string[] = [];
        for (const { world: drawn, targets, isTracked } of all) {
          const world: World = { ...drawn, features: FEATURES };
          const files = [...new Set([...FILES.slice(0, 5), world.file])];
          const idOf = isTracked ? (text: string) => digest(`blob ${text}`) : undefined;
          const touches = ({ sources: [file = ''] }: { readonly sources: readonly string[] }) =>
            some.includes(file);
          const facts = known(lines);
          const whole = read(world, targets, { files });
          for (const part of [
            read(world, targets, { files, touches }),
            read(world, targets, { files, touches, known: facts, idOf }),
          ]) {
            expect(plain(part.findings)).toEqual(plain(whole.findings));
            expect(part.campaigns.map(({ desired }) => ({ ...desired }))).toEqual(
              whole.campaigns.map(({ desired }) => ({ ...desired })),
            );
            part.campaigns.forEach(({ file, isTouched, findings }, at) => {
              const all = whole.campaigns[at]?.findings ?? [];
              expect(isTouched || !some.includes(file)).toBe(true);
              const [own, wanted] = [plain(findings), plain(all)];
              expect(own).toEqual(isTouched ? wanted : wanted.filter((one) => own.includes(one)));
            });
          }
          lines = [...facts.linesOf(FILES.map((file) => ({ file, below: '', text: '' })))];
          // What was not checked isn't taken for what has no mistakes.
          expect(seen(read(world, targets, { files, known: known(lines), idOf }), world.now)).toEqual(
            seen(whole, world.now),
          );
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
        lines: [...facts.linesOf(FILES.map((file) => ({ file, below: '', text: '' })))],
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
