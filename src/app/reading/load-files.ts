import { hasErrors, inOrder, severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import type { Desired } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { Workspace } from '../../model/workspace.ts';
import { fieldLocator, type FieldLocator } from '../../load/locate-refused-field.ts';
import { loadCampaigns, type Loaded, type LoadInputs } from '../../load/load-campaigns.ts';
import type { FolderView } from '../../edit/folder-view.ts';
import type { Context } from '../context.ts';
import { secretsIn } from '../secrets/secrets.ts';
import { UserFailure } from '../process/user-failure.ts';
import { readKnown, type KnownByRecord } from './known-campaigns.ts';

/** Where files are read, which may be another folder than the existing one, and what they are checked with. */
type LoadContext = Pick<Context, 'configuration' | 'source' | 'secrets'> & {
  readonly folder: Pick<FolderView, 'path' | 'files' | 'readReference'>;
};

/** As if every campaign were bound, published and ended, so that existing content of a file is never an error. */
export const LENIENTLY = {
  isBound: () => true,
  keepsLive: () => true,
  wentLive: () => true,
  hasEnded: () => true,
} as const;

/** Reads and checks campaign files for the given workspaces. */
export function loadFor(
  { folder, configuration, source, secrets }: LoadContext,
  asked: Pick<LoadInputs, 'workspacesToLoad' | 'chosen' | 'now' | 'isPlanned' | keyof KnownByRecord>,
): Loaded & { readonly fileCount: number; readonly inputs: LoadInputs } {
  const files = folder.files();
  const inputs: LoadInputs = {
    files,
    workspaces: configuration.workspaces,
    configuration: source,
    readReference: (from, path) => folder.readReference(from, path),
    ...(configuration.policy.rules && { rules: configuration.policy.rules }),
    ...asked,
  };
  const loaded = loadCampaigns(inputs);
  const leaked = [...loaded.desired.values()].flatMap((desired) => secretsIn(desired, secrets));
  const diagnostics = inOrder([...loaded.diagnostics, ...leaked]);
  return { ...loaded, diagnostics, fileCount: files.length, inputs };
}

/**
 * Reads and checks campaign files for a plan of one workspace. A managed campaign may contain what a new one may not
 * (open point V24). Because reading the record takes time, it is read only if that makes a difference.
 */
export async function loadByRecord(context: Context, workspace: Workspace): Promise<LoadedByRecord> {
  const now = context.clock.now();
  const asked = { workspacesToLoad: [workspace], now, isPlanned: true } as const;
  const asNew = loadFor(context, asked);
  // The sends of a campaign that was published in the service count, too, and only the record knows of that.
  const countsSends = context.configuration.policy.rules?.sendsPerWeek !== undefined;
  // Whether an unknown field replaces one that live has, or live has what is missing, only the record knows.
  const mayLose = asNew.diagnostics.some(({ code }) => code === 'W_UNKNOWN_FIELD' || code === 'W_PUBLISH');
  if (!countsSends && !mayLose) {
    const mayChange = asNew.diagnostics.some(
      (one) => severityOf(one) === 'error' || one.code === 'W_AUDIENCE',
    );
    if (!mayChange) return asNew;
    const asManaged = loadFor(context, { ...asked, ...LENIENTLY });
    if (codesOf(asNew.diagnostics) === codesOf(asManaged.diagnostics)) return asNew;
  }
  const { known, hasNoRecord } = await readKnown(context, workspace);
  const loaded = loadFor(context, { ...asked, ...known });
  return { ...loaded, hasNoRecord: hasNoRecord && hasErrorsAsNew() };

  /** Whether some errors are none in the file of a managed campaign. */
  function hasErrorsAsNew(): boolean {
    const asManaged = loadFor(context, { ...asked, ...LENIENTLY });
    return errorsIn(loaded.diagnostics) > errorsIn(asManaged.diagnostics);
  }
}

type LoadedByRecord = ReturnType<typeof loadFor> & {
  /** Whether files have errors only because there is no record. Omitted if it wasn't read. */
  readonly hasNoRecord?: boolean;
};

function errorsIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter((one) => severityOf(one) === 'error').length;
}

/** The plan reports what publishing needs, so that it makes no difference here. */
function codesOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.flatMap(({ code }) => (code === 'W_PUBLISH' ? [] : [code])).join();
}

interface LoadedDesired {
  readonly desired: readonly Desired[];
  readonly warnings: readonly Diagnostic[];
  readonly locate: FieldLocator;
}

/** The desired campaigns of one workspace; throws UserFailure with exit code 5 if a file has an error. */
export async function loadDesired(context: Context, workspace: Workspace): Promise<LoadedDesired> {
  const { failure, ...loaded } = await loadSound(context, workspace);
  if (failure) throw failure;
  return loaded;
}

/** The campaigns of the files without errors, and the failure if others have errors. */
export async function loadSound(
  context: Context,
  workspace: Workspace,
): Promise<LoadedDesired & { readonly failure?: UserFailure }> {
  const { desired, diagnostics, inputs, hasNoRecord } = await loadByRecord(context, workspace);
  // The plan reports what publishing needs, because it knows the live campaigns.
  const warnings = diagnostics.filter(({ code }) => code !== 'W_PUBLISH');
  const locate = fieldLocator(inputs, workspace);
  const all = desired.get(workspace.name) ?? [];
  if (!hasErrors(diagnostics)) return { desired: all, warnings, locate };
  const wrong = new Set(diagnostics.flatMap((one) => (severityOf(one) === 'error' ? [one.file] : [])));
  const sound = all.filter(({ file }) => !wrong.has(file));
  const lost = hasNoRecord && {
    noRecord: { workspace: workspace.name, hasOrigin: await context.git.hasOrigin() },
  };
  // No plan follows that would report what publishing needs, so that is reported here, as validate does.
  const { diagnostics: found } = loadFor(context, { ...inputs, isPlanned: false });
  const cause = { code: 'invalid-files', ...lost } as const;
  const failure = new UserFailure(EXIT.INVALID, cause, { diagnostics: found });
  return { desired: sound, warnings, locate, failure };
}
