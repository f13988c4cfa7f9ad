import { json } from '../json.ts';
import { summarize, type Held, type Plan, type PlannedCampaign } from '../../model/plan.ts';

/** A plan as JSON for machines: `schemas/plan.schema.json`. */
export function planDocument(plan: Plan): string {
  const { workspace, commit, fingerprint, campaigns, schedule, offline, scope } = plan;
  return json({
    format: 'campaign-plan/1',
    workspace,
    commit,
    fingerprint,
    summary: summarize(plan),
    campaigns: campaigns.map(campaignDocument),
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
  });
}

function campaignDocument(campaign: PlannedCampaign) {
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
    components: campaign.components,
    transition: campaign.transition,
    held: campaign.held.map(heldDocument),
    requests: campaign.steps.map(({ request }) => request),
    ...(hidden.length > 0 && { not_verifiable: hidden }),
  };
}

function heldDocument({ reason, components, message, advice, until }: Held) {
  return { reason, components, message: `${message} ${advice}`, until };
}
