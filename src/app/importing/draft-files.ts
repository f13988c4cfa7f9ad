import { assignKeys, type KeyRules } from '../../edit/assign-keys.ts';
import { campaignText } from '../../edit/campaign-text.ts';
import { placeBodies } from '../../edit/place-bodies.ts';
import { sensitiveTexts } from '../../edit/sensitive-texts.ts';
import {
  WORDINGS,
  writtenComponents,
  type Wording,
  type WrittenComponents,
} from '../../edit/written-components.ts';
import type { Circumstances, Judged } from '../../load/judge.ts';
import {
  componentNames,
  COMPONENTS,
  inCanonicalOrder,
  type CampaignId,
  type CampaignKey,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import type { ImportNote, LeftOut, LeftOutReason } from '../../model/import.ts';
import { byCodeUnit, sameJson } from '../../model/json.ts';
import { keepsValue } from '../../model/kept-value.ts';
import { hasEndedStatus } from '../../model/past.ts';
import type { Binding } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import { importedBinding, unsettledComponents } from '../../plan/imported-binding.ts';

/** The inputs for files, and where they may be written. */
export interface DraftRequest {
  readonly campaigns: readonly Live[];
  /** Leaves that change by themselves. */
  readonly changing: ReadonlyMap<CampaignId, LeavesByComponent>;
  readonly workspace: Workspace;
  /** Whether there are other workspaces, in which it would be a new campaign. */
  readonly isOneOfSeveral: boolean;
  /** The campaigns folder, from the root of the repository. */
  readonly folder: string;
  readonly rules: KeyRules;
  /** The text of a file, by its path from the campaigns folder; undefined if there is none. */
  readonly existing: (path: string) => string | undefined;
  /** The comment for editors in the first line of a campaign file. */
  readonly modeline: (file: string) => string;
  /** Reads and checks these texts, by path from the root of the repository, like any campaign files. */
  readonly load: (texts: ReadonlyMap<string, string>, circumstances: Circumstances) => Judged;
}

/** A campaign file that may be written: it was read again, and a plan would have nothing to do for it. */
export interface DraftFile {
  readonly live: Live;
  readonly key: CampaignKey;
  /** From the root of the repository, as all paths here. */
  readonly file: string;
  readonly text: string;
  /** The bodies that it refers to. */
  readonly texts: ReadonlyMap<string, string>;
  readonly binding: Binding;
  readonly warnings: readonly Diagnostic[];
  readonly notes: readonly ImportNote[];
}

export interface Drafts {
  readonly files: readonly DraftFile[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Files for live campaigns, sorted by key. Each is written, read like any campaign file and compared like any plan, in
 * the first wording for which a plan would have nothing to do and nothing to note. A campaign that no file can describe
 * is left out, with what is wrong in the plainest wording.
 */
export function draftFiles(request: DraftRequest): Drafts {
  const keys = assignKeys(request.campaigns, request.rules);
  const files: DraftFile[] = [];
  const reasons = new Map<Live, LeftOutReason>();
  let open = request.campaigns.flatMap((live) => {
    const key = keys.get(live.id);
    return key === undefined ? [] : [{ live, key }];
  });
  for (const wording of WORDINGS) {
    const drafts = open.map((one) => draftIn(wording, one, request));
    const loaded = drafts.length === 0 ? undefined : loadAll(drafts, request);
    for (const draft of loaded ? drafts : []) {
      const judged = loaded && judgeDraft(draft, loaded, request);
      if (judged && 'code' in judged) reasons.set(draft.live, reasons.get(draft.live) ?? judged);
      else if (judged) files.push(judged);
    }
    const done = new Set(files.map(({ key }) => key));
    open = open.filter(({ key }) => !done.has(key));
  }
  return {
    files: files.sort((a, b) => byCodeUnit(a.key, b.key)),
    leftOut: open.flatMap(({ live }) => {
      const reason = reasons.get(live);
      return reason ? [{ id: live.id, live, reason }] : [];
    }),
  };
}

/** A campaign and its key. */
interface Opened {
  readonly live: Live;
  readonly key: CampaignKey;
}

/** A file that wasn't read again yet. */
interface Draft extends Opened, Pick<DraftFile, 'file' | 'text' | 'texts'> {
  readonly said: WrittenComponents;
  readonly changing: LeavesByComponent;
}

function draftIn(wording: Wording, { live, key }: Opened, request: DraftRequest): Draft {
  const { workspace, folder, existing, modeline } = request;
  const changing = request.changing.get(live.id) ?? {};
  const said = writtenComponents(live, { wording, changing });
  const { components, texts } = placeBodies(said.components, { key, existing });
  const file = `${folder}/${key}.yaml`;
  const text = campaignText(
    {
      ...(request.isOneOfSeveral && { workspaces: [workspace.name] }),
      channel: live.channel,
      campaign_delivery_type: live.deliveryType,
      ...components,
    },
    [
      modeline(file),
      ...said.notShownWhole.map(
        (name) => `${name}: the service shows only part of it, so it is not in this file.`,
      ),
    ],
  );
  const bodies = new Map([...texts].map(([path, body]) => [`${folder}/${path}`, body]));
  return { live, key, file, text, texts: bodies, said, changing };
}

/** What live breaks is only a warning, as in every plan that follows. */
function loadAll(drafts: readonly Draft[], { load }: DraftRequest): Judged {
  const lives = new Map<string, Live>(drafts.map(({ live, key }) => [key, live]));
  return load(new Map(drafts.flatMap(({ file, text, texts }) => [...texts, [file, text] as const])), {
    record: (_, key) => {
      const live = lives.get(key);
      return (
        live && {
          published: live.status !== 'DRAFT',
          ended: hasEndedStatus(live),
          status: undefined,
          keeps: (value) => keepsValue(live.components, value),
        }
      );
    },
  });
}

function judgeDraft(draft: Draft, loaded: Judged, { workspace }: DraftRequest): DraftFile | LeftOutReason {
  const { live, key, file, text, texts, said, changing } = draft;
  const desired = loaded.desired.get(workspace.name)?.find((one) => one.key === key);
  const own = loaded.diagnostics.filter((one) => one.file === file || texts.has(one.file));
  const diagnostics = own.filter((one) => severityOf(one) === 'error');
  if (!desired || diagnostics.length > 0) return { code: 'invalid', diagnostics };
  const binding = importedBinding(desired, live, changing);
  const components = inCanonicalOrder([
    ...COMPONENTS.filter((name) => !sameJson(desired.components[name], said.components[name])),
    ...unsettledComponents(desired, { live, binding }),
  ]);
  if (components.length > 0 || desired.name.trim() === '') return { code: 'differs', components };
  // What a draft still needs is not an error here; every plan reports it when it matters.
  const warnings = own.filter(({ code }) => code !== 'W_PUBLISH' && code !== 'W_AUDIENCE');
  return { live, key, file, text, texts, binding, warnings, notes: notesOf(draft) };
}

function notesOf({ live, said, changing }: Draft): ImportNote[] {
  const { components, unknownParts = [] } = live;
  const fields = unknownParts.map(({ name }) => name);
  const leaves = { 'changes-by-itself': changing, 'left-to-service': said.leftToService } as const;
  return [
    ...said.notShownWhole.map((component) => ({ kind: 'not-shown-whole', component }) as const),
    ...(fields.length > 0 ? [{ kind: 'not-in-file', fields } as const] : []),
    ...(['changes-by-itself', 'left-to-service'] as const).flatMap((kind) =>
      inCanonicalOrder(componentNames(leaves[kind])).map((component) => ({
        ...{ kind, component, paths: leaves[kind][component] ?? [] },
      })),
    ),
    ...sensitiveTexts(components),
  ];
}
