import type { Phrase } from '../../src/messages/phrase.ts';

/** A row with its example filled in. */
interface Said {
  readonly code: string;
  readonly why: Phrase;
  readonly todo: Phrase;
}

/** The row's functions take the parameters that its own example has. */
type AnyRow = Readonly<Record<'says' | 'todo', (example: never) => Phrase>> & { readonly example: object };

/** What each row of a catalog says of its example. */
export function saidBy(catalog: Readonly<Record<string, AnyRow>>): readonly Said[] {
  return Object.entries(catalog).map(([code, { says, todo, example }]) => {
    const params = example as never;
    return { code, why: says(params), todo: todo(params) };
  });
}
