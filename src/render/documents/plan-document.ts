import { jsonPatch } from './json-patch.ts';
import { summarize, type Plan, type PlannedCampaign } from '../../model/plan.ts';
import { jsonText } from '../../model/json.ts';
import { outcomeOf, resumeAt, type Result } from '../../model/result.ts';
import { failureCode } from '../../model/failure.ts';
import { describeFailure, describeStale } from '../../messages/catalog/failures.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { messageText } from '../../messages/catalog/row.ts';

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
      message: messageText(describeStale(one, result.workspace)),
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
      message: messageText(describeFailure(one, result.workspace)),
      response_id: one.responseId,
    })),
    resume_at: resumeAt(result),
  };
}
