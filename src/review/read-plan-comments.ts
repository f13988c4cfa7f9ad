import type { CampaignKey } from '../model/campaign.ts';
import type { StepDigest } from '../model/plan.ts';
import type { NoPlan } from '../model/approval.ts';
import { commentParts, readMarker, type MarkerContents, type CommentPlace, type Signer } from './marker.ts';

/** What the comments of a pull request approve: the markers of one plan, and its steps by campaign. */
export type CommentReview =
  | { readonly kind: 'plan'; readonly markers: readonly string[]; readonly shown: ShownSteps }
  | { readonly kind: 'none'; readonly why: NoPlan };

/** The steps that a plan showed, by campaign; empty for one that it lists without a change. */
export type ShownSteps = ReadonlyMap<CampaignKey, readonly StepDigest[]>;

/** The plan that counts: the place that it must be written for, and the commit that was merged. */
export interface ExpectedPlan {
  readonly place: CommentPlace;
  readonly head: string;
  /** Whether a line identifies the plan comments of this workspace and folder. */
  readonly isTag: (line: string) => boolean;
}

interface SignedPart {
  readonly marker: string;
  readonly contents: MarkerContents;
}

/**
 * Finds the plan that a pull request was merged with: the newest one whose signature, place, head and visible text are
 * valid and that has all its parts. The author of the comment doesn't matter, because the signature proves its origin.
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

/** Whether stored markers are still valid, what they show, and of which commit. */
export function readMarkers(
  markers: readonly string[],
  place: CommentPlace,
  signer: Signer,
): { readonly shown: ShownSteps; readonly head: string } | undefined {
  const parts = markers.flatMap((marker) => {
    const contents = readMarker(marker, signer);
    return typeof contents === 'string' || elsewhere(contents, place) ? [] : [{ marker, contents }];
  });
  const [first] = parts;
  const whole = first && parts.length === markers.length ? wholePlan(parts, first.contents) : undefined;
  if (!first || whole?.markers.length !== markers.length) return undefined;
  return { shown: whole.shown, head: first.contents.head };
}

function check(
  line: string,
  visible: string,
  { place, head }: ExpectedPlan,
  signer: Signer,
): MarkerContents | NoPlan {
  const contents = readMarker(line, signer);
  if (typeof contents === 'string') return contents;
  const other = elsewhere(contents, place);
  if (other) return `other-${other}`;
  if (contents.head !== head) return 'other-head';
  return contents.text === signer.digest(visible) ? contents : 'edited';
}

/** All parts of one plan, once and in order; undefined if one is missing. */
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

const PLACE = ['repository', 'folder', 'workspace', 'base', 'pull'] as const;

/** How the place of a marker differs from the expected one. */
function elsewhere(contents: CommentPlace, place: CommentPlace): (typeof PLACE)[number] | undefined {
  return PLACE.find((name) => contents[name] !== place[name]);
}
