import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import type { Phrase } from '../../messages/phrase.ts';
import { describeLostRecord } from '../../messages/record-messages.ts';
import { newDefaultWords } from './new-defaults.ts';
import { needsAttention, describeAttention, type Attention } from './attention-view.ts';
import { describeChange, type ChangeView } from './change-view.ts';
import { describeNotes, newFilesByName, type NoteView } from './notes-view.ts';

/** A plan in words, in the order in which every rendering has it. */
export interface PlanView {
  /** A problem that blocks many campaigns at once, shown before everything else; empty if there is none. */
  readonly lostRecord: Phrase;
  readonly attention: readonly Attention[];
  readonly changes: readonly ChangeView[];
  readonly notes: readonly NoteView[];
  /** A note about all campaigns together; empty if there is none. */
  readonly ofAll: string;
}

/** The one reading of a plan that terminal, Markdown and HTML render. */
export function describePlan(plan: Plan): PlanView {
  const { campaigns, workspace } = plan;
  const newByName = newFilesByName(campaigns);
  return {
    lostRecord: describeLostRecord(
      campaigns.flatMap(({ held }) => held),
      workspace,
    ),
    attention: campaigns
      .filter((one) => needsAttention(one) && !isShownElsewhere(one, campaigns))
      .map((one) => describeAttention(one, plan.workspace)),
    changes: campaigns.filter(({ steps }) => steps.length > 0).map(describeChange),
    notes: campaigns
      .map((one) => describeNotes(one, { workspace, newByName }))
      .filter(({ phrases }) => phrases.length > 0),
    ofAll: newDefaultWords(plan),
  };
}

/** A campaign whose file was moved: the moved file says what to do, and this one has nothing to add. */
function isShownElsewhere(
  { key, notes, held }: PlannedCampaign,
  campaigns: readonly PlannedCampaign[],
): boolean {
  const isOnlyMoved = held.length === 0 && notes.length > 0 && notes.every(({ kind }) => kind === 'moved-to');
  return (
    isOnlyMoved &&
    campaigns.some((one) => one.held.some(({ cause }) => cause.code === 'renamed' && cause.orphan === key))
  );
}
