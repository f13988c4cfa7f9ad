import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Desired } from '../../model/campaign.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import type { LeftCampaign, LeftReason, PartName, PulledCampaign, PulledPart } from '../../model/pull.ts';
import type { Workspace } from '../../model/workspace.ts';
import { shownComponent } from '../../plan/find-pullable.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import { checkPulled } from './check-pulled.ts';
import {
  draftOf,
  movedTexts,
  openCampaign,
  type PulledDraft,
  type Target,
  type WrittenFile,
} from './draft-pulled.ts';
import { editedCampaign } from './edited.ts';
import type { Parts } from './pulled-parts.ts';
import { placeTexts } from './shared-texts.ts';

interface Written {
  readonly pulled: readonly PulledCampaign[];
  readonly left: readonly LeftCampaign[];
  readonly changes: readonly WrittenFile[];
}

/**
 * Writes the new content of campaigns into their files, in memory: each value where it came from. A campaign that can't
 * be written, or whose files would then say anything else, is left out. The others are then computed again, since texts
 * may be shared.
 */
export function writePulled(all: readonly Parts[], target: Target): Written {
  const left: LeftCampaign[] = [];
  const refuse = ({ campaign }: Parts, ...reasons: readonly LeftReason[]) => {
    left.push({ ...editedCampaign(campaign, target.workspace), reasons });
  };
  const isOpen = (one: Parts): boolean => {
    const isSecret = [...one.wanted.values()].some((next) => target.context.secrets.areIn(next ?? null));
    if (isSecret) refuse(one, { code: 'secret' });
    return one.wanted.size > 0 && !isSecret;
  };
  let open = all.filter(isOpen);
  if (open.length === 0) return { pulled: [], left, changes: [] };
  const workspaces = [...target.context.configuration.workspaces.values()];
  const before = loadFor(target.context, { targets: workspaces, ...LENIENTLY });
  for (;;) {
    const opened = open.map((one) => openCampaign(one, target));
    const placeOf = placeTexts(opened.flatMap(movedTexts(target)), {
      ...{ desired: before.desired, workspace: target.workspace, isForAll: target.isForAll },
      isTaken: (path) => existsSync(join(target.context.repository.root, path)),
    });
    const drafts = opened.map((one) => draftOf(one, placeOf, target));
    const refused = checkPulled(drafts, { before, target: target.context, workspace: target.workspace });
    for (const draft of drafts) {
      const reasons = [...draft.reasons, ...(refused.get(draft.parts.campaign.key) ?? [])];
      if (reasons.length > 0) refuse(draft.parts, ...reasons);
    }
    const good = drafts.filter(
      ({ reasons, parts }) => reasons.length === 0 && !refused.has(parts.campaign.key),
    );
    if (good.length === drafts.length) {
      for (const { parts, leftParts } of good) if (leftParts.length > 0) refuse(parts, ...leftParts);
      return { pulled: good.map((one) => pulledOf(one, target.workspace)), left, changes: changesOf(good) };
    }
    open = good.map(({ parts }) => parts);
  }
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
  return {
    name,
    before: shownComponent(name, desired.components[name]),
    after: isJsonObject(next) ? shownComponent(name, next) : undefined,
  };
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
