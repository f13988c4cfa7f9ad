import { jsonText } from '../../model/json.ts';
import { heldText } from '../../messages/catalog/held.ts';
import type { Held } from '../../model/held.ts';
import { jsonPatch } from './json-patch.ts';
import { summarize, type Plan, type PlannedCampaign } from '../../model/plan.ts';

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
    held: campaign.held.map((one) => heldDocument(one, workspace)),
    requests: campaign.steps.map(({ request }) => request),
    ...(hidden.length > 0 && { not_verifiable: hidden }),
  };
}

function heldDocument(held: Held, workspace: string) {
  const { reason, components, until } = held;
  return { reason, components, message: heldText(held, workspace), until };
}
