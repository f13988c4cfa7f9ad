import type { CampaignKey, CampaignStatus, Desired } from '../model/campaign.ts';
import { hasErrors, inOrder, type Diagnostic, severityOf } from '../model/diagnostic.ts';
import type { FileFault } from '../model/file-fault.ts';
import type { PlacedValue } from '../model/kept-value.ts';
import { NO_TEAM_RULES, type TeamRules } from '../model/team-rules.ts';
import type { Workspace } from '../model/workspace.ts';
import { parseSource, isSource, type Source } from './yaml/source.ts';
import { keyOf, probableKey } from './key.ts';
import { readHead, type Head } from './read-head.ts';
import { fileDiagnostic } from './file-diagnostic.ts';
import { grade, NOTHING_KNOWN } from './grade.ts';
import { withNamedWorkspaces, type OfWorkspace } from './named-workspaces.ts';
import { oncePerMissingVariable } from './missing-variables.ts';
import { loadBody, type BodyContext } from './load-body.ts';
import type { ReadReference } from './reference-answer.ts';
import { sameTargets } from './same-target.ts';
import { sameSegments } from './same-segment.ts';
import { sendsPerWeek } from './sends-per-week.ts';
import { keyTaken, takenKeys } from './taken-keys.ts';
import { unusedExceptions } from './unused-exceptions.ts';

/** A campaign file in the work tree: its text, or why it has none. */
export type CampaignFile = {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  /** From the campaigns folder: the key is made from it if the file doesn't set one. */
  readonly below: string;
} & ({ readonly text: string } | { readonly fault: FileFault });

export interface LoadInputs {
  readonly files: readonly CampaignFile[];
  /** Every workspace of the configuration: a file may name only these. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** The workspaces to load for. */
  readonly workspacesToLoad: readonly Workspace[];
  readonly readReference: ReadReference;
  /** Only these files are checked, although no two files may share a key; if omitted, all are checked. */
  readonly chosen?: ReadonlySet<string>;
  /**
   * workspaces.yaml: a problem with a variable is reported there. If omitted, it is reported where the variable is
   * used.
   */
  readonly configuration?: Source;
  /**
   * Epoch milliseconds, for times that must not be in the past and for upcoming sends; if omitted, neither is checked.
   */
  readonly now?: number;
  /** Whether a plan follows, which blocks what can't be published; if omitted, the files alone are checked. */
  readonly isPlanned?: boolean;
  /** If omitted, the team has no rules. */
  readonly rules?: TeamRules;
  /** Whether a campaign is known to be published; if omitted, none is. */
  readonly wentLive?: (workspace: string, key: CampaignKey) => boolean;
  /**
   * Whether a campaign is known to be bound, so that its file may say what is live (open point V24). If omitted, none
   * is.
   */
  readonly isBound?: (workspace: string, key: CampaignKey) => boolean;
  /**
   * Whether the live campaign is known to have the value that its file has at a place, so that the team's rules only
   * warn about it. If omitted, no value is known.
   */
  readonly keepsLive?: (workspace: string, key: CampaignKey, value: PlacedValue) => boolean;
  /** Whether a campaign is known to have been sent, stopped or archived; if omitted, none has. */
  readonly hasEnded?: (workspace: string, key: CampaignKey) => boolean;
  /** The delivery type of a bound campaign; if omitted, none is known. */
  readonly boundType?: (workspace: string, key: CampaignKey) => string | undefined;
  /** The status of a bound campaign when it was last noted; if omitted, none is known. */
  readonly recordedStatus?: (workspace: string, key: CampaignKey) => CampaignStatus | undefined;
}

export interface Loaded {
  /** Per workspace, sorted by key, without the campaigns that have errors. */
  readonly desired: ReadonlyMap<string, readonly Desired[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Text to desired campaigns: every mistake of every file is collected, nothing is thrown. */
export function loadCampaigns(inputs: LoadInputs): Loaded {
  const diagnostics: Diagnostic[] = [];
  const unsound = new Set<Head>();
  const heads = inputs.files.flatMap((given): Head[] => {
    const { head, diagnostics: found } = headOf(given, inputs);
    diagnostics.push(...found);
    if (!head) return [];
    if (hasErrors(found)) unsound.add(head);
    return [head];
  });
  const taken = takenKeys(heads, (head) => isChosen(head, inputs));
  const copies = new Set(taken.map(({ head }) => head));
  diagnostics.push(...grade(taken.map(keyTaken), NOTHING_KNOWN));
  diagnostics.push(...ofConfiguration(inputs));
  const { recordedStatus = () => undefined } = inputs;
  const context = bodyContext(inputs);
  const desired = new Map<string, readonly Desired[]>();
  const ofWorkspaces: OfWorkspace[] = [];
  for (const workspace of inputs.workspacesToLoad) {
    const loaded = heads
      // A rule that counts the sends of all campaigns needs the others, too.
      .filter((head) => isChosen(head, inputs) || context.rules.sendsPerWeek !== undefined)
      .filter((head) => head.workspaces === undefined || head.workspaces.includes(workspace.name))
      .map((head) => {
        const isShared = (head.workspaces?.length ?? inputs.workspaces.size) > 1;
        // A copy isn't the campaign that its key stands for.
        const ofCopy = copies.has(head) ? { boundType: () => undefined } : {};
        return { head, ...loadBody(head, workspace, { ...context, ...ofCopy, isShared }) };
      });
    const tooMany = sendsPerWeek(
      loaded.flatMap((one) => one.desired ?? []),
      {
        ...context,
        workspace: workspace.name,
        recordedStatus: (key) => recordedStatus(workspace.name, key),
        keepsLive: (key, value) => context.keepsLive(workspace.name, key, value),
      },
    );
    const together = [...tooMany, ...sameSegments(loaded.flatMap(({ segments }) => segments))];
    const asked = loaded.filter(({ head }) => isChosen(head, inputs)).map((one) => withFound(one, together));
    const found = asked.flatMap(({ diagnostics: own }) => own);
    for (const diagnostic of oncePerMissingVariable(found, workspace, inputs.configuration))
      ofWorkspaces.push({ workspace: workspace.name, diagnostic });
    desired.set(
      workspace.name,
      asked
        .flatMap((one) => (one.desired && !unsound.has(one.head) ? [one.desired] : []))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
  }
  diagnostics.push(...withNamedWorkspaces(ofWorkspaces));
  return { desired, diagnostics: inOrder(withoutMilder(diagnostics)) };
}

/** What workspaces.yaml says about the campaigns and their targets. */
function ofConfiguration({ configuration, workspacesToLoad, files }: LoadInputs): readonly Diagnostic[] {
  if (!configuration) return [];
  const names = workspacesToLoad.map(({ name }) => name);
  const keys = files.map((one) => ('text' in one ? probableKey(one) : keyOf(one.below)));
  return [
    ...grade(sameTargets(configuration, names), NOTHING_KNOWN),
    ...unusedExceptions(configuration, keys),
  ];
}

/** What a campaign is checked with: each part from the inputs, or its default. */
function bodyContext({ readReference, configuration, ...inputs }: LoadInputs): Omit<BodyContext, 'isShared'> {
  const { now, isPlanned = false, rules = NO_TEAM_RULES } = inputs;
  const { wentLive = () => false, isBound = () => false, hasEnded = () => false } = inputs;
  const { keepsLive = () => false, boundType = () => undefined } = inputs;
  const known = { wentLive, isBound, hasEnded, keepsLive, boundType };
  const workspaces = [...inputs.workspaces.keys()];
  return { readReference, configuration, now, isPlanned, rules, workspaces, ...known };
}

function isChosen({ source }: Head, { chosen }: LoadInputs): boolean {
  return chosen?.has(source.file) ?? true;
}

type LoadedBody = ReturnType<typeof loadBody> & { readonly head: Head };

/** Adds the findings that concern several campaigns together. */
function withFound(one: LoadedBody, found: readonly Diagnostic[]): LoadedBody {
  const own = found.filter(({ file }) => file === one.head.source.file);
  const desired = hasErrors(own) ? undefined : one.desired;
  return { ...one, desired, diagnostics: [...one.diagnostics, ...own] };
}

/** The head of a file, or why it has none. A file that wasn't selected has no findings but still claims its key. */
function headOf(
  given: CampaignFile,
  { workspaces, chosen }: LoadInputs,
): { readonly head: Head | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const found = readFile(given, [...workspaces.keys()]);
  return chosen === undefined || chosen.has(given.file) ? found : { ...found, diagnostics: [] };
}

function readFile(given: CampaignFile, workspaces: readonly string[]): ReturnType<typeof headOf> {
  const { file, below } = given;
  if ('fault' in given) return { head: undefined, diagnostics: [fileDiagnostic(file, given.fault)] };
  const source = parseSource(file, given.text);
  const { head, findings } = isSource(source)
    ? readHead(source, { below, workspaces })
    : { head: undefined, findings: source };
  return { head, diagnostics: grade(findings, NOTHING_KNOWN) };
}

/**
 * Without the warnings that repeat an error at the same place: a campaign may be new in one workspace, where something
 * is an error, and managed in another one, where the same is a warning.
 */
function withoutMilder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const errors = new Set(diagnostics.filter((one) => severityOf(one) === 'error').map(identityOf));
  return diagnostics.filter((one) => severityOf(one) === 'error' || !errors.has(identityOf(one)));
}

function identityOf({ file, line, column, code, message }: Diagnostic): string {
  return JSON.stringify([file, line, column, code.slice(2), message]);
}
