import { valueAt, type Path } from '../model/json.ts';
import { campaignRoot, placesOf } from './schema/schema-place.ts';
import { BODY_KEYS, OUR_KEYS } from './top-level-names.ts';
import type { Source } from './yaml/source.ts';

/** A campaign file, and the names that its places can have. */
export interface Layout {
  readonly source: Source;
  /** By path in the file. */
  readonly names: (path: Path) => readonly string[];
}

/** The layout of a campaign file. */
export function layoutOf(source: Source, workspaces: readonly string[]): Layout {
  const places = placesOf(campaignRoot(valueAt(source.value, ['channel'])));
  const names = (path: Path): readonly string[] => {
    const [first, workspace, ...inside] = path;
    if (first !== 'overrides') return first === undefined ? [...OUR_KEYS, ...BODY_KEYS] : places.names(path);
    if (workspace === undefined) return workspaces;
    return inside.length === 0 ? ['status', ...BODY_KEYS] : places.names(inside);
  };
  return { source, names };
}
