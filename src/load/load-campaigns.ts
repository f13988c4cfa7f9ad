import type { CampaignKey, Desired } from '../model/campaign.ts';
import { hasErrors, inOrder, strictly, type Diagnostic } from '../model/diagnostic.ts';
import type { Workspace } from '../model/workspace.ts';
import { parseSource, isSource } from './source.ts';
import { readHead, type Head } from './read-head.ts';
import { loadBody } from './load-body.ts';
import type { ReadReference } from './references.ts';

/** A campaign file as it lies in the work tree. */
export interface CampaignFile {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  /** From the campaigns folder: what the key is made of where the file names none. */
  readonly below: string;
  readonly text: string;
}

export interface LoadInputs {
  readonly files: readonly CampaignFile[];
  /** Every workspace of the configuration: a file may name only these. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** The workspaces to load for. */
  readonly targets: readonly Workspace[];
  readonly readReference: ReadReference;
  readonly strict: boolean;
}

export interface Loaded {
  /** Per workspace, sorted by key; a campaign with errors is not among them. */
  readonly desired: ReadonlyMap<string, readonly Desired[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Text to desired campaigns: every mistake of every file is collected, nothing is thrown. */
export function loadCampaigns(inputs: LoadInputs): Loaded {
  const diagnostics: Diagnostic[] = [];
  const unsound = new Set<Head>();
  const heads = inputs.files.flatMap(({ file, below, text }): Head[] => {
    const source = parseSource(file, text);
    if (!isSource(source)) {
      diagnostics.push(...source);
      return [];
    }
    const head = readHead(source, { below, workspaces: [...inputs.workspaces.keys()] });
    diagnostics.push(...head.diagnostics);
    if (!head.head) return [];
    if (hasErrors(head.diagnostics)) unsound.add(head.head);
    return [head.head];
  });
  diagnostics.push(...keysTakenTwice(heads));
  const desired = new Map<string, readonly Desired[]>();
  for (const workspace of inputs.targets) {
    const loaded = heads
      .filter((head) => head.workspaces === undefined || head.workspaces.includes(workspace.name))
      .map((head) => ({ head, ...loadBody(head, workspace, inputs.readReference) }));
    diagnostics.push(...loaded.flatMap((one) => one.diagnostics));
    desired.set(
      workspace.name,
      loaded
        .flatMap((one) => (one.desired && !unsound.has(one.head) ? [one.desired] : []))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
  }
  return { desired, diagnostics: inOrder(inputs.strict ? diagnostics.map(strictly) : diagnostics) };
}

/** Two files with one key would fight over one campaign. */
function keysTakenTwice(heads: readonly Head[]): Diagnostic[] {
  const first = new Map<CampaignKey, Head>();
  return heads.flatMap((head) => {
    const holder = first.get(head.key);
    if (!holder) {
      first.set(head.key, head);
      return [];
    }
    const at = head.source.has(['key']) ? head.source.at(['key']) : head.source.at([]);
    return [
      {
        file: head.source.file,
        ...at,
        code: 'E_KEY_TAKEN',
        message: `the key ${head.key} is taken by ${holder.source.file}`,
        hint: 'give one of the two a key of its own',
      },
    ];
  });
}
