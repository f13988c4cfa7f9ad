import { loadCampaigns } from '../../load/load-campaigns.ts';
import { readHead } from '../../load/read-head.ts';
import type { ReadReference } from '../../load/reference-answer.ts';
import { sensitiveTexts } from '../../load/writing/sensitive-texts.ts';
import { mergePatchBetween, sharedText } from '../../load/writing/share-file.ts';
import { WORDINGS, writtenComponents } from '../../load/writing/written-components.ts';
import { isSource, parseSource } from '../../load/yaml/source.ts';
import type { Desired, Live } from '../../model/campaign.ts';
import type { ImportedCampaign, LeftOut, OverriddenValue } from '../../model/import.ts';
import { isJsonObject, sameJson, type JsonObject } from '../../model/json.ts';
import type { Binding, State } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { FoundFile } from '../../files/campaign-folder.ts';
import type { FileChange } from '../../files/write-files.ts';
import type { Context } from '../context.ts';
import { LENIENTLY } from '../reading/load-files.ts';
import { checkFile } from './check-file.ts';
import type { WholeCampaigns } from './read-whole.ts';
import { identityOf } from './unbound-files.ts';

/** A file of other workspaces that can be this campaign's, too, with what it says then. */
export interface SharedFile {
  readonly campaign: ImportedCampaign;
  readonly binding: Binding;
  readonly edit: FileChange;
}

/** Campaigns, sorted out by the files that other workspaces have of them. */
export interface Sharing {
  /** Campaigns of which no other workspace has a file. */
  readonly fresh: readonly Live[];
  readonly shared: readonly SharedFile[];
  /** Of these another workspace has a file, and it stays as it is. */
  readonly leftOut: readonly LeftOut[];
}

interface SharingRequest extends WholeCampaigns {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly state: Pick<State, 'bindings'>;
  /** Whether a person asked for files to be shared. */
  readonly isWanted: boolean;
}

/**
 * Finds the files that other workspaces have of these campaigns: one of the same name, channel and type. A second file
 * would be a copy that nobody keeps in step, so there is none. Where it is wanted, the file takes in this workspace, with
 * an override of what differs here; it is read again, and must say what is live here and the same as before elsewhere.
 */
export function shareFiles(request: SharingRequest): Sharing {
  const files = filesOfOthers(request);
  const fresh: Live[] = [];
  const shared: SharedFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const live of request.campaigns) {
    const same = files.filter(({ desired }) => identityOf(desired) === identityOf(live));
    const [file] = same;
    if (!file) {
      fresh.push(live);
      continue;
    }
    const rivals = request.campaigns.filter((one) => identityOf(one) === identityOf(live));
    const isBound = request.state.bindings.has(file.desired.key);
    const isSure = request.isWanted && same.length === 1 && rivals.length === 1 && !isBound;
    const found = isSure ? share(live, file, request) : undefined;
    if (found) shared.push(found);
    else leftOut.push({ id: live.id, live, reason: { code: 'other-workspace', file: file.desired.file } });
  }
  return { fresh, shared, leftOut };
}

/** A file that is not meant for this workspace, and what it would say here. */
interface FileOfOthers {
  readonly found: FoundFile & { readonly text: string };
  readonly desired: Desired;
}

function filesOfOthers({ context, workspace }: SharingRequest): FileOfOthers[] {
  const names = [...context.configuration.workspaces.keys()];
  return context.folder.files().flatMap((found): FileOfOthers[] => {
    if (!('text' in found)) return [];
    const source = parseSource(found.file, found.text);
    if (!isSource(source)) return [];
    const { head } = readHead(source, { below: found.below, workspaces: names });
    if (!head?.workspaces || head.workspaces.includes(workspace.name)) return [];
    const joined = sharedText(found.text, { workspace: workspace.name, patch: {} });
    if (joined === undefined) return [];
    const [desired] = load({ ...found, text: joined }, [workspace], context).get(workspace.name) ?? [];
    return desired ? [{ found, desired }] : [];
  });
}

function share(
  live: Live,
  { found, desired }: FileOfOthers,
  request: SharingRequest,
): SharedFile | undefined {
  const { context, workspace, changing } = request;
  const { workspaces } = context.configuration;
  const moving = changing.get(live.id) ?? {};
  for (const wording of WORDINGS) {
    const { components } = writtenComponents(live, { wording, changing: moving });
    const before = asJson(desired.components);
    const between = mergePatchBetween(before, asJson(components)) ?? {};
    if (!isJsonObject(between)) continue;
    // What the file wants started elsewhere must not start here.
    const patch: JsonObject = { ...(desired.status !== undefined && { status: null }), ...between };
    const after = sharedText(found.text, { workspace: workspace.name, patch });
    if (after === undefined || !saysTheSame(found, after, request)) continue;
    const checked = checkFile(
      { ...found, text: after, components, texts: new Map(), read: readFrom(context) },
      { live, changing: moving, workspace, workspaces },
    );
    if (checked.kind !== 'good') continue;
    const differences = overridden(patch, { status: desired.status ?? null, ...before });
    const note = { kind: 'shared-file', workspace: workspace.name, differences } as const;
    return {
      campaign: {
        ...{ key: desired.key, file: found.file, live, isThere: false },
        ...{ notes: [note, ...sensitiveTexts(live.components)], warnings: checked.warnings },
      },
      binding: checked.binding,
      edit: { path: found.file, before: found.text, text: after },
    };
  }
  return undefined;
}

/** In the other workspaces nothing may change. */
function saysTheSame(found: FoundFile, after: string, { context, workspace }: SharingRequest): boolean {
  const others = [...context.configuration.workspaces.values()].filter(({ name }) => name !== workspace.name);
  const [was, now] = [load(found, others, context), load({ ...found, text: after }, others, context)];
  return others.every(({ name }) => {
    const [one, other] = [was.get(name)?.[0], now.get(name)?.[0]];
    return (
      one?.status === other?.status &&
      sameJson(asJson(one?.components ?? {}), asJson(other?.components ?? {}))
    );
  });
}

function load(file: FoundFile, targets: readonly Workspace[], context: Context) {
  return loadCampaigns({
    files: [file],
    workspaces: context.configuration.workspaces,
    targets,
    readReference: readFrom(context),
    ...LENIENTLY,
  }).desired;
}

function readFrom({ folder }: Context): ReadReference {
  return (from, path) => folder.readReference(from, path);
}

function asJson(components: object): JsonObject {
  return { ...(components as JsonObject) };
}

/** What a patch sets or removes, leaf by leaf. */
function overridden(patch: JsonObject, before: JsonObject, place: readonly string[] = []): OverriddenValue[] {
  return Object.entries(patch).flatMap(([name, value]): OverriddenValue[] => {
    const was = before[name] ?? null;
    const here = [...place, name];
    if (isJsonObject(value) && isJsonObject(was)) return overridden(value, was, here);
    return [{ path: here.join('.'), without: was, with: value }];
  });
}
