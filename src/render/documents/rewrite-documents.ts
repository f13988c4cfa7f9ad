import { describeHeld } from '../../messages/catalog/held.ts';
import { messageText } from '../../messages/catalog/row.ts';
import type {
  AdoptionReport,
  ImportReport,
  LeftOut,
  Replacement,
  RevertReport,
  UnboundFile,
} from '../../model/rewrite.ts';
import { jsonText, type JsonObject, type JsonValue } from '../../model/json.ts';
import type { LeftReason, PartName, PulledCampaign, PulledPart, PullReport } from '../../model/pull.ts';
import { describeLeft } from '../../messages/rewrite-messages.ts';
import { joined, plainText } from '../../messages/phrase.ts';
import { jsonPatch } from './json-patch.ts';
import { problemText } from '../../messages/catalog/faults.ts';
import { statusWord } from '../../model/campaign.ts';

/** A revert as JSON for machines: `schemas/revert.schema.json`. */
export function revertDocument({ workspace, campaigns, isLastApplied, isDone }: RevertReport): string {
  return jsonText({
    format: 'campaign-revert/1',
    workspace,
    written: isDone,
    to: isLastApplied ? 'last-applied' : 'commit',
    campaigns: campaigns.map(({ key, file, commit, written, shared, alsoChanges, held, mistakes }) => ({
      key,
      file,
      commit: commit.id,
      committed_at: commit.at,
      files: written,
      shared: shared.map((one) => ({ file: one.file, keys: one.keys })),
      also_changes: alsoChanges,
      held: held.map((one) => ({
        reason: one.reason,
        components: one.components,
        message: messageText(describeHeld(one, workspace)),
      })),
      mistakes,
    })),
  });
}

/** A pull as JSON for machines: `schemas/pull.schema.json`. */
export function pullDocument({ workspace, pulled, left, unknown, checked, isDone }: PullReport): string {
  return jsonText({
    format: 'campaign-pull/1',
    workspace,
    done: isDone,
    pulled: pulled.map((campaign) => {
      const { files, parts, notes } = campaign;
      const status = parts.find(({ name }) => name === 'status');
      return {
        ...editedDocument(campaign),
        ...{ files, components: componentsOf(parts) },
        status: status ? { from: status.before?.status ?? null, to: status.after?.status ?? null } : null,
        notes: notes.map(({ kind, ...more }) => ({ code: kind, ...more })),
      };
    }),
    left: left.map((campaign) => {
      const components = componentsOf(campaign.parts);
      return {
        ...editedDocument(campaign),
        ...(components.length > 0 && { components }),
        reasons: campaign.reasons.map((reason) => reasonDocument(reason, campaign.key)),
      };
    }),
    unknown: unknown.map(({ key, problem }) => ({ key, message: problemText(problem) })),
    checked,
  });
}

function editedDocument({ key, file, campaignId, edit }: PulledCampaign) {
  return { key, file, campaign_id: campaignId, updated_by: edit?.by ?? null, updated_at: edit?.at ?? null };
}

function componentsOf(parts: readonly PulledPart[]) {
  return parts.flatMap(({ name, before, after }) =>
    name === 'status' ? [] : [{ name, operations: jsonPatch(before, after) }],
  );
}

function reasonDocument(reason: LeftReason, key: string) {
  const { why, todo } = describeLeft(reason, key);
  return {
    reason: reason.code,
    ...('part' in reason && { part: reason.part }),
    ...('path' in reason && { path: reason.path }),
    ...('name' in reason && { name: reason.name }),
    ...(reason.code === 'conflict' && {
      applied: saidBy(reason.part, reason.applied),
      in_file: saidBy(reason.part, reason.file),
      in_service: saidBy(reason.part, reason.live),
    }),
    ...(reason.code === 'invalid' && {
      diagnostics: reason.diagnostics.map(({ code, message }) => ({ code, message })),
    }),
    message: plainText(joined(why, todo)),
  };
}

function saidBy(part: PartName, value: JsonObject | undefined): JsonValue {
  return (part === 'status' ? value?.status : value) ?? null;
}

/** An import as JSON for machines: `schemas/import.schema.json`. */
export function importDocument(report: ImportReport): string {
  const { workspace, campaigns, leftOut, managed, notAsked, isDone } = report;
  return jsonText({
    format: 'campaign-import/1',
    workspace,
    done: isDone,
    candidates: campaigns.map(({ key, file, live, notes, warnings }) => ({
      ...{ key, file, campaign_id: live.id, name: live.name ?? null },
      ...{ channel: live.channel, campaign_delivery_type: live.deliveryType, live_status: statusWord(live) },
      already_written: false,
      notes: notes.map(({ kind, ...more }) => ({ code: kind, ...more })),
      warnings: warnings.map(({ code, line, column, message }) => ({ code, line, column, message })),
    })),
    texts: campaigns.flatMap(({ key, texts }) => [...texts.keys()].map((file) => ({ file, keys: [key] }))),
    left_out: leftOut.map(leftOutDocument),
    managed,
    not_asked: notAsked,
  });
}

function leftOutDocument({ id, live, reason: { code, ...reason } }: LeftOut) {
  return {
    campaign_id: id,
    name: live?.name ?? null,
    live_status: live ? statusWord(live) : null,
    reason: code,
    ...('diagnostics' in reason
      ? { diagnostics: reason.diagnostics.map(({ code: own, message }) => ({ code: own, message })) }
      : 'problem' in reason
        ? { message: problemText(reason.problem) }
        : reason),
  };
}

/** `{"format": "campaign-adoption/1", …}`, for scripts: `schemas/adoption.schema.json`. */
export function adoptionDocument({ workspace, certain, doubtful, fresh, isDone }: AdoptionReport): string {
  return jsonText({
    format: 'campaign-adoption/1',
    workspace,
    done: isDone,
    bound: certain.map(fileDocument),
    doubtful: doubtful.map(fileDocument),
    without_candidate: fresh,
  });
}

function fileDocument({ desired: { key, file }, candidates }: UnboundFile) {
  return {
    key,
    file,
    candidates: candidates.map(({ live, differing }) => ({
      ...{ campaign_id: live.id, name: live.name ?? null, live_status: statusWord(live) },
      ...{ updated_by: live.updatedBy ?? null, updated_at: live.updatedAt ?? null, differing },
    })),
  };
}

/** `{"format": "campaign-replacement/1", …}`, for scripts: `schemas/replacement.schema.json`. */
export function replaceDocument({ workspace, old, copy, texts, alsoFor, isDone }: Replacement): string {
  return jsonText({
    ...{ format: 'campaign-replacement/1', workspace, done: isDone },
    old: {
      ...{ key: old.key, file: old.file, campaign_id: old.campaignId },
      ...{ live_status: old.status, restored_from: old.commit },
    },
    ...{ copy, texts, also_for: alsoFor },
  });
}
