import { posix } from 'node:path';
import { assignKeys, type AssignedKey, type KeyRules } from '../../edit/assign-keys.ts';
import { bodyTexts, unfiledBodies } from '../../edit/body-texts.ts';
import { campaignText } from '../../edit/campaign-text.ts';
import { formatCampaign } from '../../edit/format.ts';
import { placeBodies, type PlacedBodies, type PlacedText } from '../../edit/place-bodies.ts';
import { sensitiveTexts } from '../../edit/sensitive-texts.ts';
import {
  isReadView,
  WORDINGS,
  writtenComponents,
  type Wording,
  type WrittenComponents,
} from '../../edit/written-components.ts';
import { judge, type Judged } from '../../load/judge.ts';
import { loadCampaigns } from '../../load/load-campaigns.ts';
import type { ReferenceAnswer } from '../../load/reference-answer.ts';
import {
  COMPONENTS,
  inCanonicalOrder,
  isComponentName,
  type CampaignId,
  type CampaignKey,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import type { ImportNote, LeftOut, LeftOutReason } from '../../model/import.ts';
import { sameJson } from '../../model/json.ts';
import { keepsValue } from '../../model/kept-value.ts';
import { hasEndedStatus } from '../../model/past.ts';
import type { Binding } from '../../model/state.ts';
import type { TeamRules } from '../../model/team-rules.ts';
import type { Workspace } from '../../model/workspace.ts';
import { importedBinding, unsettledComponents } from '../../plan/imported-binding.ts';

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
  /** What live breaks is only a warning, as in every plan that follows. If omitted, the team has no rules. */
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
  const { campaigns, rules, existing } = request;
  const keys = assignKeys(campaigns, rules);
  const own = campaigns.flatMap((live) => {
    const assigned = keys.get(live.id);
    return assigned ? [{ live, assigned }] : [];
  });
  const bodies = placeBodies(
    own.map(({ live, assigned: { key } }) => ({ key, bodies: bodyTexts(live.components) })),
    { existing },
  );
  const texts = new Map(bodies.texts.map(({ path, text }) => [posix.join(request.folder, path), text]));
  const files: DraftFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const { live, assigned } of own) {
    const tried = firstGood({ live, assigned, bodies, texts, request });
    if ('text' in tried) files.push(tried);
    else leftOut.push({ id: live.id, live, reason: tried });
  }
  const written = new Set(files.map(({ key }) => key));
  return {
    files: files.sort((a, b) => (a.key < b.key ? -1 : 1)),
    texts: bodies.texts.filter((text) => text.keys.some((key) => written.has(key))),
    leftOut,
  };
}

interface Drafting {
  readonly live: Live;
  readonly assigned: AssignedKey;
  readonly bodies: PlacedBodies;
  /** By path from the root of the repository. */
  readonly texts: ReadonlyMap<string, string>;
  readonly request: DraftRequest;
}

/** The file in the first wording that means what live says; otherwise why the plainest one doesn't. */
function firstGood(drafting: Drafting): DraftFile | LeftOutReason {
  const [plain, ...others] = WORDINGS;
  const first = draftIn(plain, drafting);
  if ('text' in first) return first;
  for (const wording of others) {
    const next = draftIn(wording, drafting);
    if ('text' in next) return next;
  }
  return first;
}

/**
 * Writes a file, reads it like any campaign file, and compares it like any plan. It is written only if a plan would have
 * nothing to do and nothing to note for it.
 */
function draftIn(wording: Wording, drafting: Drafting): DraftFile | LeftOutReason {
  const { live, assigned, request } = drafting;
  const { key } = assigned;
  const changing = request.changing.get(live.id) ?? {};
  const said = writtenComponents(live, { wording, changing });
  const file = `${request.folder}/${key}.yaml`;
  const plain = textOf(said, { ...drafting, file });
  const text = formatCampaign(plain) ?? plain;
  const loaded = loadAgain(text, { ...drafting, file });
  const [desired] = loaded.desired.get(request.workspace.name) ?? [];
  const diagnostics = loaded.diagnostics.filter((one) => severityOf(one) === 'error');
  if (!desired || diagnostics.length > 0) return { code: 'invalid', diagnostics };
  const binding = importedBinding(desired, live, changing);
  const components = inCanonicalOrder([
    ...COMPONENTS.filter((name) => !sameJson(desired.components[name], said.components[name])),
    ...unsettledComponents(desired, { live, binding }),
  ]);
  if (components.length > 0 || desired.name.trim() === '') return { code: 'differs', components };
  // What a draft still needs is not an error here; every plan reports it when it matters.
  const warnings = loaded.diagnostics.filter(({ code }) => code !== 'W_PUBLISH' && code !== 'W_AUDIENCE');
  return { live, key, file, text, binding, warnings, notes: notesOf(live, { assigned, said, changing }) };
}

function textOf(
  { components, notShownWhole }: WrittenComponents,
  { live, assigned, bodies, request, file }: Drafting & { readonly file: string },
): string {
  const { workspace, workspaces, modeline } = request;
  return campaignText({
    // In another workspace, it would be a new campaign.
    ...(workspaces.size > 1 && { workspaces: [workspace.name] }),
    channel: live.channel,
    deliveryType: live.deliveryType,
    components,
    files: bodies.references.get(assigned.key) ?? [],
    modeline: modeline(file),
    notShownWhole,
  });
}

function loadAgain(
  text: string,
  { live, assigned: { key }, texts, request, file }: Drafting & { readonly file: string },
): Judged {
  const { workspace, workspaces, teamRules } = request;
  const loaded = loadCampaigns({
    files: [{ file, below: `${key}.yaml`, text }],
    workspaces,
    workspacesToLoad: [workspace],
    readReference: (from, path): ReferenceAnswer => {
      const asked = posix.join(posix.dirname(from), path);
      const found = texts.get(asked);
      return found === undefined ? NOT_WRITTEN : { kind: 'text', file: asked, text: found };
    },
    ...(teamRules && { rules: teamRules }),
  });
  return judge(loaded, {
    record: () => ({
      published: live.status !== 'DRAFT',
      ended: hasEndedStatus(live),
      status: undefined,
      keeps: (value) => keepsValue(live.components, value),
    }),
  });
}

const NOT_WRITTEN: ReferenceAnswer = {
  kind: 'problem',
  fault: { code: 'E_FILE_MISSING', why: 'not-here' },
};

interface Said {
  readonly assigned: AssignedKey;
  readonly said: WrittenComponents;
  readonly changing: LeavesByComponent;
}

function notesOf(live: Live, { assigned: { key, wanted }, said, changing }: Said): ImportNote[] {
  const { notShownWhole, leftToService } = said;
  const { components, unknownParts = [] } = live;
  const schedule = components.scheduling_details;
  const isGuessed = schedule !== undefined && isReadView(schedule) && notShownWhole.length === 0;
  const count = unfiledBodies(components).length;
  const fields = unknownParts.map(({ name }) => name);
  return [
    ...(key === wanted ? [] : [{ kind: 'numbered', wanted } as const]),
    ...notShownWhole.map((component) => ({ kind: 'not-shown-whole', component }) as const),
    ...(fields.length > 0 ? [{ kind: 'not-in-file', fields } as const] : []),
    ...(isGuessed ? [{ kind: 'read-view' } as const] : []),
    ...(count > 0 ? [{ kind: 'body-inline', count } as const] : []),
    ...leavesNotes('changes-by-itself', changing),
    ...leavesNotes('left-to-service', leftToService),
    ...sensitiveTexts(components),
  ];
}

function leavesNotes(kind: 'changes-by-itself' | 'left-to-service', leaves: LeavesByComponent): ImportNote[] {
  const names = inCanonicalOrder(Object.keys(leaves).filter(isComponentName));
  return names.map((component) => ({ kind, component, paths: leaves[component] ?? [] }));
}
