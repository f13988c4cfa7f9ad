import { jsonPatch } from './json-patch.ts';
import { statusWord, type Live } from '../../model/campaign.ts';
import type { DriftedCampaign, DriftReport, Unmanaged } from '../../model/drift.ts';
import { summarize, type Plan, type PlannedCampaign } from '../../model/plan.ts';
import { problemText } from '../../messages/catalog/faults.ts';
import { jsonText } from '../../model/json.ts';
import { outcomeOf, resumeAt, type Result } from '../../model/result.ts';
import { failureCode } from '../../model/failure.ts';
import { FAILURES, STALE } from '../../messages/catalog/failures.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { messageFor, messageText } from '../../messages/catalog/row.ts';

/** A plan as JSON for machines: `schemas/plan.schema.json`. */
export function planDocument(plan: Plan): string {
  return jsonText(toPlanDocument(plan));
}

export type PlanDocument = ReturnType<typeof toPlanDocument>;

/** The document of a plan as a value. */
export function toPlanDocument(plan: Plan) {
  const { workspace, commit, fingerprint, campaigns, schedule, offline, scope } = plan;
  return {
    format: 'campaign-plan/1' as const,
    workspace,
    commit,
    fingerprint,
    summary: summarize(plan),
    campaigns: campaigns.map((one) => campaignDocument(one, plan.workspace)),
    schedule: {
      creations: schedule.creations,
      now: schedule.now,
      deferred: schedule.deferred,
      complete_at: schedule.completeAt,
    },
    ...(scope && {
      changed_since: { ref: scope.ref, merge_base: scope.mergeBase, not_looked_at: scope.others },
    }),
    ...(offline && { offline: { record: offline.record, from: offline.from } }),
  };
}

function campaignDocument(campaign: PlannedCampaign, workspace: string) {
  const hidden = campaign.notes.flatMap((note) =>
    note.kind === 'not-verifiable' ? note.paths.map((path) => `/${note.component}${path}`) : [],
  );
  return {
    key: campaign.key,
    file: campaign.file,
    campaign_id: campaign.campaignId,
    live_status: campaign.liveStatus,
    people: peopleDocument(campaign),
    next_send: campaign.nextSend ?? null,
    verdict: campaign.verdict,
    change_id: campaign.changeId,
    steps: campaign.digests.map(({ name, target, base }) => ({ step: name, target, base })),
    components: campaign.components.map(({ name, cause, before, after }) => ({
      name,
      cause,
      operations: jsonPatch(before, after),
    })),
    transition: campaign.transition,
    held: campaign.held.map((one) => ({
      reason: one.reason,
      components: one.components,
      message: messageText(describeHeld(one, workspace)),
      until: one.until,
    })),
    requests: campaign.steps.map(({ request }) => request),
    ...(hidden.length > 0 && { not_verifiable: hidden }),
  };
}

/** How many people it reaches; null if that is unknown. */
export function peopleDocument({ people }: PlannedCampaign) {
  if (people?.kind !== 'known') return null;
  const { count, at, like, live } = people;
  return { count, at, basis: like === undefined ? 'service' : 'same-audience', live };
}

/** A run's result as JSON for machines: `schemas/result.schema.json`. */
export function resultDocument(result: Result): string {
  return jsonText(toResultDocument(result));
}

export type ResultDocument = ReturnType<typeof toResultDocument>;

function toResultDocument(result: Result) {
  return {
    format: 'campaign-result/1' as const,
    workspace: result.workspace,
    outcome: outcomeOf(result),
    ...(result.refused && { reason: result.refused }),
    applied: result.applied.map(({ key, change, campaignId, components, responseId }) => ({
      key,
      change,
      campaign_id: campaignId,
      components,
      response_id: responseId,
    })),
    deferred: result.deferred.map(({ key, resumeAt: at }) => ({ key, resume_at: at })),
    stale: result.stale.map((one) => ({
      key: one.key,
      message: messageText(messageFor(STALE, { ...one.cause, workspace: result.workspace })),
    })),
    unconfirmed: result.unconfirmed,
    held: result.held.map((one) => ({
      key: one.key,
      reason: one.reason,
      message: messageText(describeHeld(one, result.workspace)),
    })),
    failed: result.failed.map((one) => ({
      key: one.key,
      code: failureCode(one.cause),
      message: messageText(messageFor(FAILURES, { ...one.cause, workspace: result.workspace })),
      response_id: one.responseId,
    })),
    resume_at: resumeAt(result),
  };
}

/** Drift as JSON for machines: `schemas/drift.schema.json`. */
export function driftDocument(report: DriftReport, options: { readonly listsUnmanaged: boolean }): string {
  return jsonText(toDriftDocument(report, options));
}

export type DriftDocument = ReturnType<typeof toDriftDocument>;

function toDriftDocument(report: DriftReport, { listsUnmanaged }: { readonly listsUnmanaged: boolean }) {
  const { workspace, commit, drifted, unknown, orphaned, unreviewed, unrecorded } = report;
  const { unpublished, checked, files, unmanaged } = report;
  return {
    format: 'campaign-drift/1' as const,
    workspace,
    commit,
    drifted: drifted.map((one) => driftedDocument(one, workspace)),
    unknown: unknown.map(({ key, file, campaignId, problem }) => ({
      key,
      file,
      campaign_id: campaignId,
      message: problemText(problem),
    })),
    orphaned,
    unreviewed,
    ...(unrecorded.length > 0 && { unrecorded }),
    ...(unpublished.length > 0 && { unpublished }),
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

function driftedDocument(campaign: DriftedCampaign, workspace: string) {
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
