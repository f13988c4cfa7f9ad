import { clip, nameList } from '../../model/show.ts';
import { say, type Phrase } from '../phrase.ts';

/** What to write in place of an unknown name; `otherwise` if no known one is near, and they are too many to be listed. */
export function meant(
  {
    near,
    known,
  }: { readonly name?: string; readonly near?: string | undefined; readonly known?: readonly string[] },
  otherwise: Phrase,
): Phrase {
  if (near !== undefined) return say`write ${clip(near)}`;
  return known === undefined || known.length === 0 ? otherwise : say`write one of ${nameList(known)}`;
}
