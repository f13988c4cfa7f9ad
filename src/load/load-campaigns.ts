import type { CampaignFile, ReadReference, Finding } from '../model/findings.ts';
import { groupBy } from '../model/grouping.ts';
import type { Workspace } from '../model/workspace.ts';
import { NO_TEAM_RULES, type TeamRules } from '../model/team-rules.ts';
import { sameSegments, sameTargets, takenKeys, unusedExceptions } from './across.ts';
import { findingOfFault } from './file-diagnostic.ts';
import { keyOf, probableKey } from './key.ts';
import { loadBody, type LoadedBody } from './load-body.ts';
import { readHead, type Head } from './read-head.ts';
import { isSource, parseSource, type Source } from './yaml/source.ts';

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
  /** If omitted, the team has no rules. */
  readonly rules?: TeamRules;
}

/** What the files say and what is wrong with them, whatever is live and whatever time it is. `judge` decides what matters. */
export interface Loaded {
  /** The names of the workspaces that were loaded. */
  readonly workspaces: readonly string[];
  /** In files as a whole, and in workspaces.yaml: no record changes what these mean. */
  readonly findings: readonly Finding[];
  readonly campaigns: readonly LoadedCampaign[];
  /** Counted when the campaigns are judged, since it depends on the day. */
  readonly sendsPerWeek: TeamRules['sendsPerWeek'];
}

export interface LoadedCampaign extends LoadedBody {
  /** Whether the file is one of those that are checked; the others only count for rules about several campaigns. */
  readonly isChosen: boolean;
}

/** Text to campaigns: every mistake of every file is collected, nothing is thrown. */
export function loadCampaigns(inputs: LoadInputs): Loaded {
  const { files, workspacesToLoad, chosen, rules = NO_TEAM_RULES } = inputs;
  const isChosen = (file: string) => chosen?.has(file) ?? true;
  const workspaces = [...inputs.workspaces.keys()];
  const read = files.map((one) => ({ file: one.file, ...readFile(one, workspaces) }));
  const heads = read.flatMap(({ head }) => head ?? []);
  const context = { ...inputs, rules };
  const bodies = workspacesToLoad.flatMap((workspace) =>
    read
      // A rule that counts the sends of all campaigns needs the others, too.
      .filter(({ file }) => isChosen(file) || rules.sendsPerWeek !== undefined)
      .flatMap(({ head, findings }) => {
        if (!head || head.workspaces?.includes(workspace.name) === false) return [];
        const body = loadBody(head, workspace, context);
        return [{ ...body, findings: [...findings, ...body.findings] }];
      }),
  );
  const compared = groupBy(bodies, ({ workspace }) => workspace.name).flatMap((together) => {
    const found = sameSegments(together.map(({ segments }) => segments));
    return together.map((one, index) => ({ ...one, findings: [...one.findings, ...(found[index] ?? [])] }));
  });
  return {
    workspaces: workspacesToLoad.map(({ name }) => name),
    findings: [
      // A file that isn't checked still claims its key.
      ...read.filter(({ file }) => isChosen(file)).flatMap(({ findings }) => findings),
      ...takenKeys(heads).filter(({ at }) => isChosen(at.file)),
      ...ofConfiguration(inputs),
    ],
    campaigns: compared.map((one) => ({ ...one, isChosen: isChosen(one.file) })),
    sendsPerWeek: rules.sendsPerWeek,
  };
}

/** What workspaces.yaml says about the campaigns and their targets. */
function ofConfiguration({ configuration, workspacesToLoad, files }: LoadInputs): readonly Finding[] {
  if (!configuration) return [];
  const names = workspacesToLoad.map(({ name }) => name);
  const keys = files.map((one) => ('text' in one ? probableKey(one) : keyOf(one.below)));
  return [...sameTargets(configuration, names), ...unusedExceptions(configuration, keys)];
}

/** The head of a file, or why it has none. */
function readFile(
  given: CampaignFile,
  workspaces: readonly string[],
): { readonly head: Head | undefined; readonly findings: readonly Finding[] } {
  const { file, below } = given;
  if ('fault' in given) return { head: undefined, findings: [findingOfFault(file, given.fault)] };
  const source = parseSource(file, given.text);
  return isSource(source) ? readHead(source, { below, workspaces }) : { head: undefined, findings: source };
}
