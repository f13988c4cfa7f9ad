import { isJsonObject, isList, valueAt, type JsonValue, type Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { campaignRoot, placesOf } from './schema/schema-place.ts';
import { BODY_KEYS, OUR_KEYS } from './top-level-names.ts';
import { misindentedMessage, spacesIn } from './yaml/indentation.ts';
import type { Source } from './yaml/source.ts';

// A line with too few spaces is valid YAML if there are other lines at its column: its field then belongs to a map further
// out, where no such field is known. So an unknown field is compared with the entry above it. If that entry ends in a map
// that lacks this very field, the field was meant to be there.

/** Fields that are one or more levels further out than they belong: one, or several in a row. */
export interface Outdented {
  /** Their paths in the file. */
  readonly paths: readonly Path[];
  /** The map that they belong to, which lacks them. */
  readonly owner: Path;
  readonly message: string;
  readonly hint: string;
}

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

/** The fields in a row around an unknown one that belong to the end of the entry above them; undefined if it doesn't. */
export function outdented(path: Path, layout: Layout): Outdented | undefined {
  const parent = path.slice(0, -1);
  const siblings = namesAt(layout.source.value, parent);
  const known = layout.names(parent);
  const index = siblings.indexOf(String(path.at(-1)));
  for (let above = index - 1; above >= 0; above--) {
    const entry = [...parent, siblings[above] ?? ''];
    const owner = ownerOf(path, entry, layout);
    if (owner) return inARow(siblings.slice(above + 1), { path, owner, layout });
    if (known.includes(siblings[above] ?? '')) return undefined;
  }
  return undefined;
}

function namesAt(value: JsonValue, path: Path): readonly string[] {
  const map = valueAt(value, path);
  return isJsonObject(map) ? Object.keys(map) : [];
}

/** The map at the end of an entry that lacks an unknown field: the outermost, or a name without any value. */
function ownerOf(path: Path, entry: Path, { source, names }: Layout): Path | undefined {
  const name = String(path.at(-1));
  const own = source.linesOf(path);
  if (!own || names(path.slice(0, -1)).includes(name)) return undefined;
  for (let here = entry; ;) {
    const value = valueAt(source.value, here);
    const inside = namesAt(source.value, here);
    const [first] = inside;
    const isDeeper =
      value === null
        ? (source.linesOf(here)?.column ?? -1) >= own.column
        : first !== undefined && (source.linesOf([...here, first])?.column ?? -1) > own.column;
    if (isDeeper && names(here).includes(name) && !inside.includes(name)) return here;
    const last = isList(value) ? value.length - 1 : inside.at(-1);
    if (last === undefined || last === -1) return undefined;
    here = [...here, last];
  }
}

interface Meant {
  readonly path: Path;
  readonly owner: Path;
  readonly layout: Layout;
}

/** Fields that follow each other and belong to the same map, if the one at `path` is among them. */
function inARow(siblings: readonly string[], { path, owner, layout }: Meant): Outdented | undefined {
  const parent = path.slice(0, -1);
  const known = layout.names(parent);
  const wanted = layout.names(owner);
  const inside = namesAt(layout.source.value, owner);
  const end = siblings.findIndex(
    (name) => known.includes(name) || !wanted.includes(name) || inside.includes(name),
  );
  const paths = siblings.slice(0, end === -1 ? undefined : end).map((name) => [...parent, name]);
  if (!paths.some((one) => one.at(-1) === path.at(-1))) return undefined;
  return { paths, owner, ...inWords(paths, { owner, source: layout.source }) };
}

/** How far a level is indented where nothing shows it. */
const STEP = 2;

function inWords(
  paths: readonly Path[],
  { owner, source }: { readonly owner: Path; readonly source: Source },
): Pick<Outdented, 'message' | 'hint'> {
  const [first = [], last = first] = [paths[0], paths.at(-1)];
  const { first: line = 1, column: spaces = 0 } = source.linesOf(first) ?? {};
  const { last: end = line } = source.linesOf(last) ?? {};
  const [member] = namesAt(source.value, owner);
  const isEmpty = member === undefined;
  const neighbors = isEmpty
    ? (source.linesOf(owner)?.column ?? 0) + STEP
    : (source.linesOf([...owner, member])?.column ?? 0);
  const more = neighbors - spaces;
  const place = placeName(owner);
  const what = line === end ? 'it' : `lines ${line} ${line + 1 === end ? 'and' : 'to'} ${end}`;
  const names = paths.map((path) => clip(String(path.at(-1))));
  const belong = names.length === 1 ? `${names.join('')} belongs` : 'they belong';
  return {
    message: isEmpty
      ? `line ${line} is ${spaces === 0 ? 'not indented' : `indented by only ${spacesIn(spaces)}`}, so ${place} is empty`
      : misindentedMessage({ line, spaces, neighbors }),
    hint: `indent ${what} by ${more} more ${more === 1 ? 'space' : 'spaces'}, so that ${belong} to ${place}`,
  };
}

function placeName(path: Path): string {
  const last = path.at(-1);
  if (typeof last === 'string') return clip(last);
  return `the last entry of ${clip(String(path.findLast((step) => typeof step === 'string')))}`;
}
