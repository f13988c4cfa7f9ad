import type { Unpulled } from '../model/held.ts';
import { componentList } from './component-names.ts';
import { code, command, inTerminal, listed, say, type Phrase } from './phrase.ts';

/** How to keep live values in the files: what to write where, and whether a pull does it. */
export interface WayToKeep {
  /** `write it into the file`, or where to set it if no pull can write it. */
  readonly write: Phrase;
  /** Sentences that follow, with a space before them; empty if a pull can write everything. */
  readonly more: Phrase;
  /** What a pull writes; undefined if it can write nothing. */
  readonly pulled: 'it' | 'them' | 'the rest' | undefined;
}

/** `values`: what is kept, such as `it` or `the live values`. */
export function wayToKeep(
  values: string,
  { unpulled }: { readonly unpulled?: Unpulled },
  them: 'it' | 'them' = 'it',
): WayToKeep {
  if (unpulled?.isAll)
    return { write: setThere(values, unpulled), more: say` ${elsewhere(unpulled)}`, pulled: undefined };
  return {
    write: say`write ${values} into the file`,
    more: unpulled ? say` ${keepUnpulled(unpulled)}` : [],
    pulled: unpulled ? 'the rest' : them,
  };
}

/** How to keep the parts that a pull leaves. */
export function keepUnpulled(unpulled: Unpulled): Phrase {
  return say`To keep ${componentList(unpulled.components)}, ${setThere(unpulled.components.length > 1 ? 'their live values' : 'its live value', unpulled)}. ${elsewhere(unpulled)}`;
}

/** A shared value may not be meant to change for the others. */
function elsewhere({ sources }: Unpulled): string {
  const texts = sources.filter((one) => 'isAssembled' in one).length;
  const kind = texts === 0 ? 'variable' : texts === sources.length ? 'text' : 'text or variable';
  return `If other campaigns use this ${kind}, too, write the value into this campaign's file instead.`;
}

function setThere(values: string, { sources, hasOwn }: Unpulled): Phrase {
  const places = sources.map((one) => {
    if ('isAssembled' in one)
      return say`in ${one.file}${one.isAssembled ? ' (or in a snippet or value that it inserts)' : ''}`;
    return say`in the variable ${code(one.name)}${one.place ? say` (${{ kind: 'place', place: one.place }})` : ''}`;
  });
  if (!hasOwn) return say`set ${values} ${listed(places)}`;
  const fields = [...new Set(sources.map(({ at }) => String(at.at(-1))))];
  return say`set the live ${listed(fields.map(code))} ${listed(places)}, and write the live values of the other fields into this campaign's file`;
}

/** The pull that writes them. On GitHub, at most a drift pull request does. */
export function pullFor({ pulled }: Pick<WayToKeep, 'pulled'>, args: string): Phrase {
  return pulled
    ? say`${inTerminal(` To have ${pulled} written for you: `)}${command(`campaigns pull ${args}`, '')}`
    : [];
}
