import { jsonText, type JsonObject, type JsonValue } from '../../model/json.ts';
import type {
  LeftCampaign,
  LeftReason,
  PartName,
  PulledCampaign,
  PulledPart,
  PullReport,
} from '../../model/pull.ts';
import { problemText } from '../../messages/catalog/faults.ts';
import { describeLeft } from '../../messages/pull-messages.ts';
import { joined, plainText } from '../../messages/phrase.ts';
import { jsonPatch } from './json-patch.ts';

/** A pull as JSON for machines: `schemas/pull.schema.json`. */
export function pullDocument({ workspace, pulled, left, unknown, checked, isDone }: PullReport): string {
  return jsonText({
    format: 'campaign-pull/1',
    workspace,
    done: isDone,
    pulled: pulled.map(pulledDocument),
    left: left.map(leftDocument),
    unknown: unknown.map(({ key, problem }) => ({ key, message: problemText(problem) })),
    checked,
  });
}

function campaignDocument({ key, file, campaignId, edit }: Omit<LeftCampaign, 'reasons' | 'parts'>) {
  return { key, file, campaign_id: campaignId, updated_by: edit?.by ?? null, updated_at: edit?.at ?? null };
}

function pulledDocument(campaign: PulledCampaign) {
  const { files, parts, notes } = campaign;
  const status = parts.find(({ name }) => name === 'status');
  return {
    ...campaignDocument(campaign),
    files,
    components: componentsOf(parts),
    status: status ? { from: status.before?.status ?? null, to: status.after?.status ?? null } : null,
    notes: notes.map(({ kind, ...more }) => ({ code: kind, ...more })),
  };
}

function componentsOf(parts: readonly PulledPart[]) {
  return parts.flatMap(({ name, before, after }) =>
    name === 'status' ? [] : [{ name, operations: jsonPatch(before, after) }],
  );
}

function leftDocument(campaign: LeftCampaign) {
  const components = componentsOf(campaign.parts);
  return {
    ...campaignDocument(campaign),
    ...(components.length > 0 && { components }),
    reasons: campaign.reasons.map((reason) => reasonDocument(reason, campaign.key)),
  };
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
