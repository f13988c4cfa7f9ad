import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isNewKey, type KeyRules } from '../../edit/assign-keys.ts';
import { WORDINGS, writtenComponents } from '../../edit/written-components.ts';
import { campaignSchemaCopy, findCampaignSchema, schemaComment } from '../../files/campaign-schema.ts';
import { sameButForSpelling } from '../../files/follow-path.ts';
import { TEXT_LIMIT, readText } from '../../files/read-text.ts';
import type { FileChange } from '../../files/write-files.ts';
import { claimedKeys } from '../../load/key.ts';
import {
  identityOf,
  type CampaignId,
  type Desired,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { ImportedCampaign, ImportReport, LeftOut } from '../../model/import.ts';
import { byCodeUnit, sameJson } from '../../model/json.ts';
import type { Binding, State } from '../../model/state.ts';
import { importedBinding } from '../../plan/imported-binding.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import type { Context, InWorkspace } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import { draftFiles, type DraftRequest, type Drafts } from './draft-files.ts';
import {
  byIdentity,
  reasonInContent,
  reasonInRow,
  reasonsInFiles,
  selectedBy,
  sortOut,
  type ImportFilter,
} from './left-out.ts';
import { listWorkspace, readNamed, readWhole, type WholeCampaigns } from './read-live.ts';

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

export interface ImportTarget extends InWorkspace {
  readonly service: CampaignService;
  readonly state: State;
}

/** Reads the service once and determines which files describe the live campaigns. Writes nothing. */
export async function prepareImport(request: ImportRequest, target: ImportTarget): Promise<PreparedImport> {
  const { context, workspace, service } = target;
  const rules = keyRules(request, target);
  const found = request.ids
    ? await readNamed(service, request.ids, workspace)
    : await listWorkspace(service, workspace);
  const { rows, managed, notAsked } = rowsOf(found.campaigns, request, target);
  const whole = await readWhole(service, rows.candidates, target);
  const isNamed = request.ids !== undefined;
  const open = sortOut(whole.campaigns, (live) =>
    reasonInContent(live, { secrets: context.secrets, isNamed }),
  );
  const { written, fresh } = besideFiles({ ...whole, campaigns: open.candidates }, request, target);
  const drafts = draftFiles({
    campaigns: fresh.candidates,
    changing: whole.changing,
    workspace,
    workspaces: context.configuration.workspaces,
    folder: context.folder.path,
    rules,
    teamRules: context.configuration.policy.rules,
    ...placesIn(context),
  });
  const leftOut = [found, rows, whole, open, fresh, drafts].flatMap((one) => one.leftOut);
  return {
    changes: changesOf(drafts, context),
    bindings: [...drafts.files, ...written].map(({ binding }) => binding),
    report: {
      workspace: workspace.name,
      campaigns: [
        ...drafts.files.map((one) => ({ ...one, isThere: false })),
        ...written.map(({ file }) => file),
      ].sort((a, b) => byCodeUnit(a.key, b.key)),
      texts: drafts.texts.map(({ path, keys }) => ({ file: `${context.folder.path}/${path}`, keys })),
      leftOut: leftOut.sort(byReason),
      managed,
      notAsked,
      isDone: false,
    },
  };
}

/** The campaigns that the user asked for, without those that get no file. With `--all`, managed ones are only counted. */
function rowsOf(
  campaigns: readonly Live[],
  { ids, filter }: ImportRequest,
  { context, state }: ImportTarget,
) {
  const asked = ids ? campaigns : campaigns.filter(selectedBy(filter));
  const keys = new Map([...state.bindings.values()].map(({ campaignId, key }) => [campaignId, key]));
  const known = { keys, claimed: new Set(claimedKeys(context.folder.files())) };
  const rows = sortOut(asked, (live) => reasonInRow(live, known, ids ? undefined : filter));
  const leftOut = rows.leftOut.filter(({ reason }) => ids || reason.code !== 'managed');
  return {
    rows: { ...rows, leftOut },
    managed: rows.leftOut.length - leftOut.length,
    notAsked: campaigns.length - asked.length,
  };
}

/** A file that an interrupted import wrote, which only has to be bound. */
interface WrittenBefore {
  readonly file: ImportedCampaign;
  readonly binding: Binding;
}

/** Separates the campaigns that an unbound file describes: completely, or by the same name, channel and type. */
function besideFiles(
  { campaigns, changing }: WholeCampaigns,
  { key }: ImportRequest,
  { context, workspace, state }: ImportTarget,
) {
  const workspacesToLoad = [...context.configuration.workspaces.values()];
  // Files from an interrupted import are not bound yet, but may contain what only managed campaigns may.
  const { desired } = loadFor(context, { workspacesToLoad, ...LENIENTLY });
  const own = desired.get(workspace.name) ?? [];
  const unbound = new Set(own.filter((one) => !state.bindings.has(one.key)));
  const alike = byIdentity([...unbound]);
  const written: WrittenBefore[] = [];
  for (const live of [...campaigns].sort((a, b) => byCodeUnit(a.id, b.id))) {
    const leaves = changing.get(live.id) ?? {};
    const same = alike.get(identityOf(live))?.find((one) => unbound.has(one) && saysAll(one, live, leaves));
    if (!same) continue;
    unbound.delete(same);
    const file = { key: same.key, file: same.file, live, warnings: [], notes: [], isThere: true };
    written.push({ file, binding: importedBinding(same, live, leaves) });
  }
  const bound = new Set(written.map(({ file }) => file.live));
  const inOwn = new Set(own.map(({ file }) => file));
  const others = [...desired.values()].flat().filter(({ file }) => !inOwn.has(file));
  // A campaign that gets a key by hand is meant to have a file of its own.
  const reasons = reasonsInFiles({ here: [...unbound], others: key === undefined ? others : [] });
  const rest = campaigns.filter((live) => !bound.has(live));
  return { written, fresh: sortOut(rest, (live) => reasons.get(identityOf(live))) };
}

/** Whether a file says everything that an import would write for a campaign. */
function saysAll({ components }: Desired, live: Live, changing: LeavesByComponent): boolean {
  return WORDINGS.some((wording) =>
    sameJson({ ...components }, { ...writtenComponents(live, { wording, changing }).components }),
  );
}

function keyRules({ into, key }: ImportRequest, { context, state }: ImportTarget): KeyRules {
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

function placesIn({ repository, folder }: Context): Pick<DraftRequest, 'existing' | 'modeline'> {
  const schema = findCampaignSchema(repository.root, folder.path) ?? campaignSchemaCopy(folder.path).path;
  return {
    // On many systems, a file whose name differs only in case is the same file.
    existing: (path) => {
      const full = join(repository.root, folder.path, path);
      const found = readText(full, TEXT_LIMIT);
      if (found.kind === 'text') return found.text;
      return found.fault.code === 'E_FILE_MISSING' && !sameButForSpelling(full) ? undefined : '';
    },
    modeline: (file) => schemaComment(file, schema),
  };
}

/** The new files: a text that exists already is used as it is. */
function changesOf({ files, texts }: Drafts, { repository, folder }: Context): FileChange[] {
  const hasSchema = files.length === 0 || findCampaignSchema(repository.root, folder.path) !== undefined;
  const fresh = texts
    .map(({ path, text }) => ({ path: `${folder.path}/${path}`, text }))
    .filter(({ path }) => !existsSync(join(repository.root, path)));
  return [
    ...(hasSchema ? [] : [campaignSchemaCopy(folder.path)]),
    ...fresh,
    ...files.map(({ file, text }) => ({ path: file, text })),
  ].map((one) => ({ ...one, before: null }));
}

function byReason(left: LeftOut, right: LeftOut): number {
  const name = ({ live, id }: LeftOut) => live?.name ?? id;
  return (
    byCodeUnit(left.reason.code, right.reason.code) ||
    byCodeUnit(name(left), name(right)) ||
    byCodeUnit(left.id, right.id)
  );
}
