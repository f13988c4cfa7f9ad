import { join } from 'node:path';
import { isNewKey, type KeyRules } from '../../edit/assign-keys.ts';
import { folderOf, folderWith } from '../../edit/folder-view.ts';
import { campaignSchemaCopy, findCampaignSchema, schemaComment } from '../../files/campaign-schema.ts';
import { sameButForSpelling } from '../../files/follow-path.ts';
import { wholeText } from '../../files/read-text.ts';
import type { FileChange } from '../../files/write-files.ts';
import { ignoredPaths } from '../../git/ignore-rules.ts';
import { claimedKeys } from '../../load/key.ts';
import { identityOf, type CampaignId } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { ImportReport, LeftOut } from '../../model/import.ts';
import { byCodeUnit } from '../../model/json.ts';
import type { Binding, State } from '../../model/state.ts';
import { editRecord, openStateStore, readState, requireRecord } from '../record.ts';
import type { InWorkspace } from '../context.ts';
import { withService } from '../service.ts';
import { UserFailure } from '../process/user-failure.ts';
import { loadFor } from '../reading/load-files.ts';
import { notWritten, requirePlaces, viewOf, writeAll } from '../rewrite.ts';
import { requireUnbound } from './adopt.ts';
import { draftFiles, type DraftRequest, type Drafts } from './draft-files.ts';
import {
  reasonInContent,
  reasonInRow,
  reasonsInFiles,
  selectedBy,
  sortOut,
  type ImportFilter,
} from './left-out.ts';
import { findCampaigns, readWhole } from './read-live.ts';

/** The user's options for an import. */
export interface ImportRequest {
  /** Campaigns by ID; undefined: all that match the filter. */
  readonly ids: readonly CampaignId[] | undefined;
  readonly filter: ImportFilter;
  readonly into?: string | undefined;
  /** The key, if one campaign is named. */
  readonly key?: string | undefined;
}

/** An import that is prepared but not written yet. */
export interface PreparedImport {
  readonly report: ImportReport;
  readonly changes: readonly FileChange[];
  readonly bindings: readonly Binding[];
}

/**
 * Computes which files describe the live campaigns. Sends only reads, and writes nothing. Throws UserFailure if one of
 * the files can't be written where it belongs, or if git ignores it: it would get into no commit, and its campaign would
 * look as if the file had been deleted.
 */
export async function prepareImport(request: ImportRequest, target: InWorkspace): Promise<PreparedImport> {
  const { context, workspace } = target;
  return withService(target, async (service) => {
    const { state } = await readState(openStateStore(context, workspace));
    const rules = keyRules(request, { ...target, state });
    const reading = { ...target, service };
    const found = await findCampaigns(request.ids, reading);
    const { ids, filter } = request;
    const asked = ids ? found.campaigns : found.campaigns.filter(selectedBy(filter));
    const keys = new Map([...state.bindings.values()].map((one) => [one.campaignId, one.key]));
    const known = { keys, claimed: new Set(claimedKeys(context.folder.files())) };
    const rows = sortOut(asked, (live) => reasonInRow(live, known, ids ? undefined : filter));
    const whole = await readWhole(rows.candidates, reading);
    const described = reasonsInFiles({ ...target, state }, request);
    const own = { secrets: context.secrets, isNamed: ids !== undefined };
    const fresh = sortOut(
      whole.campaigns,
      (live) => reasonInContent(live, own) ?? described.get(identityOf(live)),
    );
    const drafts = draftFiles({
      ...placesIn(target),
      ...{ campaigns: fresh.candidates, changing: whole.changing, workspace, rules },
    });
    const leftOut = [found, rows, whole, fresh, drafts].flatMap((one) => one.leftOut);
    // With `--all`, managed campaigns are only counted.
    const listed = leftOut.filter(({ reason }) => ids || reason.code !== 'managed');
    const changes = changesOf(drafts, target);
    const texts = drafts.files.flatMap(({ key, texts: own }) =>
      [...own.keys()].map((file) => ({ file, keys: [key] })),
    );
    // A text that exists already belongs into a commit, too.
    const paths = [...changes.map(({ path }) => path), ...texts.map(({ file }) => file)];
    requirePlaces(context.repository.root, paths);
    const [ignored] = await ignoredPaths(context.git, [...new Set(paths)]);
    if (ignored !== undefined)
      throw notWritten(EXIT.INVALID, { code: 'E_FILE', why: 'ignored', path: ignored });
    return {
      changes,
      bindings: drafts.files.map(({ binding }) => binding),
      report: {
        ...{ workspace: workspace.name, campaigns: drafts.files, texts, leftOut: listed.sort(byReason) },
        managed: leftOut.length - listed.length,
        notAsked: found.campaigns.length - asked.length,
        isDone: false,
      },
    };
  });
}

function keyRules(
  { into, key }: ImportRequest,
  { context, state }: InWorkspace & { readonly state: State },
): KeyRules {
  const { folder } = context;
  const named = (into ?? '').replace(/^\.\//, '').replace(/\/+$/, '');
  // The folder may be given from the root, too.
  const place = named === folder.path ? '' : folder.contains(named) ? folder.below(named) : named;
  if (place !== '' && !isNewKey(place)) throw unusable('--into', into ?? '');
  const taken = [...claimedKeys(folder.files()), ...state.bindings.keys()];
  if (key === undefined) return { into: place, taken };
  if (!isNewKey(key)) throw unusable('--key', key);
  if (taken.includes(key))
    throw new UserFailure(EXIT.USAGE, { code: 'key-taken', name: key, by: 'another campaign' });
  return { into: '', taken, key };
}

function unusable(option: '--into' | '--key', value: string): UserFailure {
  return new UserFailure(EXIT.USAGE, { code: 'bad-option', option, value, why: 'form', form: 'key' });
}

function placesIn({
  context,
  workspace,
}: InWorkspace): Pick<DraftRequest, 'isOneOfSeveral' | 'folder' | 'existing' | 'modeline' | 'load'> {
  const { repository, configuration } = context;
  const { path } = context.folder;
  const schema = findCampaignSchema(repository.root, path) ?? campaignSchemaCopy(path).path;
  return {
    isOneOfSeveral: configuration.workspaces.size > 1,
    folder: path,
    // On many systems, a file whose name differs only in case is the same file.
    existing: (below) =>
      sameButForSpelling(join(repository.root, path, below)) === undefined
        ? undefined
        : (wholeText(repository.root, `${path}/${below}`) ?? ''),
    modeline: (file) => schemaComment(file, schema),
    load: (texts, circumstances) => {
      const view = folderWith(viewOf(context), texts);
      const written = view.files().filter(({ file }) => texts.has(file));
      const folder = folderOf(view, written);
      return loadFor({ ...context, folder }, { workspacesToLoad: [workspace], ...circumstances });
    },
  };
}

/** The new files; a text that exists already is used as it is. */
function changesOf({ files }: Drafts, { context }: InWorkspace): FileChange[] {
  const [{ root }, { path: folder }] = [context.repository, context.folder];
  const hasSchema = files.length === 0 || findCampaignSchema(root, folder) !== undefined;
  const texts = files.flatMap((one) => [...one.texts].map(([path, text]) => ({ path, text })));
  return [
    ...(hasSchema ? [] : [campaignSchemaCopy(folder)]),
    ...texts.filter(({ path, text }) => wholeText(root, path) !== text),
    ...files.map(({ file, text }) => ({ path: file, text })),
  ].map((one) => ({ ...one, before: null }));
}

function byReason(left: LeftOut, right: LeftOut): number {
  const text = ({ reason, live, id }: LeftOut) => [reason.code, live?.name ?? id, id].join('\0');
  return byCodeUnit(text(left), text(right));
}

/**
 * Writes the files of a prepared import, all or none, and binds them, in one commit under one lease. Existing files are
 * never overwritten. If it is interrupted, the files match the live campaigns, and `adopt` binds them.
 */
export async function carryOutImport(
  { report, changes, bindings }: PreparedImport,
  { context, workspace }: InWorkspace,
): Promise<ImportReport> {
  if (bindings.length === 0) return { ...report, isDone: true };
  return editRecord({ context, workspace }, async (recorder, lease) => {
    requireUnbound(bindings, recorder.state);
    writeAll(context, changes);
    const held = await lease.check();
    if (held.kind !== 'held') throw new UserFailure(EXIT.LEASE, held.cause);
    requireRecord(await recorder.bind({ bindings, change: 'import' }));
    return { ...report, isDone: true };
  });
}
