import { canonical } from '../model/canonical.ts';
import type { CampaignId, CampaignKey, Components } from '../model/campaign.ts';
import { stableText, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Base, PlannedCampaign, Step } from '../model/plan.ts';
import { componentNames } from '../model/state.ts';
import type { CampaignContext } from './context.ts';

/** Moves when what is digested changes, so that old ids never match new meanings. */
const DIGEST_VERSION = 1;
const CHANGE_ID_LENGTH = 16;

interface Ground {
  readonly base: Base;
  readonly campaignId: CampaignId | undefined;
  readonly context: Pick<CampaignContext, 'consents' | 'digest'>;
}

/** What would be done and what it was planned on, without authors; null when nothing would be done. */
export function changeId(key: CampaignKey, steps: readonly Step[], ground: Ground): string | null {
  if (steps.length === 0) return null;
  const { base, campaignId, context } = ground;
  const text = stableText({
    version: DIGEST_VERSION,
    key,
    steps: steps.map(meaning),
    base: {
      campaign_id: campaignId ?? null,
      status: base.status ?? null,
      components: canonicalComponents(base.components),
    },
    consents: [...context.consents].sort(),
  });
  return context.digest(text).slice(0, CHANGE_ID_LENGTH);
}

/** The digest of all change ids, in the order of the keys. */
export function fingerprint(
  campaigns: readonly Pick<PlannedCampaign, 'changeId'>[],
  digest: (text: string) => string,
): string {
  return `sha256:${digest(campaigns.flatMap(({ changeId: id }) => id ?? []).join('\n'))}`;
}

function meaning(step: Step): JsonValue {
  switch (step.kind) {
    case 'create':
      return {
        kind: step.kind,
        channel: step.request.body.channel ?? null,
        type: step.request.body.campaign_delivery_type ?? null,
        components: canonicalComponents(step.components),
      };
    case 'update':
      return { kind: step.kind, components: canonicalComponents(step.components) };
    case 'transition':
      return { kind: step.kind, action: step.transition.action };
  }
}

function canonicalComponents(components: Components): JsonObject {
  return Object.fromEntries(
    componentNames(components).map((name) => [name, canonical(name, components[name] ?? {})]),
  );
}
