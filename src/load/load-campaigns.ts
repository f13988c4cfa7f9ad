import type { CampaignKey, Desired } from '../model/campaign.ts';
import { hasErrors, inOrder, strictly, type Diagnostic } from '../model/diagnostic.ts';
import { NO_TEAM_RULES, type TeamRules } from '../model/team-rules.ts';
import type { Workspace } from '../model/workspace.ts';
import { parseSource, isSource, type Source } from './yaml/source.ts';
import { readHead, type Head } from './read-head.ts';
import { staysWarning } from './as-managed.ts';
import { loadBody, type BodyContext } from './load-body.ts';
import type { ReadReference } from './reference-answer.ts';
import { sendsPerWeek } from './sends-per-week.ts';

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
  /** Epoch milliseconds, for what must not be past and for sends to come; left out: neither is judged. */
  readonly now?: number;
  /** Whether a plan follows, which holds what can't be published; left out: the files alone are judged. */
  readonly isPlanned?: boolean;
  /** Left out: the team has none. */
  readonly rules?: TeamRules;
  /** Whether a campaign is known to be published already; left out: none is. */
  readonly wentLive?: (workspace: string, key: CampaignKey) => boolean;
  /** Whether a campaign is known to be bound: its file may say what is there (open point V24). Left out: none is. */
  readonly isManaged?: (workspace: string, key: CampaignKey) => boolean;
  /** Whether a campaign is known to have been sent, stopped or archived; left out: none has. */
  readonly hasEnded?: (workspace: string, key: CampaignKey) => boolean;
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
  diagnostics.push(...keysTakenTwice(heads, inputs));
  const { isManaged = () => false } = inputs;
  const context = bodyContext(inputs);
  const desired = new Map<string, readonly Desired[]>();
  for (const workspace of inputs.targets) {
    const loaded = heads
      // A rule that counts the sends of all campaigns needs the others, too.
      .filter((head) => isChosen(head, inputs) || context.rules.sendsPerWeek !== undefined)
      .filter((head) => head.workspaces === undefined || head.workspaces.includes(workspace.name))
      .map((head) => ({ head, ...loadBody(head, workspace, context) }));
    const tooMany = sendsPerWeek(
      loaded.flatMap((one) => one.desired ?? []),
      { ...context, workspace: workspace.name },
    );
    const asked = loaded.filter(({ head }) => isChosen(head, inputs)).map((one) => withFound(one, tooMany));
    const found = asked.flatMap(({ head, diagnostics: own }) =>
      isManaged(workspace.name, head.key)
        ? own.map((one) => (staysWarning(one) ? one : severe(one)))
        : own.map(severe),
    );
    diagnostics.push(...found);
    desired.set(
      workspace.name,
      asked
        .flatMap((one) => (one.desired && !unsound.has(one.head) ? [one.desired] : []))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
  }
  return { desired, diagnostics: inOrder(diagnostics) };
}

/** What a campaign is judged with, each part as inputs give it or as nobody knows better. */
function bodyContext({ readReference, configuration, ...inputs }: LoadInputs): BodyContext {
  const { now, isPlanned = false, rules = NO_TEAM_RULES } = inputs;
  const { wentLive = () => false, isManaged = () => false, hasEnded = () => false } = inputs;
  return { readReference, configuration, now, isPlanned, rules, wentLive, isManaged, hasEnded };
}

function isChosen({ source }: Head, { chosen }: LoadInputs): boolean {
  return chosen?.has(source.file) ?? true;
}

type LoadedBody = ReturnType<typeof loadBody> & { readonly head: Head };

/** With what was found against a campaign beside the others. */
function withFound(one: LoadedBody, found: readonly Diagnostic[]): LoadedBody {
  const own = found.filter(({ file }) => file === one.head.source.file);
  const desired = hasErrors(own) ? undefined : one.desired;
  return { ...one, desired, diagnostics: [...one.diagnostics, ...own] };
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
function keysTakenTwice(heads: readonly Head[], inputs: LoadInputs): Diagnostic[] {
  const first = new Map<CampaignKey, Head>();
  return heads.flatMap((head) => {
    const holder = first.get(head.key);
    if (!holder) {
      first.set(head.key, head);
      return [];
    }
    const [one, other] = isChosen(head, inputs) ? [head, holder] : [holder, head];
    return isChosen(one, inputs) ? [keyTaken(one, other)] : [];
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
