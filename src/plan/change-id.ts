import { canonical } from '../model/canonical.ts';
import type { CampaignId, CampaignKey, Components } from '../model/campaign.ts';
import type { ChangeMeaning, StepMeaning } from '../model/approval.ts';
import { stableText, type JsonObject } from '../model/json.ts';
import type { Base, PlannedCampaign, Step } from '../model/plan.ts';
import { componentNames } from '../model/state.ts';
import type { Consent } from '../model/workspace.ts';

/** Moves when what is digested changes, so that old ids never match new meanings. */
export const DIGEST_VERSION = 1;
const CHANGE_ID_LENGTH = 16;

interface Ground {
  readonly base: Base;
  readonly campaignId: CampaignId | null | undefined;
  readonly consents: ReadonlySet<Consent>;
}

/** What would be done and what it was planned on, without authors: all that a change id digests. */
export function meaningOf(key: CampaignKey, steps: readonly Step[], ground: Ground): ChangeMeaning {
  const { base, campaignId, consents } = ground;
  return {
    version: DIGEST_VERSION,
    key,
    steps: steps.map(stepMeaning),
    base: {
      campaign_id: campaignId ?? null,
      status: base.status ?? null,
      components: canonicalComponents(base.components),
    },
    consents: [...consents].sort(),
  };
}

/** The id of a change: 16 hex digits. */
export function idOf(meaning: ChangeMeaning, digest: (text: string) => string): string {
  return digest(stableText(meaning)).slice(0, CHANGE_ID_LENGTH);
}

/** The digest of all change ids, in the order of the keys. */
export function fingerprint(
  campaigns: readonly Pick<PlannedCampaign, 'changeId'>[],
  digest: (text: string) => string,
): string {
  return `sha256:${digest(campaigns.flatMap(({ changeId: id }) => id ?? []).join('\n'))}`;
}

function stepMeaning(step: Step): StepMeaning {
  switch (step.kind) {
    case 'create': {
      // Texts, as `createRequest` puts them there.
      const { channel, campaign_delivery_type: type } = step.request.body;
      const components = canonicalComponents(step.components);
      return { kind: step.kind, channel: channel as string, type: type as string, components };
    }
    case 'update':
      return { kind: step.kind, components: canonicalComponents(step.components) };
    case 'transition':
      return { kind: step.kind, action: step.transition.action };
  }
}

/** Components in the one spelling that is compared and digested. */
export function canonicalComponents(components: Components): JsonObject {
  return Object.fromEntries(
    componentNames(components).map((name) => [name, canonical(name, components[name] ?? {})]),
  );
}
