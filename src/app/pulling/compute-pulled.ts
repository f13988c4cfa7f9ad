import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CampaignKey, Desired } from '../../model/campaign.ts';
import { comparable } from '../../model/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import type {
  LeftCampaign,
  LeftReason,
  PartName,
  PulledCampaign,
  PulledPart,
  PullNote,
} from '../../model/pull.ts';
import type { Workspace } from '../../model/workspace.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import { checkPulled } from './check-pulled.ts';
import { draftOf, movedTexts, openCampaign, type PulledDraft, type PullTarget } from './draft-pulled.ts';
import { editedCampaign } from './edited.ts';
import type { Parts } from './pulled-parts.ts';
import { placeTexts } from './shared-texts.ts';
import type { WrittenFile } from './written-file.ts';

interface Computed {
  readonly pulled: readonly PulledCampaign[];
  readonly left: readonly LeftCampaign[];
  readonly changes: readonly WrittenFile[];
}

/**
 * Writes the new content of campaigns into their files, in memory: each value where it came from. A part that can't be
 * written, or with which the files would then say anything else, is left out, with its reason. The others are then
 * computed again, since texts may be shared.
 */
export function computePulled(all: readonly Parts[], target: PullTarget): Computed {
  const left: LeftCampaign[] = [];
  const computed = new Map(all.map(({ campaign, wanted }) => [campaign.key, wanted]));
  const leave = ({ campaign }: Parts, reasons: readonly LeftReason[]) => {
    if (reasons.length === 0) return;
    const parts = leftParts({ campaign, wanted: computed.get(campaign.key) ?? new Map(), left: reasons });
    left.push({ ...editedCampaign(campaign, target.workspace), parts, reasons });
  };
  let open = all.map((one) => withoutSecrets(one, target, leave)).filter(({ wanted }) => wanted.size > 0);
  if (open.length === 0) return { pulled: [], left, changes: [] };
  const attempt = attemptIn(target);
  const narrowed = new Set<CampaignKey>();
  for (;;) {
    const attempts = attempt(open);
    for (const { draft } of attempts) leave(draft.parts, draft.leftParts);
    const good = attempts.filter(({ reasons }) => reasons.length === 0).map(({ draft }) => draft);
    if (good.length === attempts.length)
      return { pulled: good.map((one) => pulledOf(one, target.workspace)), left, changes: changesOf(good) };
    const refused = attempts.filter(({ reasons }) => reasons.length > 0);
    const several: Parts[] = [];
    for (const { draft, reasons } of refused) {
      const { parts } = draft;
      const { key } = parts.campaign;
      if (parts.wanted.size < 2 || narrowed.has(key)) leave(parts, reasons);
      else several.push(parts);
      narrowed.add(key);
    }
    const others = good.map(({ parts }) => parts);
    open = [...others, ...partByPart(several, { others, attempt, leave })];
  }
}

/** One value that can't be written keeps its whole part out of the file, so every other change in it is listed too. */
function leftParts({ campaign, wanted, left }: Parts): PulledPart[] {
  const names = new Set(left.flatMap((one) => (one.code !== 'secret' && 'part' in one ? [one.part] : [])));
  return [...wanted]
    .filter(([name]) => names.has(name))
    .map(([name, next]) => partOf(name, campaign.desired, next));
}

function withoutSecrets(
  one: Parts,
  { context: { secrets } }: PullTarget,
  leave: (parts: Parts, reasons: readonly LeftReason[]) => void,
): Parts {
  const secret = [...one.wanted].filter(([, next]) => secrets.areIn(next ?? null)).map(([part]) => part);
  leave(
    one,
    secret.map((part) => ({ code: 'secret', part })),
  );
  return { ...one, wanted: new Map([...one.wanted].filter(([part]) => !secret.includes(part))) };
}

/** Computes the files with the new content of campaigns, and which campaigns would then say anything else. */
function attemptIn(target: PullTarget): (open: readonly Parts[]) => Attempt[] {
  const { context, workspace, isForAll } = target;
  const workspaces = [...context.configuration.workspaces.values()];
  const before = loadFor(context, { workspacesToLoad: workspaces, ...LENIENTLY });
  const known = { ...target, desired: before.desired };
  const isTaken = (path: string) => existsSync(join(context.repository.root, path));
  return (open) => {
    const opened = open.map((one) => openCampaign(one, target));
    const moved = opened.flatMap(movedTexts(known));
    const placeOf = placeTexts(moved, { desired: before.desired, workspace, isForAll, isTaken });
    const drafts = opened.map((one) => draftOf(one, placeOf, known));
    const { refused, used } = checkPulled(drafts, { before, target: context, workspace });
    const all = [...before.desired.values()].flat();
    return drafts.map((draft) => {
      const refusal = refused.get(draft.parts.campaign.key);
      const parts = [...draft.parts.wanted.keys()];
      const { key } = draft.parts.campaign;
      const former = new Set(all.flatMap((one) => (one.key === key ? one.sources : [])));
      const unused = [...former].filter((file) => !used.has(file));
      return {
        draft: { ...draft, notes: [...draft.notes, ...unused.map(unusedNote)] },
        reasons: refusal ? parts.map((part) => ({ ...refusal, part })) : draft.reasons,
      };
    });
  };
}

function unusedNote(file: string): PullNote {
  return { kind: 'unused-text', file };
}

function pulledOf(
  { parts: { campaign, wanted }, file, texts, notes }: PulledDraft,
  workspace: Workspace,
): PulledCampaign {
  const { desired } = campaign;
  return {
    ...editedCampaign(campaign, workspace),
    parts: [...wanted].map(([name, next]) => partOf(name, desired, next)),
    files: [...new Set([file, ...texts].filter(isChange).map(({ path }) => path))],
    notes,
  };
}

function partOf(name: PartName, desired: Desired, next: JsonValue | undefined): PulledPart {
  if (name === 'status') return { name, before: statusPart(desired.status), after: statusPart(next) };
  const [before, after] = comparable(name, desired.components[name], isJsonObject(next) ? next : undefined);
  return { name, before, after };
}

function statusPart(status: JsonValue | undefined): JsonObject | undefined {
  return status === undefined ? undefined : { status };
}

function isChange({ before, text }: WrittenFile): boolean {
  return before !== text;
}

/** Each file once: a text that several campaigns share is written for all of them. */
function changesOf(drafts: readonly PulledDraft[]): readonly WrittenFile[] {
  const all = drafts.flatMap(({ file, texts }) => [...texts, file]).filter(isChange);
  return [...new Map(all.map((one) => [one.path, one])).values()];
}

/** A campaign's files as computed, and why they can't be written; no reasons if they can. */
interface Attempt {
  readonly draft: PulledDraft;
  readonly reasons: readonly LeftReason[];
}

interface Attempting {
  /** The other campaigns, which can be written. */
  readonly others: readonly Parts[];
  readonly attempt: (open: readonly Parts[]) => readonly Attempt[];
  readonly leave: (parts: Parts, reasons: readonly LeftReason[]) => void;
}

/**
 * Campaigns that can't be written as a whole, with the parts that can: one part more in each attempt, for all campaigns
 * at once. A part with which a campaign can't be written is left out.
 */
function partByPart(campaigns: readonly Parts[], { others, attempt, leave }: Attempting): Parts[] {
  let kept = campaigns.map((one): Parts => ({ ...one, wanted: new Map() }));
  const most = Math.max(0, ...campaigns.map(({ wanted }) => wanted.size));
  for (let at = 0; at < most; at += 1) {
    const tried = kept.map((one, index): Parts => {
      const next = [...(campaigns[index]?.wanted ?? [])].slice(at, at + 1);
      return { ...one, wanted: new Map([...one.wanted, ...next]) };
    });
    const open = tried.filter(({ wanted }) => wanted.size > 0);
    const attempts = new Map(attempt([...others, ...open]).map((one) => [one.draft.parts.campaign.key, one]));
    kept = kept.map((one, index) => {
      const now = tried[index] ?? one;
      const reasons = attempts.get(one.campaign.key)?.reasons ?? [];
      if (reasons.length === 0) return now;
      leave(
        one,
        reasons.filter((reason) => !('part' in reason && one.wanted.has(reason.part))),
      );
      return one;
    });
  }
  return kept.filter(({ wanted }) => wanted.size > 0);
}
