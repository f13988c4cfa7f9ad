import type { CampaignKey, Desired } from '../model/campaign.ts';
import { hasErrors, inOrder, strictly, type Diagnostic } from '../model/diagnostic.ts';
import type { Workspace } from '../model/workspace.ts';
import { parseSource, isSource, type Source } from './yaml/source.ts';
import { readHead, type Head } from './read-head.ts';
import { staysWarning } from './as-managed.ts';
import { loadBody } from './load-body.ts';
import type { ReadReference } from './reference-answer.ts';

/** A campaign file as it lies in the work tree: its text, or why it has none. */
export type CampaignFile = {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  /** From the campaigns folder: what the key is made of where the file names none. */
  readonly below: string;
} & ({ readonly text: string } | { readonly problem: Pick<Diagnostic, 'code' | 'message' | 'hint'> });

export interface LoadInputs {
  readonly files: readonly CampaignFile[];
  /** Every workspace of the configuration: a file may name only these. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** The workspaces to load for. */
  readonly targets: readonly Workspace[];
  readonly readReference: ReadReference;
  readonly strict: boolean;
  /** Only these files are judged, though no two files may share a key; left out: all. */
  readonly chosen?: ReadonlySet<string>;
  /** workspaces.yaml: what is wrong with a variable is reported there. Left out: where it is used. */
  readonly configuration?: Source;
  /** Epoch milliseconds, for what must not be past; left out where the live status decides that. */
  readonly now?: number;
  /** Whether a campaign is known to be published already; left out: none is. */
  readonly wentLive?: (workspace: string, key: CampaignKey) => boolean;
  /** Whether a campaign is known to be bound: its file may say what is there (open point V24). Left out: none is. */
  readonly isManaged?: (workspace: string, key: CampaignKey) => boolean;
}

export interface Loaded {
  /** Per workspace, sorted by key; a campaign with errors is not among them. */
  readonly desired: ReadonlyMap<string, readonly Desired[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Text to desired campaigns: every mistake of every file is collected, nothing is thrown. */
export function loadCampaigns(inputs: LoadInputs): Loaded {
  const severe = inputs.strict ? strictly : (found: Diagnostic) => found;
  const diagnostics: Diagnostic[] = [];
  const unsound = new Set<Head>();
  const heads = inputs.files.flatMap((given): Head[] => {
    const { head, diagnostics: found } = headOf(given, inputs);
    diagnostics.push(...found.map(severe));
    if (!head) return [];
    if (hasErrors(found)) unsound.add(head);
    return [head];
  });
  diagnostics.push(...keysTakenTwice(heads, inputs.chosen));
  const { readReference, configuration, now, wentLive = () => false, isManaged = () => false } = inputs;
  const context = { readReference, configuration, now, wentLive, isManaged };
  const desired = new Map<string, readonly Desired[]>();
  for (const workspace of inputs.targets) {
    const loaded = heads
      .filter((head) => inputs.chosen?.has(head.source.file) ?? true)
      .filter((head) => head.workspaces === undefined || head.workspaces.includes(workspace.name))
      .map((head) => ({ head, ...loadBody(head, workspace, context) }));
    const found = loaded.flatMap(({ head, diagnostics: own }) =>
      isManaged(workspace.name, head.key)
        ? own.map((one) => (staysWarning(one) ? one : severe(one)))
        : own.map(severe),
    );
    diagnostics.push(...found);
    desired.set(
      workspace.name,
      loaded
        .flatMap((one) => (one.desired && !unsound.has(one.head) ? [one.desired] : []))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
  }
  return { desired, diagnostics: inOrder(diagnostics) };
}

/** The head of a file, or why it has none; of a file that nobody chose, whose key it holds all the same. */
function headOf(
  given: CampaignFile,
  { workspaces, chosen }: LoadInputs,
): { readonly head: Head | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const found = readFile(given, [...workspaces.keys()]);
  return chosen === undefined || chosen.has(given.file) ? found : { ...found, diagnostics: [] };
}

function readFile(given: CampaignFile, workspaces: readonly string[]): ReturnType<typeof headOf> {
  const { file, below } = given;
  if ('problem' in given)
    return { head: undefined, diagnostics: [{ file, line: 1, column: 1, ...given.problem }] };
  const source = parseSource(file, given.text);
  return isSource(source)
    ? readHead(source, { below, workspaces })
    : { head: undefined, diagnostics: source };
}

/** Two files with one key would fight over one campaign. Told at the later one, or at the one that was chosen. */
function keysTakenTwice(heads: readonly Head[], chosen: LoadInputs['chosen']): Diagnostic[] {
  const first = new Map<CampaignKey, Head>();
  return heads.flatMap((head) => {
    const holder = first.get(head.key);
    if (!holder) {
      first.set(head.key, head);
      return [];
    }
    const isChosen = ({ source }: Head) => chosen?.has(source.file) ?? true;
    const [one, other] = isChosen(head) ? [head, holder] : [holder, head];
    return isChosen(one) ? [keyTaken(one, other)] : [];
  });
}

function keyTaken({ source, key }: Head, by: Head): Diagnostic {
  return {
    file: source.file,
    ...source.at(source.has(['key']) ? ['key'] : []),
    code: 'E_KEY_TAKEN',
    message: `the key ${key} is taken by ${by.source.file}`,
    hint: 'give one of the two a key of its own',
  };
}
