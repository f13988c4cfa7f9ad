import { posix } from 'node:path';
import { loadCampaigns } from '../../load/load-campaigns.ts';
import { readHead } from '../../load/read-head.ts';
import type { ReadReference } from '../../load/reference-answer.ts';
import {
  differingTexts,
  literalTexts,
  variableFor,
  withReferences,
  type DifferingText,
} from '../../load/writing/propose-variables.ts';
import type { PlacedText } from '../../load/writing/place-bodies.ts';
import { sensitiveTexts } from '../../load/writing/sensitive-texts.ts';
import { mergePatchBetween, overriddenValues, sharedText } from '../../load/writing/share-file.ts';
import { WORDINGS, writtenComponents } from '../../load/writing/written-components.ts';
import { isSource, parseSource } from '../../load/yaml/source.ts';
import { identityOf, type Desired, type Live } from '../../model/campaign.ts';
import type { ImportedCampaign, LeftOut, SharedVariable } from '../../model/import.ts';
import { isJsonObject, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import type { Binding, State } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { FoundFile } from '../../files/campaign-folder.ts';
import type { FileChange } from '../../files/write-files.ts';
import type { Context, InWorkspace } from '../context.ts';
import { LENIENTLY } from '../reading/load-files.ts';
import { checkFile } from './check-file.ts';
import { chooseVariables } from './choose-variables.ts';
import { notInFile } from './not-in-file.ts';
import type { WholeCampaigns } from './read-whole.ts';
import { bodyFiles, placeOverrideBodies, withReferencesToBodies, type SharedBodies } from './share-bodies.ts';

/** A file of other workspaces that can also describe this campaign, with its new content. */
export interface SharedFile {
  readonly campaign: ImportedCampaign;
  readonly binding: Binding;
  readonly edit: FileChange & { readonly text: string };
  /** The differences in this workspace, with texts in place of references. */
  readonly override: JsonObject;
  /** The differences as the file has them. */
  readonly written: JsonObject;
  /** The file's own texts that differ in this workspace. */
  readonly texts: readonly DifferingText[];
}

/** Campaigns, grouped by the files that other workspaces have for them. */
export interface Sharing {
  /** Campaigns for which no other workspace has a file. */
  readonly fresh: readonly Live[];
  readonly shared: readonly SharedFile[];
  /** Variables that the files use, and workspaces.yaml with the new ones, if there are any. */
  readonly variables: readonly SharedVariable[];
  readonly configuration: readonly FileChange[];
  /** Bodies of overrides in their own files, by path relative to the campaigns folder, and those that have to be written. */
  readonly bodies: readonly PlacedText[];
  readonly bodyFiles: readonly FileChange[];
  /** Campaigns for which another workspace has a file that stays as it is. */
  readonly leftOut: readonly LeftOut[];
}

interface SharingRequest extends WholeCampaigns, InWorkspace {
  readonly state: Pick<State, 'bindings'>;
  /** Whether the user wants files to be shared. */
  readonly isWanted: boolean;
  /** The text of a file, by its path from the campaigns folder; undefined if there is none. */
  readonly existing: (path: string) => string | undefined;
}

/**
 * Finds the files that other workspaces have for these campaigns: those with the same name, channel and type. A second
 * file would be a copy that is not kept in sync, so none is written. If requested, this workspace is added to the
 * existing file, with an override for the differences, or a variable if the same difference occurs in several places.
 * The file is then read again; it must match what is live here, and its meaning for the other workspaces must not
 * change.
 */
export function shareFiles(request: SharingRequest): Sharing {
  const files = filesOfOthers(request);
  const fresh: Live[] = [];
  const paired: Paired[] = [];
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
    const shared = isSure ? share(live, file, request) : undefined;
    if (shared) paired.push({ live, file, shared });
    else leftOut.push({ id: live.id, live, reason: { code: 'other-workspace', file: file.desired.file } });
  }
  return { fresh, leftOut, ...withCommonValues(paired, request) };
}

interface Paired {
  readonly live: Live;
  readonly file: FileOfOthers;
  readonly shared: SharedFile;
}

/**
 * The files with variables for differences that occur in several places, and with long bodies in their own files, as
 * far as this doesn't change their meaning.
 */
function withCommonValues(
  paired: readonly Paired[],
  request: SharingRequest,
): Omit<Sharing, 'fresh' | 'leftOut'> {
  const files = paired.map(({ file, shared }) => ({
    differences: shared.texts,
    workspaces: file.workspaces,
  }));
  const chosen = chooseVariables(files, request);
  const shared = rewritten(paired, { ...request, ...chosen });
  const { variables = [], configuration = [] } = chosen ?? {};
  const isUsed = ({ name }: SharedVariable) =>
    shared.files.some(({ edit }) => edit.text.includes(`$var: ${name}`));
  if (variables.every(isUsed)) return { ...sharing(shared, request), variables, configuration };
  return { ...sharing(rewritten(paired, request), request), variables: [], configuration: [] };
}

interface Rewritten {
  readonly files: readonly SharedFile[];
  /** The bodies that the files refer to. */
  readonly bodies: readonly PlacedText[];
}

function rewritten(paired: readonly Paired[], rules: SharingRules): Rewritten {
  const overrides = paired.map(({ file, shared }) => ({
    below: file.found.below,
    key: shared.campaign.key,
    patch: shared.override,
  }));
  const { workspace, existing, variables = [] } = rules;
  const bodies = placeOverrideBodies(overrides, { workspace: workspace.name, existing });
  const written = new Set<string>();
  const files = paired.map((one) => {
    const references = bodies.references.get(one.file.found.below) ?? [];
    const isUsed = references.length > 0 || one.shared.texts.some((text) => variableFor(text, variables));
    const shared = isUsed ? share(one.live, one.file, { ...rules, bodies }) : undefined;
    if (shared && references.some(({ file }) => refersTo(shared.written, file)))
      written.add(one.shared.campaign.key);
    return shared ?? one.shared;
  });
  return { files, bodies: bodies.texts.filter(({ keys }) => keys.some((key) => written.has(key))) };
}

/** In JSON, in contrast to YAML, every text has one spelling. */
function refersTo(override: JsonObject, file: string): boolean {
  return JSON.stringify(override).includes(`"$file":${JSON.stringify(file)}`);
}

function sharing({ files, bodies }: Rewritten, { context, existing }: SharingRequest) {
  return { shared: files, bodies, bodyFiles: bodyFiles(bodies, context.folder.path, existing) };
}

/** A file that doesn't include this workspace, and its content for it. */
interface FileOfOthers {
  readonly found: FoundText;
  readonly value: JsonValue;
  /** The workspaces that the file includes. */
  readonly workspaces: readonly string[];
  readonly desired: Desired;
}

type FoundText = FoundFile & { readonly text: string };

function filesOfOthers({ context, workspace }: SharingRequest): FileOfOthers[] {
  const names = [...context.configuration.workspaces.keys()];
  return context.folder.files().flatMap((found): FileOfOthers[] => {
    if (!('text' in found)) return [];
    const source = parseSource(found.file, found.text);
    if (!isSource(source)) return [];
    const { head } = readHead(source, { below: found.below, workspaces: names });
    if (!head?.workspaces || head.workspaces.includes(workspace.name)) return [];
    const { workspaces } = context.configuration;
    const desired = desiredHere(found, { context, workspace, workspaces });
    return desired ? [{ found, value: source.value, workspaces: head.workspaces, desired }] : [];
  });
}

/** What is needed to read a file for a workspace. */
interface Reading extends InWorkspace {
  readonly workspaces: ReadonlyMap<string, Workspace>;
}

/** The content that a file of other workspaces would have in this one. */
function desiredHere(found: FoundText, reading: Reading): Desired | undefined {
  const { workspace } = reading;
  const joined = sharedText(found.text, { workspace: workspace.name, patch: {} });
  if (joined === undefined) return undefined;
  return load({ ...found, text: joined }, [workspace], reading).get(workspace.name)?.[0];
}

/** How a file is shared: without variables, each difference is an override. */
interface SharingRules extends SharingRequest {
  readonly variables?: readonly SharedVariable[];
  /** The workspaces with the values of these variables. */
  readonly workspaces?: ReadonlyMap<string, Workspace>;
  /** Long bodies that are in their own files. */
  readonly bodies?: SharedBodies;
}

function share(live: Live, file: FileOfOthers, rules: SharingRules): SharedFile | undefined {
  const { context, changing, variables = [], workspaces = context.configuration.workspaces } = rules;
  const { texts: bodies = [], references } = rules.bodies ?? {};
  const bodyAt = new Map(bodies.map(({ path, text }) => [posix.join(context.folder.path, path), text]));
  const workspace = workspaces.get(rules.workspace.name) ?? rules.workspace;
  const moving = changing.get(live.id) ?? {};
  for (const wording of WORDINGS) {
    const { components } = writtenComponents(live, { wording, changing: moving });
    const here = asJson(components);
    const texts = literalTexts(file.value, differingTexts(asJson(file.desired.components), here));
    const referring =
      variables.length === 0
        ? file.found
        : foundWith(
            file.found,
            withReferences(file.found.text, file.value, { differences: texts, variables }),
          );
    const desired = referring && desiredHere(referring, { context, workspace, workspaces });
    if (!referring || !desired) continue;
    const before = asJson(desired.components);
    const between = mergePatchBetween(before, here) ?? {};
    if (!isJsonObject(between)) continue;
    // A campaign that the file starts in another workspace must not be started here.
    const patch: JsonObject = { ...(desired.status !== undefined && { status: null }), ...between };
    const written = withReferencesToBodies(patch, references?.get(file.found.below) ?? []);
    const after = sharedText(referring.text, { workspace: workspace.name, patch: written });
    if (after === undefined || !saysTheSame(file.found, after, { context, workspace, workspaces })) continue;
    const checked = checkFile(
      { ...file.found, text: after, components, texts: bodyAt, read: readFrom(context) },
      { live, changing: moving, workspace, workspaces, teamRules: context.configuration.policy.rules },
    );
    if (checked.kind !== 'good') continue;
    const differences = overriddenValues(patch, { status: desired.status ?? null, ...before });
    const note = { kind: 'shared-file', workspace: workspace.name, differences } as const;
    return {
      campaign: {
        key: desired.key,
        file: file.found.file,
        live,
        isThere: false,
        notes: [note, ...notInFile(live), ...sensitiveTexts(live.components)],
        warnings: checked.warnings,
      },
      binding: checked.binding,
      edit: { path: file.found.file, before: file.found.text, text: after },
      override: patch,
      written,
      texts,
    };
  }
  return undefined;
}

function foundWith(found: FoundText, text: string | undefined): FoundText | undefined {
  return text === undefined ? undefined : { ...found, text };
}

/** Nothing may change in the other workspaces. */
function saysTheSame(found: FoundText, after: string, reading: Reading): boolean {
  const { context, workspace } = reading;
  const { workspaces } = context.configuration;
  const others = (all: typeof workspaces) => [...all.values()].filter(({ name }) => name !== workspace.name);
  const was = load(found, others(workspaces), { ...reading, workspaces });
  const now = load({ ...found, text: after }, others(reading.workspaces), reading);
  return others(workspaces).every(({ name }) => {
    const [one, other] = [was.get(name)?.[0], now.get(name)?.[0]];
    return (
      one?.status === other?.status &&
      sameJson(asJson(one?.components ?? {}), asJson(other?.components ?? {}))
    );
  });
}

function load(
  file: FoundText,
  targets: readonly Workspace[],
  { context, workspaces }: Omit<Reading, 'workspace'>,
) {
  return loadCampaigns({
    files: [file],
    workspaces,
    workspacesToLoad: targets,
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
