import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import { isReference, mergePatch, resolveReferences, type Resolved } from './references.ts';
import { readHead, type Head } from './read-head.ts';
import type { ReadReference } from '../model/findings.ts';
import type { Source } from './yaml/source.ts';

/** What values are resolved from. */
type Written = Pick<Head, 'body' | 'status' | 'overrides'>;

/** What a file says for one workspace, except its status. */
export function mergeOverride(
  head: Written,
  workspace: string,
): { body: JsonObject; status: JsonValue | undefined } {
  const patch = Object.hasOwn(head.overrides, workspace) ? head.overrides[workspace] : undefined;
  const whole: JsonObject = { ...head.body, ...(head.status !== undefined && { status: head.status }) };
  // A reference instead of a patch was already reported when the head was read.
  const merged = isJsonObject(patch) && !isReference(patch) ? mergePatch(whole, patch) : whole;
  if (!isJsonObject(merged)) return { body: head.body, status: head.status };
  const { status, ...body } = merged;
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

/** A campaign file; without a text, it can't be read. */
interface ReadFile {
  readonly file: string;
  readonly below: string;
  readonly text?: string;
}

interface TextInputs {
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly readReference: ReadReference;
}

/** The texts that a campaign file refers to, with their snippets, whatever mistakes the file and the texts have. */
export function textsOf(given: ReadFile, { workspaces, readReference }: TextInputs): string[] {
  const head = headOfFile(given, { workspaces });
  if (!head) return [];
  const origins = [...workspaces.values()].flatMap((one) => resolveFor(head, one, readReference).origins);
  const texts = origins.flatMap((one) => (one.kind === 'file' ? [one, ...one.snippets] : []));
  return [...new Set(texts.map(({ file }) => file))];
}

/** The head of a file, whatever mistakes it has; undefined if there is none. */
export function headOfFile(
  given: ReadFile | undefined,
  { workspaces }: Pick<TextInputs, 'workspaces'>,
): Head | undefined {
  if (given?.text === undefined) return undefined;
  return readHead({ ...given, text: given.text }, workspaces.keys()).head;
}
