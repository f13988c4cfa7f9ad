import { hasErrors, inOrder, severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import { EXIT } from '../../model/exit.ts';
import { recordedCampaign } from '../../model/kept-value.ts';
import { sameIdentity, type CampaignKey, type Desired } from '../../model/campaign.ts';
import { isAbsent } from '../../model/findings.ts';
import type { IsOutlined, State } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import { fileDiagnostic } from '../../load/file-diagnostic.ts';
import { HAS_ALL } from '../../load/grade.ts';
import { judge, type Circumstances, type Judged } from '../../load/judge.ts';
import { loadCampaigns, type LoadInputs } from '../../load/load-campaigns.ts';
import type { FolderView } from '../../edit/folder-view.ts';
import type { Changes } from '../changes.ts';
import type { Context, InWorkspace } from '../context.ts';
import { openStateStore } from '../record.ts';
import { openKeptFacts, type KeptFacts } from './kept-facts.ts';
import { secretsIn } from '../secrets.ts';
import { UserFailure } from '../process/user-failure.ts';

/** Where files are read, which may be another folder than the existing one, and what they are checked with. */
type LoadContext = Pick<Context, 'configuration' | 'source' | 'secrets'> & {
  readonly folder: Pick<FolderView, 'path' | 'files' | 'readReference' | 'glanceAtReference'>;
};

/** As if every campaign had been sent with all this, so that existing content of a file is never an error. */
export const LENIENTLY: Circumstances = { record: () => HAS_ALL };

/** Campaign files that were read and checked once. Which findings matter may be asked several times. */
interface ReadFiles {
  readonly inputs: LoadInputs;
  /** Those that aren't checked, and of which no finding or rule asks what was sent. */
  readonly unasked: ReadonlyMap<CampaignKey, Desired>;
  readonly judge: (circumstances: Circumstances) => Judged;
}

/** What is known of the files from earlier runs; if omitted, all of them are read and checked. */
interface Kept {
  readonly kept?: KeptFacts | undefined;
}

/** Reads and checks campaign files for the given workspaces. */
function readFiles(
  { folder, configuration, source, secrets }: LoadContext,
  { kept, ...asked }: Pick<LoadInputs, 'workspacesToLoad' | 'chosen' | 'touches'> & Kept,
): ReadFiles {
  const inputs: LoadInputs = {
    files: folder.files((file, id) => kept?.known.has(file, id) ?? false),
    workspaces: configuration.workspaces,
    configuration: source,
    readReference: (from, path) => folder.readReference(from, path),
    glanceAtReference: (from, path) => folder.glanceAtReference?.(from, path),
    ...(configuration.policy.rules && { rules: configuration.policy.rules }),
    ...asked,
  };
  const loaded = loadCampaigns({ ...inputs, ...(kept && { known: kept.known }) });
  kept?.keep(inputs.files);
  const areCounted = (loaded.rules.sendsPerDay ?? loaded.rules.sendsPerWeek) !== undefined;
  const unasked = areCounted ? [] : loaded.campaigns.filter((one) => !one.isTouched && !one.findings.length);
  const checked = loaded.campaigns.filter(({ isChosen, isTouched }) => isChosen && isTouched);
  const found = secretsIn(checked, secrets);
  return {
    inputs,
    unasked: new Map(unasked.map(({ key, desired }) => [key, desired])),
    judge: (circumstances) => {
      const judged = judge(loaded, circumstances);
      return {
        diagnostics: inOrder([...judged.diagnostics, ...found]),
        get desired() {
          return judged.desired;
        },
      };
    },
  };
}

/** Reads, checks and judges campaign files. */
export function loadFor(
  context: LoadContext,
  { workspacesToLoad, chosen, kept, ...circumstances }: Parameters<typeof readFiles>[1] & Circumstances,
): Judged & Pick<ReadFiles, 'inputs'> {
  const { inputs, judge: judged } = readFiles(context, { workspacesToLoad, kept, ...(chosen && { chosen }) });
  return Object.assign(judged(circumstances), { inputs });
}

/** As far as this clone knows: works offline, and a workspace whose record can't be read has no known campaigns. */
export async function knownHere(
  context: Context,
  workspaces: readonly Workspace[],
): Promise<Required<Pick<Circumstances, 'record'>>> {
  const bindings = new Map(
    await Promise.all(
      workspaces.map(async (one) => [one.name, await openStateStore(context, one).bindingsHere()] as const),
    ),
  );
  return { record: (workspace, key) => recordedCampaign(bindings.get(workspace)?.get(key)) };
}

/** The files of one workspace. */
export interface OpenCampaigns extends ReadFiles, InWorkspace {
  /** Given if only these were checked. */
  readonly changes?: Changes | undefined;
  /** Of the others, a plan needs no more than outlines of their bindings. */
  readonly isOutlined: IsOutlined;
}

/** How campaign files are read. */
interface Reading {
  /** Whether what is known from earlier runs is used, or all has to come from files. */
  readonly from?: 'kept' | 'files';
  /** The only ones whose campaigns are checked. */
  readonly changes?: Changes | undefined;
}

/**
 * The files of one workspace, whether they have errors or not; throws UserFailure if this checkout lacks some, because a
 * campaign without a file is something else.
 */
export function readCampaigns(
  { context, workspace }: InWorkspace,
  { from = 'kept', changes }: Reading = {},
): OpenCampaigns {
  const kept = from === 'kept' ? openKeptFacts(context) : undefined;
  const touches = changes && changes.touch !== 'all' ? changes.touch.touches : undefined;
  const read = readFiles(context, { workspacesToLoad: [workspace], kept, touches });
  const [lacking, ...more] = read.inputs.files.flatMap((one) =>
    'fault' in one && isAbsent(one.fault) ? [{ file: one.file, fault: one.fault }] : [],
  );
  const isOutlined: IsOutlined = (binding) => {
    const file = read.unasked.get(binding.key);
    return file !== undefined && sameIdentity(file, binding);
  };
  if (!lacking) return { context, workspace, changes, isOutlined, ...read };
  const fault = { ...lacking.fault, more: more.map(({ file }) => file) };
  throw invalid([fileDiagnostic(lacking.file, fault)]);
}

/**
 * The files of one workspace, for a plan; throws UserFailure with exit code 5 if one has an error, whatever the record
 * says. What only the record decides is reported by `requireDesired`.
 */
export async function openCampaigns(target: InWorkspace, reading?: Reading): Promise<OpenCampaigns> {
  const files = readCampaigns(target, reading);
  const { context, workspace } = target;
  const now = context.clock.now();
  if (!hasErrors(files.judge({ ...LENIENTLY, now, isPlanned: true }).diagnostics)) return files;
  const known = await knownHere(context, [workspace]);
  throw invalid(files.judge({ ...known, now }).diagnostics);
}

/** The campaigns of a workspace as its files and its record know them, and which of them are asked for. */
export interface World extends InWorkspace {
  readonly state: State;
  /** Without those whose files have errors. */
  readonly desired: readonly Desired[];
  /** Undefined for all. */
  readonly only?: ReadonlySet<CampaignKey> | undefined;
  /** The campaign, if the user named one and no other. */
  readonly named?: CampaignKey | undefined;
}

/** What the files say, given the record: what a user should know of it, and the failure if some have errors. */
interface Sound extends World {
  readonly warnings: readonly Diagnostic[];
  readonly failure: UserFailure | undefined;
}

/** The campaigns of the files without errors. */
export function soundCampaigns(files: OpenCampaigns, state: State): Sound {
  const { context, workspace, judge: judged } = files;
  const given: Circumstances = {
    now: context.clock.now(),
    record: (_, key) => recordedCampaign(state.bindings.get(key)),
  };
  const { desired, diagnostics } = judged({ ...given, isPlanned: true });
  const wrong = new Set(diagnostics.flatMap((one) => (severityOf(one) === 'error' ? [one.file] : [])));
  return {
    ...{ context, workspace, state },
    desired: (desired.get(workspace.name) ?? []).filter(({ file }) => !wrong.has(file)),
    // The plan reports what publishing needs, because it knows the live campaigns.
    warnings: diagnostics.filter(({ code }) => code !== 'W_PUBLISH'),
    // Without a plan, that is reported here, as validate does.
    failure: wrong.size > 0 ? invalid(judged(given).diagnostics) : undefined,
  };
}

/** The campaigns of all files; throws UserFailure with exit code 5 if a file has an error. */
export function requireDesired(files: OpenCampaigns, state: State): Sound {
  const found = soundCampaigns(files, state);
  if (found.failure) throw found.failure;
  return found;
}

function invalid(diagnostics: readonly Diagnostic[]): UserFailure {
  return new UserFailure(EXIT.INVALID, { code: 'invalid-files' }, diagnostics);
}
