import type { JsonObject } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import { mergeOverride } from './load-body.ts';
import type { CampaignFile } from './load-campaigns.ts';
import { readHead, type Head } from './read-head.ts';
import type { ReadReference } from './reference-answer.ts';
import { resolveReferences, type Resolved } from './references.ts';
import { isSource, parseSource } from './yaml/source.ts';

interface TextInputs {
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly readReference: ReadReference;
}

/** How a value's references are replaced. */
interface ResolveInputs {
  readonly workspace: Workspace;
  readonly readReference: ReadReference;
}

/** The texts that a campaign file refers to, with their snippets, whatever mistakes the file and the texts have. */
export function textsOf(given: CampaignFile, inputs: TextInputs): string[] {
  const head = headOfFile(given, inputs);
  if (!head) return [];
  const { readReference } = inputs;
  const origins = [...inputs.workspaces.values()].flatMap(
    (workspace) =>
      resolved(mergeOverride(head, workspace.name).body, head, { workspace, readReference }).origins,
  );
  const texts = origins.flatMap((one) => (one.kind === 'file' ? [one, ...one.snippets] : []));
  return [...new Set(texts.map(({ file }) => file))];
}

/** The head of a file, whatever mistakes it has; undefined if there is none. */
export function headOfFile(
  given: CampaignFile | undefined,
  { workspaces }: Pick<TextInputs, 'workspaces'>,
): Head | undefined {
  const source = given && 'text' in given ? parseSource(given.file, given.text) : [];
  if (!given || !isSource(source)) return undefined;
  return readHead(source, { below: given.below, workspaces: [...workspaces.keys()] }).head;
}

/** A value of a file, with its references replaced as in one workspace. */
export function resolved(
  value: JsonObject,
  { source, snippets }: Head,
  { workspace: { vars }, readReference: read }: ResolveInputs,
): Resolved {
  return resolveReferences(value, { file: source.file, snippets, vars, read });
}
