import type { CampaignKey } from '../model/campaign.ts';
import type { StepDigest } from '../model/plan.ts';
import type { NoPlan } from '../model/decision.ts';
import { commentParts } from './comment-text.ts';
import { readMarker, type MarkerContents, type Place, type Signer } from './marker.ts';

/** What a pull request's comments approve: the signed markers of one plan, and the steps of every campaign that it shows. */
export type CommentReview =
  | {
      readonly kind: 'plan';
      readonly markers: readonly string[];
      readonly shown: ShownSteps;
    }
  | { readonly kind: 'none'; readonly why: NoPlan };

/** The steps that a plan showed, by campaign: none where it touches a campaign and nothing will be done. */
export type ShownSteps = ReadonlyMap<CampaignKey, readonly StepDigest[]>;

/** The one comment that would count: where it stands, and the commit that was merged. */
export interface ExpectedPlan {
  readonly place: Place;
  readonly head: string;
  /** Whether a line is the one by which plan comments of this workspace and folder are found. */
  readonly isTag: (line: string) => boolean;
}

interface SignedPart {
  readonly marker: string;
  readonly contents: MarkerContents;
}

/**
 * Finds the plan that a pull request was merged with: the newest one whose signature, place, head and visible text are
 * valid, and whose parts are all there. Anybody may have written the comment, since the signature is what makes it ours.
 */
export function readPlanComments(
  bodies: readonly string[],
  expected: ExpectedPlan,
  signer: Signer,
): CommentReview {
  const parts: SignedPart[] = [];
  let why: NoPlan = 'no-comment';
  for (const body of bodies.toReversed()) {
    const { tag, marker, visible } = commentParts(body);
    if (!expected.isTag(tag)) continue;
    const contents = check(marker, visible, expected, signer);
    if (typeof contents === 'string') why = why === 'no-comment' ? contents : why;
    else parts.push({ marker, contents });
  }
  for (const { contents } of parts) {
    const whole = wholePlan(parts, contents);
    if (whole) return whole;
  }
  return { kind: 'none', why: parts.length > 0 ? 'part-missing' : why };
}

/** Whether markers that were kept still hold, what they show, and of which commit. */
export function readMarkers(
  markers: readonly string[],
  place: Place,
  signer: Signer,
): { readonly shown: ShownSteps; readonly head: string } | undefined {
  const parts = markers.flatMap((marker) => {
    const contents = readMarker(marker, signer);
    return typeof contents === 'string' || differences(contents, place).length > 0
      ? []
      : [{ marker, contents }];
  });
  const [first] = parts;
  if (!first || parts.length !== markers.length) return undefined;
  const whole = wholePlan(parts, first.contents);
  return whole?.markers.length === markers.length
    ? { shown: whole.shown, head: first.contents.head }
    : undefined;
}

function check(
  line: string,
  visible: string,
  { place, head }: ExpectedPlan,
  signer: Signer,
): MarkerContents | NoPlan {
  const contents = readMarker(line, signer);
  if (typeof contents === 'string') return contents;
  const [elsewhere] = differences(contents, place);
  if (elsewhere) return `other-${elsewhere}`;
  if (contents.head !== head) return 'other-head';
  return contents.text === signer.digest(visible) ? contents : 'edited';
}

/** Every part of one plan, once and in order; undefined where one is missing. */
function wholePlan(
  parts: readonly SignedPart[],
  { plan, head, part: [, count] }: MarkerContents,
): Extract<CommentReview, { kind: 'plan' }> | undefined {
  const ofPlan = parts.filter(({ contents: one }) => one.plan === plan && one.head === head);
  const ordered = Array.from({ length: count }, (_, at) =>
    ofPlan.find(({ contents: { part } }) => part[0] === at + 1 && part[1] === count),
  );
  const found = ordered.filter((part) => part !== undefined);
  if (found.length === 0 || found.length < count) return undefined;
  return {
    kind: 'plan',
    markers: found.map(({ marker }) => marker),
    shown: new Map(found.flatMap(({ contents }) => [...contents.campaigns])),
  };
}

const PLACE = [
  'repository',
  'folder',
  'workspace',
  'base',
  'pull',
] as const satisfies readonly (keyof Place)[];

type PlaceName = (typeof PLACE)[number];

/** In what a marker was written for another place. */
function differences(contents: Place, place: Place): PlaceName[] {
  return PLACE.filter((name) => contents[name] !== place[name]);
}
