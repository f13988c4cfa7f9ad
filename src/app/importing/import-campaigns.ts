import type { KeyRules } from '../../edit/assign-keys.ts';
import { claimedKeys, isKey } from '../../load/key.ts';
import {
  componentNames,
  DELIVERY_TYPES,
  identityOf,
  type CampaignId,
  type CampaignStatus,
  type Live,
  ENDED_STATUSES,
  comparableName,
} from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import { matchesGlob } from '../../model/glob.ts';
import type { ImportReport, LeftOut, LeftOutReason } from '../../model/rewrite.ts';
import { byCodeUnit, isList } from '../../model/json.ts';
import type { State } from '../../model/state.ts';
import { openStateStore, readState } from '../record.ts';
import type { InWorkspace } from '../context.ts';
import { withService } from '../service.ts';
import { badOption, UserFailure } from '../process/user-failure.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import { notWritten, requirePlaces, type Prepared } from '../rewrite.ts';
import { draftFiles } from './draft-files.ts';
import { findCampaigns, readWhole } from './read-live.ts';
import type { Secrets } from '../secrets.ts';

/** The user's options for an import: campaigns by ID, or with `all` those that match; an omitted field matches all. */
export interface ImportRequest {
  readonly ids: readonly string[];
  readonly all?: boolean;
  readonly status?: readonly CampaignStatus[];
  readonly channel?: readonly string[];
  readonly tag?: readonly string[];
  /** A pattern with `*` and `?`, without regard to case. */
  readonly name?: string;
  readonly into?: string;
  /** The key, if one campaign is named. */
  readonly key?: string;
}

/**
 * Computes which files describe the live campaigns. Sends only reads, and writes nothing. Throws UserFailure if one of
 * the files can't be written where it belongs, or if git ignores it: it would get into no commit, and its campaign would
 * look as if the file had been deleted.
 */
export async function prepareImport(
  request: ImportRequest,
  target: InWorkspace,
): Promise<Prepared<ImportReport>> {
  const { context, workspace } = target;
  return withService(target, async (service) => {
    const { state } = await readState(openStateStore(context, workspace));
    const rules = keyRules(request, { ...target, state });
    const reading = { ...target, service };
    const named = request.all ? undefined : request.ids.map((id) => id as CampaignId);
    const found = await findCampaigns(named, reading);
    const asked = named ? found.campaigns : found.campaigns.filter((live) => isSelected(live, request));
    const claimed = new Set(claimedKeys(context.folder.files()));
    const managed = new Map(
      [...state.bindings.values()].map(({ campaignId, key }) => [
        campaignId,
        { code: claimed.has(key) ? 'managed' : 'file-gone', key } as const,
      ]),
    );
    const leftOut = [...found.leftOut];
    const without = (campaigns: readonly Live[], reasonAgainst: (live: Live) => LeftOutReason | undefined) =>
      campaigns.filter((live) => {
        const reason = reasonAgainst(live);
        if (reason) leftOut.push({ id: live.id, live, reason });
        return reason === undefined;
      });
    const rows = without(asked, (live) => managed.get(live.id) ?? reasonInRow(live, request));
    const whole = await readWhole(rows, reading);
    const described = reasonsInFiles({ ...target, state }, request);
    const campaigns = without(
      whole.campaigns,
      (live) => reasonInContent(live, request, context.secrets) ?? described.get(identityOf(live)),
    );
    const drafts = draftFiles({ campaigns, changing: whole.changing, rules, ...target });
    leftOut.push(...whole.leftOut, ...drafts.leftOut);
    // With `--all`, managed campaigns are only counted.
    const listed = leftOut.filter(({ reason }) => named || reason.code !== 'managed');
    // A campaign file comes right after its texts, so that no run that is killed leaves one that lacks some.
    const files = drafts.files.flatMap(({ texts, file, text }) => [...texts, [file, text] as const]);
    const changes = files.map(([path, text]) => ({ path, text, before: null }));
    const paths = changes.map(({ path }) => path);
    requirePlaces(context.repository.root, paths);
    const [ignored] = await context.repository.ignoredOf(paths);
    if (ignored !== undefined) throw notWritten(EXIT.INVALID, { why: 'ignored', path: ignored });
    return {
      changes,
      binds: { change: 'import', bindings: drafts.files.map(({ binding }) => binding) },
      report: {
        workspace: workspace.name,
        campaigns: drafts.files,
        leftOut: listed.sort(byReason),
        managed: leftOut.length - listed.length,
        notAsked: found.campaigns.length - asked.length,
        isDone: false,
      },
    };
  });
}

function keyRules(
  { into = '', key }: ImportRequest,
  { context: { folder }, state }: InWorkspace & { readonly state: State },
): KeyRules {
  const named = `${into.replace(/^\.\//, '').replace(/\/+$/, '')}/`;
  // The folder may be given from the root, too.
  const place = (folder.contains(named) ? folder.below(named) : named).replace(/\/$/, '');
  const given = { '--into': place === '' ? undefined : place, '--key': key };
  for (const [option, value] of Object.entries(given))
    if (value !== undefined && !isKey(value)) throw badOption(option, { why: 'form', form: 'key' }, value);
  const taken = [...claimedKeys(folder.files()), ...state.bindings.keys()];
  if (key !== undefined && taken.includes(key))
    throw new UserFailure(EXIT.USAGE, { code: 'key-taken', name: key, by: 'another campaign' });
  return { into: place, taken, key };
}

function byReason(left: LeftOut, right: LeftOut): number {
  const text = ({ reason, live, id }: LeftOut) => [reason.code, live?.name ?? id, id].join('\0');
  return byCodeUnit(text(left), text(right));
}

function isSelected(live: Live, { status, channel, tag, name }: ImportRequest): boolean {
  const own = live.components.basic_details?.tags;
  const labels = isList(own) ? own : [];
  return (
    (status === undefined || (live.statusAs === undefined && status.includes(live.status))) &&
    (channel?.includes(live.channel) ?? true) &&
    (tag?.some((one) => labels.includes(one)) ?? true) &&
    (name === undefined || matchesGlob(unparted(comparableName(live.name)), unparted(name.toLowerCase())))
  );
}

/** What a search shows against a file of a campaign that isn't managed. One that was named is wanted in any status. */
function reasonInRow(live: Live, { all = false, status }: ImportRequest): LeftOutReason | undefined {
  if (live.readOnly !== undefined) return { code: live.readOnly };
  if (!DELIVERY_TYPES.some((type) => type === live.deliveryType)) return { code: 'delivery-type' };
  const isAnyStatus = all && status === undefined;
  if (isAnyStatus && live.statusAs !== undefined) return { code: 'other-status' };
  if (isAnyStatus && ENDED_STATUSES.includes(live.status)) return { code: 'ended' };
  return live.name === undefined || live.name.trim() === '' ? { code: 'no-name' } : undefined;
}

/**
 * What the whole campaign shows against a file. A file has only components that we know, because the service refuses
 * other fields in a request (open point V20), so a campaign with other components gets one only if it was named. An API
 * key in its content would get into the history.
 */
function reasonInContent(
  { components, unknownParts = [] }: Live,
  { all = false }: ImportRequest,
  secrets: Secrets,
): LeftOutReason | undefined {
  const secret = componentNames(components).filter((name) => secrets.areIn(components[name] ?? {}));
  if (secret.length > 0) return { code: 'secret', components: secret };
  const fields = unknownParts.flatMap(({ name, isObject }) => (isObject ? [name] : []));
  return !all || fields.length === 0 ? undefined : { code: 'unknown-component', fields };
}

/**
 * By name, channel and type: the unbound files that describe such a campaign already, because a second one would be a
 * copy that is not kept in sync. A campaign that gets a key by hand may also have a file for another workspace.
 */
function reasonsInFiles(
  { context, workspace, state }: InWorkspace & { readonly state: State },
  { key }: { readonly key?: string | undefined },
): ReadonlyMap<string, LeftOutReason> {
  const workspacesToLoad = [...context.configuration.workspaces.values()];
  const { desired } = loadFor(context, { workspacesToLoad, ...LENIENTLY });
  const own = desired.get(workspace.name) ?? [];
  const unbound = own.filter((one) => !state.bindings.has(one.key));
  const inOwn = new Set(own.map(({ file }) => file));
  const others = [...desired.values()].flat().filter(({ file }) => key === undefined && !inOwn.has(file));
  return new Map<string, LeftOutReason>([
    ...others.map((one) => [identityOf(one), { code: 'other-workspace', file: one.file }] as const),
    ...unbound.map((one) => [identityOf(one), { code: 'file-exists', file: one.file }] as const),
  ]);
}

/** A name has no folders, so a slash is a character like any other. */
function unparted(name: string): string {
  return name.replaceAll('/', '\u2215');
}
