import { canonical } from './canonical.ts';
import {
  componentNames,
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type Components,
  type Desired,
  type Live,
  ENDED_STATUSES,
} from './campaign.ts';
import { stableText, type JsonObject } from './json.ts';
import type { PlannedCampaign, Step, StepDigest } from './plan.ts';
import { isEmergencyStop } from './transitions.ts';
import type { Consent } from './workspace.ts';

/** SHA-256 as lower-case hex. */
export type Digest = (text: string) => string;

const STEP_DIGEST_LENGTH = 32;
const CHANGE_ID_LENGTH = 16;

interface DigestContext {
  readonly desired: Desired | undefined;
  readonly live: Live | undefined;
  readonly campaignId: CampaignId | undefined;
  readonly digest: Digest;
}

/**
 * The pair of digests by which a review approves each step of a change: its target (what it will do) and its base (what
 * live was when that was planned). An update has one pair for each component, so that reviews of different components
 * are independent. Authors, `updated_at` and everything that isn't sent are left out, except that a start depends on
 * everything that it starts.
 */
export function stepDigests(
  steps: readonly Step[],
  { desired, live, campaignId, digest }: DigestContext,
): readonly StepDigest[] {
  return steps.flatMap((step): StepDigest[] => {
    switch (step.kind) {
      case 'create':
        return [createDigest(step.request.body, step.components, digest)];
      case 'update':
        return componentNames(step.components).map((name) => {
          const target = short(['update', name, canonical(name, step.components[name] ?? {})], digest);
          const before = canonical(name, live?.components[name] ?? {});
          const base = short([campaignId ?? null, before, live ? stageOf(live.status) : null], digest);
          return { name, target, base };
        });
      case 'transition': {
        const { action } = step.transition;
        const started = isEmergencyStop(action) ? null : canonicalComponents(desired?.components ?? {});
        const base = campaignId === undefined ? null : short([campaignId], digest);
        return [{ name: action, target: short([action, started], digest), base }];
      }
    }
  });
}

/** The only step of a creation, including one that an earlier run started and that may be sent again. */
export function createDigest(
  { channel, campaign_delivery_type: type }: JsonObject,
  components: Components,
  digest: Digest,
): StepDigest {
  const target = short(['create', channel ?? null, type ?? null, canonicalComponents(components)], digest);
  return { name: 'create', target, base: null };
}

/** The stage of a campaign. Editing a draft and editing a campaign that is sending are different changes. */
function stageOf(status: CampaignStatus): 'not-started' | 'started' | 'ended' {
  if (status === 'DRAFT') return 'not-started';
  return ENDED_STATUSES.includes(status) ? 'ended' : 'started';
}

/** The ID of a change: 16 hex digits; `null` if there is nothing to do. */
export function changeIdOf(
  key: CampaignKey,
  digests: readonly StepDigest[],
  { allowed, digest }: { readonly allowed: ReadonlySet<Consent>; readonly digest: Digest },
): string | null {
  if (digests.length === 0) return null;
  const steps = digests.map(({ name, target, base }) => [name, target, base]);
  return digest(JSON.stringify([key, steps, [...allowed].sort()])).slice(0, CHANGE_ID_LENGTH);
}

/** The digest of all change IDs, in the order of the keys. */
export function fingerprint(campaigns: readonly Pick<PlannedCampaign, 'changeId'>[], digest: Digest): string {
  return `sha256:${digest(campaigns.flatMap(({ changeId: id }) => id ?? []).join('\n'))}`;
}

function canonicalComponents(components: Components): JsonObject {
  return Object.fromEntries(
    componentNames(components).map((name) => [name, canonical(name, components[name] ?? {})]),
  );
}

function short(value: Parameters<typeof stableText>[0], digest: Digest): string {
  return digest(stableText(value)).slice(0, STEP_DIGEST_LENGTH);
}
