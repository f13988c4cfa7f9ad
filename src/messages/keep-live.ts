import type { Unpulled } from '../model/held.ts';
import { code, listed, run, say, type Phrase } from './phrase.ts';

/**
 * How to keep live values in the files, as the end of a sentence: a pull writes them, except those for which the file has
 * only a reference. `args`: of the pull.
 */
export function keepLive(args: string, unpulled: Unpulled | undefined): Phrase {
  if (unpulled?.isAll) return say`set them ${places(unpulled)}`;
  const rest = unpulled ? say`set ${listed(unpulled.components.map(code))} ${places(unpulled)}, and ` : [];
  return say`${rest}${run(`campaigns pull ${args}`, 'write them into the file')}`;
}

/** A shared value may not be meant to change for the others. */
export function places({ sources }: Unpulled): Phrase {
  return listed(
    sources.map((one) =>
      'isAssembled' in one
        ? say`in ${one.file}`
        : say`in the variable ${code(one.name)}${one.place ? say` (${{ kind: 'place', place: one.place }})` : ''}`,
    ),
  );
}
