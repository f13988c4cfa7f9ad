import type { Consent } from '../../model/workspace.ts';
import { counted } from '../../model/show.ts';
import { code, label, link, say, type Phrase } from '../phrase.ts';

/** What to do about a campaign that is unreviewed only because something blocks it. */
export const RESOLVE_BLOCK = say`First resolve what blocks it: see the other row of this campaign.`;

/** The title of what other pull requests left pending, collapsed. */
export function describePending(count: number): Phrase {
  return say`Left pending by other pull requests: ${counted(count, 'campaign')}`;
}

/** Where to start a workflow by hand; what to enter there follows as a list. `purpose` begins the sentence. */
export function describeRunByHand(purpose: Phrase, workflow: string, page: string): Phrase {
  return say`${purpose} open ${link(workflow, page)}, choose ${label('Run workflow')}, and enter:`;
}

/** Begins the sentence about the run that skips the review. */
export function withoutReview({ isShown }: { readonly isShown: boolean }): Phrase {
  return isShown
    ? say`To apply these changes without a reviewed plan, check the differences below, then`
    : say`To apply these changes without a reviewed plan,`;
}

/** Begins the sentence about a run that allows what was refused. */
export const TO_ALLOW: Readonly<Record<Consent, Phrase>> = {
  guard: say`To apply a plan that changes this many live campaigns,`,
  conflict: say`To apply the values of the files over the changes in the service,`,
  'same-name': say`To create a second campaign with the same name or content,`,
  unconfirmed: say`To accept what the service shows, although it differs from what was sent,`,
};

/** Begins that sentence before the merge of the plan that is refused. */
export const TO_ALLOW_AFTER_MERGE: Readonly<Record<Consent, Phrase>> = {
  guard: say`To apply all these changes, merge this first. Then`,
  conflict: say`To apply the values of the files over the changes in the service, merge this first. Then`,
  'same-name': say`To create a second campaign with the same name or content, merge this first. Then`,
  unconfirmed: say`To accept what the service shows, although it differs from what was sent, merge this first. Then`,
};

export function describeMissingWorkflow(file: string): Phrase {
  return say`This repository doesn't have the workflow ${code(file)}, which applies changes without a reviewed plan. Ask an engineer to add it with the init command, which also explains how to protect the workflow's environment.`;
}

/** In the last line of a result that needed no review. */
export const REVIEW_IGNORED = say`applied without requiring a review`;

/** Behind what was done with a campaign that isn't sending yet. */
export const IS_DRAFT = say`, a draft, not sending`;
