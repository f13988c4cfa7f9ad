import { signerFor, partOfTag, stickyTag, type StickyName } from '../../../src/action/sticky-comment.ts';
import type { Approval, ApprovedStep } from '../../../src/model/approval.ts';
import type { PlannedCampaign, StepDigest } from '../../../src/model/plan.ts';
import type { StepName } from '../../../src/model/transitions.ts';
import {
  commentParts,
  writeMarker,
  type MarkerContents,
  type CommentPlace,
  type Signer,
  signPlan,
} from '../../../src/review/marker.ts';
import type { VerifiedApproval } from '../../../src/review/decide.ts';
import { campaignId, desired, key, planFor } from '../builders.ts';

// Plan comments as the action writes them, with a fixed key and address.

export const SIGNER: Signer = signerFor('the review key of all tests, 32 characters');
export const HEAD = 'a'.repeat(40);
export const PLACE: CommentPlace = {
  repository: 4_711,
  folder: 'campaigns',
  workspace: 'local',
  base: 'main',
  pull: 7,
};
const NAME: StickyName = { purpose: 'plan', ...PLACE };

export function isTag(line: string): boolean {
  return partOfTag(NAME, line) !== undefined;
}

/** A step with plain words in place of its two digests. */
export function step(name: string, target = 'target', base: string | null = 'base'): StepDigest {
  return { name: name as StepName, target, base };
}

const [ANY] = planFor({ desired: [desired()] }).campaigns;

/** A planned campaign with these steps for a review. */
export function showing(name: string, ...digests: readonly StepDigest[]): PlannedCampaign {
  if (!ANY) throw new Error('The plan has no campaign.');
  return { ...ANY, key: key(name), digests };
}

interface CommentOptions {
  readonly place?: CommentPlace;
  readonly head?: string;
  readonly signer?: Signer;
  readonly plan?: string;
}

/** The visible text of a comment for these campaigns. */
export function textFor(campaigns: readonly PlannedCampaign[]): string {
  return [
    `### Plan of ${campaigns.map(({ key: one }) => one).join(', ')}`,
    '',
    '| campaign | step |',
    '|---|---|',
    ...campaigns.map(({ key: one, digests }) => `| ${one} | ${digests.map(({ name }) => name).join(' ')} |`),
    '',
    '<sub>Planned at 09:00 by run 1.</sub>',
  ].join('\n');
}

/** The comments of a plan, one for each list of campaigns. */
export function commentsFor(
  parts: readonly (readonly PlannedCampaign[])[],
  { place = PLACE, head = HEAD, signer = SIGNER, plan = 'sha256:1' }: CommentOptions = {},
): string[] {
  const shown = parts.map((campaigns) => ({ campaigns, text: textFor(campaigns) }));
  return signPlan({ fingerprint: plan }, shown, { place, head, signer }).map(
    ({ marker, text }, at) => `${stickyTag(NAME, at + 1)}\n${marker}\n${text}`,
  );
}

export function markerOf(comment: string): string {
  return commentParts(comment).marker;
}

/** A marker in which only some contents matter. */
export function markerWith(contents: Partial<MarkerContents> = {}, signer = SIGNER): string {
  return writeMarker(
    {
      ...PLACE,
      head: HEAD,
      plan: 'sha256:1',
      part: [1, 1],
      text: 'f'.repeat(64),
      campaigns: new Map(),
      ...contents,
    },
    signer,
  );
}

/** The recorded approval of a merged pull request, with its signed marker. The steps in `ends` are finished. */
export function approvalOf(
  pull: number,
  shown: Readonly<Record<string, readonly StepDigest[]>>,
  ends: readonly ApprovedStep[] = [],
  base = 'main',
): VerifiedApproval {
  const campaigns = new Map(Object.entries(shown).map(([name, steps]) => [key(name), steps]));
  const steps = [...campaigns].flatMap(([one, all]) =>
    all.map(
      ({ name }): ApprovedStep =>
        ends.find((end) => end.key === one && end.name === name) ?? { key: one, name, end: undefined },
    ),
  );
  const markers = [markerWith({ ...PLACE, base, pull, campaigns })];
  return { approval: { pull, mergedAt: mergedAt(pull), base, markers, steps }, shown: campaigns };
}

/** A pull request with a higher number was merged later. */
export function mergedAt(pull: number): string {
  return new Date(Date.UTC(2030, 11, 31) + pull * 60_000).toISOString().replace('.000', '');
}

export function done(name: string, step: string, created?: string): ApprovedStep {
  const made = created === undefined ? {} : { campaignId: campaignId(created) };
  return { key: key(name), name: step as StepName, end: 'done', ...made };
}

export function closed(name: string, step: string): ApprovedStep {
  return { key: key(name), name: step as StepName, end: 'closed' };
}

export function approvalsOf(...all: readonly VerifiedApproval[]): readonly Approval[] {
  return all.map(({ approval }) => approval);
}
