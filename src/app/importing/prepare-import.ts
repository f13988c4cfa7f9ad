import { join } from 'node:path';
import { claimedKeys } from '../../load/key.ts';
import { DEFAULT_LAYOUT, isLayout, isNewKey } from '../../edit/layout.ts';
import { sensitiveTexts } from '../../edit/sensitive-texts.ts';
import { campaignSchemaCopy, findCampaignSchema, schemaComment } from '../../files/campaign-schema.ts';
import { sameButForSpelling } from '../../files/follow-path.ts';
import { TEXT_LIMIT, readText } from '../../files/read-text.ts';
import type { NewFile } from '../../files/write-new-files.ts';
import { componentNames, type CampaignId, type Live } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { ImportedCampaign, ImportReport, LeftOut } from '../../model/import.ts';
import { byCodeUnit } from '../../model/json.ts';
import type { Binding, State } from '../../model/state.ts';
import { importedBinding } from '../../plan/imported-binding.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import type { Context, InWorkspace } from '../context.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import { UserFailure } from '../process/user-failure.ts';
import { draftFiles, type Drafts } from './draft-files.ts';
import { withoutUnknownComponents } from './not-in-file.ts';
import { listWorkspace, readNamed } from './read-campaigns.ts';
import { readWhole, type WholeCampaigns } from './read-whole.ts';
import { splitByOtherWorkspaces } from './other-workspaces.ts';
import { sortOut, sortOutNamed, type ImportFilter } from './sort-out.ts';
import { matchFiles, unboundFiles, type Matched } from './unbound-files.ts';

/** The user's options for an import, and its layout. */
export interface ImportRequest {
  /** Campaigns by ID; undefined: all that match the filter. */
  readonly ids: readonly CampaignId[] | undefined;
  readonly filter: ImportFilter;
  readonly into?: string;
  readonly layout?: string;
  /** The key, if one campaign is named. */
  readonly key?: string;
}

/** An import that is prepared but not written yet. */
export interface PreparedImport {
  readonly report: ImportReport;
  /** In the order in which they are written: a campaign file after the files that it refers to. */
  readonly files: readonly NewFile[];
  readonly bindings: readonly Binding[];
}

export interface ImportTarget extends InWorkspace {
  readonly service: CampaignService;
  readonly state: State;
}

/** Reads the service once and determines which files describe the live campaigns. Writes nothing. */
export async function prepareImport(request: ImportRequest, target: ImportTarget): Promise<PreparedImport> {
  const { context, workspace, service, state } = target;
  requireRules(request, target);
  const read = request.ids
    ? await readNamed(service, request.ids, workspace)
    : await listWorkspace(service, workspace);
  const sorted = sortedOut(read.campaigns, request, target);
  const whole = await readWhole(service, sorted.candidates, target);
  const { open, secret } = withoutSecrets(whole.campaigns, context);
  const described = request.ids ? { known: open, leftOut: [] } : withoutUnknownComponents(open);
  // Files from an interrupted import are not bound yet, but may contain what only managed campaigns may.
  const workspacesToLoad = [...context.configuration.workspaces.values()];
  const { desired } = loadFor(context, { workspacesToLoad, ...LENIENTLY });
  const files = unboundFiles(desired.get(workspace.name) ?? [], state);
  const matched = matchFiles({ ...whole, campaigns: described.known }, files);
  // A campaign that gets a key by hand is meant to have a file of its own.
  const elsewhere =
    request.key === undefined
      ? splitByOtherWorkspaces(matched.fresh, desired, workspace.name)
      : { fresh: matched.fresh, leftOut: [] };
  const drafts = draftFiles({
    ...rulesFor(request, target),
    campaigns: elsewhere.fresh,
    changing: whole.changing,
    workspace,
    workspaces: context.configuration.workspaces,
    folder: context.folder.path,
  });
  const leftOut = [
    ...[read.leftOut, sorted.leftOut, unreadableOf(whole, sorted.candidates), secret],
    ...[described.leftOut, matched.leftOut, elsewhere.leftOut, drafts.leftOut],
  ].flat();
  return {
    ...filesOf(drafts, context),
    bindings: bindingsOf(drafts, matched, whole),
    report: {
      workspace: workspace.name,
      campaigns: campaignsOf(drafts, matched),
      texts: textsOf(drafts, context),
      leftOut: leftOut.sort(byReason),
      managed: sorted.managed.length,
      notAsked: sorted.notAsked,
      searches: service.searches,
      isDone: false,
    },
  };
}

function textsOf({ texts }: Drafts, { folder }: Context): ImportReport['texts'] {
  return texts.map(({ path, keys }) => ({ file: `${folder.path}/${path}`, keys }));
}

function sortedOut(
  campaigns: readonly Live[],
  request: ImportRequest,
  { context, state }: Pick<ImportTarget, 'context' | 'state'>,
) {
  const known = { state, claimed: new Set(claimedKeys(context.folder.files())) };
  return request.ids ? sortOutNamed(campaigns, known) : sortOut(campaigns, { ...request, ...known });
}

function unreadableOf({ unreadable }: WholeCampaigns, candidates: readonly Live[]): LeftOut[] {
  return [...unreadable].map(([id, problem]) => {
    const live = candidates.find((one) => one.id === id);
    return { id, live, reason: { code: 'unreadable', problem } };
  });
}

function bindingsOf(
  drafts: Drafts,
  { written }: Matched,
  { changing }: WholeCampaigns,
): PreparedImport['bindings'] {
  return [
    ...drafts.files.map(({ binding }) => binding),
    ...written.map((one) => importedBinding(one.desired, one.live, changing.get(one.live.id))),
  ];
}

function requireRules(
  { layout = DEFAULT_LAYOUT, into, key }: ImportRequest,
  { context, state }: ImportTarget,
): void {
  if (!isLayout(layout)) throw notUsable('layout', layout);
  const folder = folderOf(into, context);
  if (folder !== '' && !isNewKey(folder)) throw notUsable('into', into ?? '');
  if (key === undefined) return;
  if (!isNewKey(key)) throw notUsable('key', key);
  if (takenKeys(context, state).includes(key))
    throw new UserFailure(EXIT.USAGE, { code: 'key-taken', name: key, by: 'another campaign' });

  function notUsable(option: 'layout' | 'into' | 'key', value: string): UserFailure {
    return new UserFailure(EXIT.USAGE, {
      code: 'bad-option',
      option: `--${option}`,
      value,
      why: 'form',
      form: option === 'layout' ? 'layout' : 'key',
    });
  }
}

/** The path from the campaigns folder, however it was given. */
function folderOf(into: string | undefined, { folder }: Context): string {
  const named = (into ?? '').replace(/^\.\//, '').replace(/\/+$/, '');
  return named === folder.path ? '' : folder.contains(named) ? folder.below(named) : named;
}

function takenKeys({ folder }: Context, { bindings }: State): string[] {
  return [...claimedKeys(folder.files()), ...bindings.keys()];
}

function rulesFor({ layout = DEFAULT_LAYOUT, into, key }: ImportRequest, { context, state }: ImportTarget) {
  const { repository, folder } = context;
  const schema = findCampaignSchema(repository.root, folder.path) ?? campaignSchemaCopy(folder.path).path;
  return {
    rules: {
      layout: key ?? layout,
      into: key === undefined ? folderOf(into, context) : '',
      taken: takenKeys(context, state),
    },
    teamRules: context.configuration.policy.rules,
    // On many systems, a file whose name differs only in case is the same file.
    existing: (path: string): string | undefined => {
      const full = join(repository.root, folder.path, path);
      const found = readText(full, TEXT_LIMIT);
      if (found.kind === 'text') return found.text;
      return found.fault.code === 'E_FILE_MISSING' && !sameButForSpelling(full) ? undefined : '';
    },
    modeline: (file: string): string => schemaComment(file, schema),
  };
}

/** An API key in a campaign's content would get into the history. */
function withoutSecrets(
  campaigns: readonly Live[],
  { secrets }: Context,
): { readonly open: readonly Live[]; readonly secret: readonly LeftOut[] } {
  const open: Live[] = [];
  const secret: LeftOut[] = [];
  for (const live of campaigns) {
    const components = componentNames(live.components).filter((name) =>
      secrets.areIn(live.components[name] ?? {}),
    );
    if (components.length === 0) open.push(live);
    else secret.push({ id: live.id, live, reason: { code: 'secret', components } });
  }
  return { open, secret };
}

function filesOf({ files, texts }: Drafts, context: Context): { readonly files: readonly NewFile[] } {
  const { path: folder } = context.folder;
  const hasSchema = files.length === 0 || findCampaignSchema(context.repository.root, folder) !== undefined;
  const bodies = texts.map(({ path, text }) => ({ path: `${folder}/${path}`, text }));
  return {
    files: [
      ...(hasSchema ? [] : [campaignSchemaCopy(folder)]),
      ...bodies,
      ...files.map(({ file, text }) => ({ path: file, text })),
    ],
  };
}

function campaignsOf(drafts: Drafts, { written }: Matched): ImportedCampaign[] {
  const fresh = drafts.files.map(({ key, file, live, notes, warnings }): ImportedCampaign => ({
    key,
    file,
    live,
    warnings,
    isThere: false,
    notes: [...notes, ...sensitiveTexts(live.components)],
  }));
  const there = written.map(({ live, desired: { key, file } }): ImportedCampaign => ({
    key,
    file,
    live,
    warnings: [],
    notes: [],
    isThere: true,
  }));
  return [...fresh, ...there].sort((a, b) => byCodeUnit(a.key, b.key));
}

function byReason(left: LeftOut, right: LeftOut): number {
  const name = ({ live, id }: LeftOut) => live?.name ?? id;
  return (
    byCodeUnit(left.reason.code, right.reason.code) ||
    byCodeUnit(name(left), name(right)) ||
    byCodeUnit(left.id, right.id)
  );
}
