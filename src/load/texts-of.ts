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

/** The texts that a campaign file refers to, with their snippets, whatever mistakes the file and the texts have. */
export function textsOf(given: CampaignFile, inputs: TextInputs): string[] {
  const head = headOfFile(given, inputs);
  if (!head) return [];
  const origins = [...inputs.workspaces.values()].flatMap(
    (workspace) => resolvedBody(head, workspace, inputs).origins,
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

/** What a file says for one workspace, with its references replaced. */
export function resolvedBody(
  head: Head,
  { name, vars }: Workspace,
  { readReference: read }: Pick<TextInputs, 'readReference'>,
): Resolved {
  const { source, snippets } = head;
  const context = { file: source.file, snippets, vars, workspace: name, read };
  return resolveReferences(mergeOverride(head, name).body, context);
}
