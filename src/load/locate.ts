import type { Finding, FindingOf, Place, RuleCode } from '../model/findings.ts';
import { valueAt, type JsonObject, type Path } from '../model/json.ts';
import { soundBeside, type Coded } from './check.ts';
import type { ContentText } from './content/texts.ts';
import { placeholdersIn, placesIn } from './fill-text.ts';
import type { Head } from './read-head.ts';
import type { Origin } from './references.ts';
import { FINDINGS_AT_MOST, isInside, nthPart } from './rules/placed.ts';
import { placeOf, type Mark, type Source } from './yaml/source.ts';

/** The sources of a campaign's values for one workspace. */
export interface Making {
  readonly head: Head;
  readonly workspace: string;
  readonly origins: readonly Origin[];
  /** workspaces.yaml; undefined if its text isn't available. */
  readonly configuration: Source | undefined;
}

/** Rules about what a body may lack, although the file has it for another workspace. */
const LACKING: readonly RuleCode[] = ['MISSING', 'PUBLISH', 'AUDIENCE', 'TEAM_RULE'];

/** Where something was found in a body. What the body lacks is at the map that lacks it. */
export function placeOfFound({ code, path, on, part }: Coded, making: Making, body: JsonObject): Place {
  const isThere =
    path.length === 0 ||
    valueAt(body, path) !== undefined ||
    (!LACKING.includes(code) && inCampaign(path, making).isWritten);
  return isThere ? placeOfValue(path, making, { on, part }) : placeOfValue(path.slice(0, -1), making);
}

/** Where the value at a path was written, whichever reference it came from. */
export function placeOfValue(path: Path, making: Making, mark: Mark = {}): Place {
  const origin = originOf(path, making);
  const isWhole = origin?.path.length === path.length;
  // The key before a reference is in the campaign.
  const isKey = mark.on === 'key' && isWhole;
  if (origin?.kind === 'file' && isWhole && !isKey) return placeInText(origin, mark.part);
  const { source, path: written } =
    (isKey ? undefined : inVariables(path, origin, making)) ?? inCampaign(path, making);
  return source.at(written, mark);
}

/** The YAML in which the value at a path was written, and its path in it; undefined for the text of a `$file`. */
export function writtenAt(path: Path, making: Making): { source: Source; path: Path } | undefined {
  const origin = originOf(path, making);
  return origin ? inVariables(path, origin, making) : inCampaign(path, making);
}

/** The reference that the value at a path, or an ancestor of it, came from. The values of a `with` are below their text. */
function originOf(path: Path, { origins }: Making): Origin | undefined {
  const above = origins.filter((one) => isInside(path, one.path));
  return above.find(({ kind }) => kind === 'var') ?? above[0];
}

function inVariables(path: Path, origin: Origin | undefined, { configuration, workspace }: Making) {
  if (origin?.kind !== 'var' || !configuration) return undefined;
  const inside = path.slice(origin.path.length);
  return { source: configuration, path: ['workspaces', workspace, 'vars', origin.name, ...inside] };
}

/** In the override if it sets the value, or the map that lacks one. */
export function inCampaign(path: Path, { head: { source }, workspace }: Pick<Making, 'head' | 'workspace'>) {
  const overridden: Path = ['overrides', workspace, ...path];
  const isOverridden = path.length > 0 && source.has(overridden);
  return {
    ...{ source, path: isOverridden ? overridden : path },
    isWritten: isOverridden || source.has(path),
  };
}

type FiledText = Extract<Origin, { kind: 'file' }>;

/** Where a part of a text was written: in the text file, in a snippet, or, for a value, at its placeholder. */
function placeInText(filed: FiledText, part: Mark['part']): Place {
  const at = part && placeOf(filed.text, part);
  if (at === undefined) return { file: filed.file, line: 1, column: 1, width: 1 };
  const unchanged: FiledText['pieces'][number] = { ...filed, from: 0, at: 0 };
  const piece = filed.pieces.findLast(({ from }) => from <= at) ?? unchanged;
  const { file, text, placeholder } = piece;
  const offset = placeholder === undefined ? at - piece.from : 0;
  return { file, ...placesIn(text)(piece.at + offset, placeholder ?? part?.text.length ?? 1) };
}

/** What the values alone don't show: it depends on how, or where, a value is written. */
export function asWritten(texts: readonly ContentText[], making: Making, spoken: readonly Path[]): Finding[] {
  const sound = soundBeside(spoken);
  const { head, configuration } = making;
  const isCommented = head.source.isCommented || configuration?.isCommented === true;
  return texts.flatMap((one) => {
    const isAsked = one.isRead && (isCommented || one.text.includes('[[')) && sound(one.path);
    const written = isAsked ? writtenAt(one.path, making) : undefined;
    return written ? [...lostToComment(one, written), ...inlinePlaceholders(one, written)] : [];
  });
}

type Written = NonNullable<ReturnType<typeof writtenAt>>;

/** A text that ends where a comment begins: `You are our #1 customer` would be sent as `You are our`. */
function lostToComment({ path }: ContentText, { source, path: at }: Written): FindingOf<'UNQUOTED'>[] {
  const comment = source.commentAfter(at);
  if (!comment) return [];
  const { text: seen, ...span } = comment;
  return [{ code: 'UNQUOTED', params: { seen }, path, at: span }];
}

/** `[[first_name]]` in a text of the campaign file itself: only the texts of files have placeholders. */
function inlinePlaceholders(
  { path, text }: ContentText,
  { source, path: at }: Written,
): FindingOf<'PLACEHOLDER'>[] {
  return placeholdersIn(text)
    .slice(0, FINDINGS_AT_MOST)
    .map((mark) => ({
      ...{ code: 'PLACEHOLDER', params: { why: 'inline', seen: mark.text }, path },
      at: source.at(at, { part: nthPart(text, mark) }),
    }));
}
