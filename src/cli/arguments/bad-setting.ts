import { nearest } from '../../model/nearest.ts';
import { EXIT } from '../../model/exit.ts';
import { UserFailure } from '../../app/user-failure.ts';

/** What is wrong at one place of a setting. */
interface Mistake {
  /** Empty for the whole. */
  readonly place: string;
  readonly message: string;
  /** A name that is none, and the names there are. */
  readonly unknown?: { readonly name: string; readonly known: readonly string[] };
}

/** A setting of the command line that makes no sense, told with all its mistakes and the shape that it should have. */
export function badSetting(setting: string, mistakes: readonly Mistake[], shape: string): UserFailure {
  const messages = mistakes.map((mistake) => `${setting}: ${sentence(mistake)}`);
  return new UserFailure(EXIT.USAGE, messages.join('\n  '), { hint: shape });
}

function sentence({ place, message, unknown }: Mistake): string {
  const messages = place === '' ? message : `${place}: ${message}`;
  if (!unknown) return `${messages}.`;
  const { name, known } = unknown;
  const near = nearest(name, known);
  const all = `known are ${known.join(', ')}`;
  return `${messages} — ${near === undefined ? all : `did you mean ${near}? (${all})`}.`;
}
