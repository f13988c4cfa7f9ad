import { isJsonObject, memberOf, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import { isReference, mergePatch, resolveReferences, type Resolved } from './references.ts';
import { readHead, type Head } from './read-head.ts';
import type { CampaignFile, ReadReference } from '../model/findings.ts';
import type { Source } from './yaml/source.ts';

/** What values are resolved from. */
type Written = Pick<Head, 'said' | 'overrides'>;

/** What a file says for one workspace, and its status. */
export function mergeOverride(
  { said, overrides }: Written,
  workspace: string,
): { body: JsonObject; status: JsonValue | undefined } {
  const patch = memberOf(overrides, workspace);
  // A reference instead of a patch was already reported when the head was read.
  const merged = isJsonObject(patch) && !isReference(patch) ? mergePatch(said, patch) : said;
  const { status, ...body } = isJsonObject(merged) ? merged : said;
  return { body, status };
}

/** The same, with its references replaced. */
export function resolveFor(
  head: Written & Pick<Head, 'snippets'> & { readonly source: Pick<Source, 'file'> },
  { name, vars }: Workspace,
  read: ReadReference,
): Resolved & { readonly status: JsonValue | undefined } {
  const { source, snippets } = head;
  const { body, status } = mergeOverride(head, name);
  return { ...resolveReferences(body, { file: source.file, snippets, vars, read }), status };
}

/** What files are read with. */
export interface TextInputs {
  /** Every workspace of the configuration: a file may name only these. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly readReference: ReadReference;
}

/** The texts that a campaign file refers to, with their snippets, whatever mistakes the file and the texts have. */
export function textsOf(given: CampaignFile, { workspaces, readReference }: TextInputs): string[] {
  const head = headOfFile(given, { workspaces });
  if (!head) return [];
  const origins = [...workspaces.values()].flatMap((one) => resolveFor(head, one, readReference).origins);
  const texts = origins.flatMap((one) => (one.kind === 'file' ? [one, ...one.snippets] : []));
  return [...new Set(texts.map(({ file }) => file))];
}

/** The head of a file, whatever mistakes it has; undefined if there is none. */
export function headOfFile(
  given: CampaignFile | undefined,
  { workspaces }: Pick<TextInputs, 'workspaces'>,
): Head | undefined {
  return given && 'text' in given ? readHead(given, workspaces.keys()).head : undefined;
}
