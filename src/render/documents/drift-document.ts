import { jsonText } from '../../model/json.ts';
import { statusWord, type Live } from '../../model/campaign.ts';
import type { DriftedCampaign, DriftReport, Unmanaged } from '../../model/drift.ts';
import { problemText } from '../../messages/catalog/faults.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { messageText } from '../../messages/catalog/row.ts';
import { jsonPatch } from './json-patch.ts';

/** Drift as JSON for machines: `schemas/drift.schema.json`. */
export function driftDocument(report: DriftReport, options: { readonly listsUnmanaged: boolean }): string {
  return jsonText(toDriftDocument(report, options));
}

export type DriftDocument = ReturnType<typeof toDriftDocument>;

function toDriftDocument(report: DriftReport, { listsUnmanaged }: { readonly listsUnmanaged: boolean }) {
  const { workspace, commit, drifted, unknown, orphaned, unreviewed, unrecorded } = report;
  const { checked, files, unmanaged } = report;
  return {
    format: 'campaign-drift/1' as const,
    workspace,
    commit,
    drifted: drifted.map((one) => campaignDocument(one, workspace)),
    unknown: unknown.map(({ key, file, campaignId, problem }) => ({
      key,
      file,
      campaign_id: campaignId,
      message: problemText(problem),
    })),
    orphaned,
    unreviewed,
    ...(unrecorded.length > 0 && { unrecorded }),
    checked,
    files,
    ...(unmanaged && { unmanaged_count: unmanaged.campaigns.length }),
    ...(unmanaged &&
      listsUnmanaged && { unmanaged: unmanaged.campaigns.map((live) => unmanagedDocument(live, unmanaged)) }),
  };
}

function unmanagedDocument(live: Live, { dashboards }: Unmanaged) {
  const address = dashboards?.get(live.id);
  return {
    campaign_id: live.id,
    name: live.name ?? null,
    channel: live.channel,
    campaign_delivery_type: live.deliveryType,
    live_status: statusWord(live),
    ...(address !== undefined && { dashboard_url: address }),
  };
}

function campaignDocument(campaign: DriftedCampaign, workspace: string) {
  const { key, file, campaignId, liveStatus, status, components, edit, unchangedAt, remedy, dashboard } =
    campaign;
  return {
    key,
    file,
    campaign_id: campaignId,
    ...(dashboard !== undefined && { dashboard_url: dashboard }),
    live_status: liveStatus,
    missing: liveStatus === null,
    status,
    updated_by: edit?.by ?? null,
    updated_at: edit?.at ?? null,
    unchanged_at: unchangedAt,
    components: components.map(({ name, observed, live }) => ({
      name,
      operations: jsonPatch(observed, live),
    })),
    remedy: remedy.kind,
    held:
      remedy.kind === 'held'
        ? remedy.held.map((one) => ({
            reason: one.reason,
            message: messageText(describeHeld(one, workspace)),
          }))
        : [],
  };
}
