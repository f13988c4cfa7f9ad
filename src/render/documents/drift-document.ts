import type { DriftDocument } from '../../model/documents.ts';
import type { DriftedCampaign, DriftReport } from '../../model/drift.ts';
import { heldText } from '../../messages/held-messages.ts';
import { jsonPatch } from './json-patch.ts';
import { json } from '../json.ts';

/** Drift as JSON for machines: `schemas/drift.schema.json`. */
export function driftDocument({
  workspace,
  commit,
  drifted,
  unknown,
  orphaned,
  unreviewed,
  checked,
  files,
}: DriftReport): string {
  return json({
    format: 'campaign-drift/1',
    workspace,
    commit,
    drifted: drifted.map((one) => campaignDocument(one, workspace)),
    unknown: unknown.map(({ key, file, campaignId, message }) => ({
      key,
      file,
      campaign_id: campaignId,
      message,
    })),
    orphaned,
    unreviewed,
    checked,
    files,
  } satisfies DriftDocument);
}

function campaignDocument(campaign: DriftedCampaign, workspace: string) {
  const { key, file, campaignId, liveStatus, status, components, remedy } = campaign;
  return {
    key,
    file,
    campaign_id: campaignId,
    live_status: liveStatus,
    missing: liveStatus === null,
    status,
    components: components.map(({ name, observed, live }) => ({
      name,
      operations: jsonPatch(observed, live),
    })),
    remedy: remedy.kind,
    held:
      remedy.kind === 'held'
        ? remedy.held.map((one) => ({ reason: one.reason, message: heldText(one, workspace) }))
        : [],
  };
}
