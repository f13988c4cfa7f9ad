import { posix } from 'node:path';
import { assignKeys, type AssignedKey, type KeyRules } from '../../edit/assign-keys.ts';
import { bodyTexts, unfiledBodies } from '../../edit/body-texts.ts';
import { campaignText } from '../../edit/campaign-text.ts';
import { formatCampaign } from '../../edit/format.ts';
import {
  placeBodies,
  type PlacedBodies,
  type PlacedText,
  type TextReference,
} from '../../edit/place-bodies.ts';
import {
  isReadView,
  WORDINGS,
  writtenComponents,
  type Wording,
  type WrittenComponents,
} from '../../edit/written-components.ts';
import {
  inCanonicalOrder,
  isComponentName,
  type CampaignId,
  type CampaignKey,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ImportNote, LeftOut, LeftOutReason } from '../../model/import.ts';
import type { Binding } from '../../model/state.ts';
import type { TeamRules } from '../../model/team-rules.ts';
import type { Workspace } from '../../model/workspace.ts';
import { notInFile } from './not-in-file.ts';
import { checkFile, type CheckedFile } from './check-file.ts';

/** The inputs for files, and where they may be written. */
export interface DraftRequest {
  readonly campaigns: readonly Live[];
  /** Leaves that change by themselves. */
  readonly changing: ReadonlyMap<CampaignId, LeavesByComponent>;
  readonly workspace: Workspace;
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** The campaigns folder, from the root of the repository. */
  readonly folder: string;
  readonly rules: KeyRules;
  /** If omitted, the team has no rules. */
  readonly teamRules?: TeamRules | undefined;
  /** The text of a file, by its path from the campaigns folder; undefined if there is none. */
  readonly existing: (path: string) => string | undefined;
  /** The comment for editors in the first line of a campaign file. */
  readonly modeline: (file: string) => string;
}

/** A campaign file that may be written: it was read again, and a plan would have nothing to do for it. */
interface DraftFile {
  readonly live: Live;
  readonly key: CampaignKey;
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
  readonly binding: Binding;
  readonly warnings: readonly Diagnostic[];
  readonly notes: readonly ImportNote[];
}

export interface Drafts {
  readonly files: readonly DraftFile[];
  /** Bodies of campaigns, by path from the campaigns folder. */
  readonly texts: readonly PlacedText[];
  readonly leftOut: readonly LeftOut[];
}

/** Files for live campaigns, sorted by key. A campaign that no file can describe is left out, with the reason. */
export function draftFiles(request: DraftRequest): Drafts {
  const { good, leftOut } = judgeAll(request);
  // Without those, fewer keys need numbers, and fewer texts are shared.
  const final = { ...request, campaigns: [...good.keys()] };
  const { keys, bodies } = placeAll(final);
  const files: DraftFile[] = [];
  const failed: LeftOut[] = [];
  for (const [live, wording] of good) {
    const place = placeOf(live, { keys, bodies, request: final });
    const checked = formatted(place, { live, wording, request: final });
    if (checked.kind !== 'good') failed.push({ id: live.id, live, reason: reasonOf(checked) });
    else files.push({ live, ...place, ...checked, notes: notesOf(live, { place, wording, request }) });
  }
  const written = new Set<string>(files.map(({ key }) => key));
  return {
    files: files.sort((a, b) => (a.key < b.key ? -1 : 1)),
    texts: bodies.texts.filter((text) => text.keys.some((key) => written.has(key))),
    leftOut: [...leftOut, ...failed],
  };
}

/** Which campaigns a file can describe, and how it is written. */
function judgeAll(request: DraftRequest): {
  readonly good: ReadonlyMap<Live, Wording>;
  readonly leftOut: readonly LeftOut[];
} {
  const { keys, bodies } = placeAll(request);
  const good = new Map<Live, Wording>();
  const leftOut: LeftOut[] = [];
  for (const live of request.campaigns) {
    const place = placeOf(live, { keys, bodies, request });
    const judge = (wording: Wording) => {
      const written = { live, wording, request };
      return checkPlaced(textFor(place, written), place, written);
    };
    const plain = judge('plain');
    const wording = plain.kind === 'good' ? 'plain' : WORDINGS.find((one) => judge(one).kind === 'good');
    if (wording) good.set(live, wording);
    else if (plain.kind !== 'good') leftOut.push({ id: live.id, live, reason: reasonOf(plain) });
  }
  return { good, leftOut };
}

interface Placed {
  readonly keys: ReadonlyMap<CampaignId, AssignedKey>;
  readonly bodies: PlacedBodies;
}

function placeAll({ campaigns, rules, existing }: DraftRequest): Placed {
  const keys = assignKeys(campaigns, rules);
  const bodies = placeBodies(
    campaigns.flatMap((live) => {
      const assigned = keys.get(live.id);
      return assigned ? [{ key: assigned.key, bodies: bodyTexts(live.components) }] : [];
    }),
    { existing },
  );
  return { keys, bodies };
}

/** The path of one campaign's file, and the texts that it may refer to. */
interface Placing extends AssignedKey {
  readonly file: string;
  readonly below: string;
  readonly references: readonly TextReference[];
  readonly texts: ReadonlyMap<string, string>;
}

function placeOf(
  live: Live,
  { keys, bodies, request }: Placed & { readonly request: DraftRequest },
): Placing {
  const assigned = keys.get(live.id);
  if (!assigned) throw new Error(`no key was assigned to ${live.id}`);
  const below = `${assigned.key}.yaml`;
  const own = bodies.texts.filter((text) => text.keys.includes(assigned.key));
  return {
    ...assigned,
    below,
    file: `${request.folder}/${below}`,
    references: bodies.references.get(assigned.key) ?? [],
    texts: new Map(own.map(({ path, text }) => [posix.join(request.folder, path), text])),
  };
}

interface Written {
  readonly live: Live;
  readonly wording: Wording;
  readonly request: DraftRequest;
}

function componentsOf({ live, wording, request }: Written): WrittenComponents {
  return writtenComponents(live, { wording, changing: request.changing.get(live.id) ?? {} });
}

function textFor(place: Placing, written: Written): string {
  const { live, request } = written;
  const { workspace, workspaces, modeline } = request;
  const { components, notShownWhole } = componentsOf(written);
  return campaignText({
    // In another workspace, it would be a new campaign.
    ...(workspaces.size > 1 && { workspaces: [workspace.name] }),
    channel: live.channel,
    deliveryType: live.deliveryType,
    components,
    files: place.references,
    modeline: modeline(place.file),
    notShownWhole,
  });
}

function checkPlaced(text: string, place: Placing, written: Written): CheckedFile {
  const { live, request } = written;
  const { workspace, workspaces, changing } = request;
  const { file, below, texts } = place;
  const { components } = componentsOf(written);
  return checkFile(
    { file, below, text, texts, components },
    { live, changing: changing.get(live.id) ?? {}, workspace, workspaces, teamRules: request.teamRules },
  );
}

/** In canonical layout, if it can be formatted; checked in the place where it will be written. */
function formatted(place: Placing, written: Written): CheckedFile & { readonly text: string } {
  const plain = textFor(place, written);
  const form = formatCampaign(plain) ?? plain;
  const checked = checkPlaced(form, place, written);
  if (checked.kind === 'good') return { ...checked, text: form };
  return { ...checkPlaced(plain, place, written), text: plain };
}

function reasonOf(checked: Exclude<CheckedFile, { kind: 'good' }>): LeftOutReason {
  return checked.kind === 'refused'
    ? { code: 'invalid', diagnostics: checked.diagnostics }
    : { code: 'differs', components: checked.components };
}

function notesOf(
  live: Live,
  {
    place,
    wording,
    request,
  }: { readonly place: Placing; readonly wording: Wording; readonly request: DraftRequest },
): ImportNote[] {
  const changing = request.changing.get(live.id) ?? {};
  const { notShownWhole, leftToService } = componentsOf({ live, wording, request });
  const { scheduling_details: schedule } = live.components;
  const isGuessed = schedule !== undefined && isReadView(schedule) && notShownWhole.length === 0;
  const inline = unfiledBodies(live.components).length;
  return [
    ...(place.key === place.wanted ? [] : [{ kind: 'numbered', wanted: place.wanted } as const]),
    ...notShownWhole.map((component) => ({ kind: 'not-shown-whole', component }) as const),
    ...notInFile(live),
    ...(isGuessed ? [{ kind: 'read-view' } as const] : []),
    ...(inline > 0 ? [{ kind: 'body-inline', count: inline } as const] : []),
    ...leavesNotes('changes-by-itself', changing),
    ...leavesNotes('left-to-service', leftToService),
  ];
}

function leavesNotes(kind: 'changes-by-itself' | 'left-to-service', leaves: LeavesByComponent): ImportNote[] {
  const names = inCanonicalOrder(Object.keys(leaves).filter(isComponentName));
  return names.map((component) => ({ kind, component, paths: leaves[component] ?? [] }));
}
