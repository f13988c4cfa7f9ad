import type { Plan, PlannedCampaign } from '../model/plan.ts';
import { signedText } from './comment-text.ts';
import { writeMarker, type CommentPlace, type Signer } from './marker.ts';

/** One comment of a plan: its marker, and the text below it. */
export interface SignedComment {
  readonly marker: string;
  readonly text: string;
}

/** One comment before it is signed: the campaigns that it shows, and its text. */
export interface UnsignedComment {
  readonly campaigns: readonly PlannedCampaign[];
  readonly text: string;
}

/** Signs the comments that together show a plan. */
export function signPlan(
  { fingerprint }: Pick<Plan, 'fingerprint'>,
  parts: readonly UnsignedComment[],
  { place, head, signer }: { readonly place: CommentPlace; readonly head: string; readonly signer: Signer },
): readonly SignedComment[] {
  const count = parts.length;
  return parts.map(({ campaigns, text }, at) => ({
    marker: writeMarker(
      {
        ...place,
        head,
        plan: fingerprint,
        part: [at + 1, count],
        text: signer.digest(signedText(text)),
        campaigns: new Map(
          campaigns.filter((one) => !hasUnknownResult(one)).map(({ key, digests }) => [key, digests]),
        ),
      },
      signer,
    ),
    text,
  }));
}

/**
 * A campaign with an unknown result is left out, because listing it without steps would revoke earlier approvals of it.
 */
function hasUnknownResult({ verdict, steps, held }: PlannedCampaign): boolean {
  return verdict === 'unknown' || (steps.length === 0 && held.some(({ reason }) => reason === 'in-flight'));
}

/** The maximum length of a marker for these campaigns, in characters. */
export function markerLength(campaigns: readonly PlannedCampaign[]): number {
  const steps = campaigns.flatMap(({ digests }) => digests).length;
  const keys = campaigns.reduce((sum, { key }) => sum + JSON.stringify(key).length + 4, 0);
  return FRAME_LENGTH + keys + steps * STEP_LENGTH;
}

/**
 * Everything except campaigns: 485 for digests and signature, and 400 characters of names, each of which may take six.
 */
const FRAME_LENGTH = 3_000;
/** Two digests and a name. */
const STEP_LENGTH = 120;
