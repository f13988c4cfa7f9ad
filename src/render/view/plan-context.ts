import type { Plan } from '../../model/plan.ts';
import { instant, wrap } from '../text-layout.ts';

/** What a plan leaves out or can't know stands before what it says. */
export function contextLines(plan: Plan, columns: number): string[] {
  return contextWords(plan).flatMap((text) => wrap(text, columns));
}

/** The same, a paragraph each; `proposal` says what its readers look at: `this pull request`. */
export function contextWords(plan: Plan, proposal?: string): string[] {
  return [...scopeWords(plan, proposal), ...offlineWords(plan)];
}

function scopeWords({ scope, campaigns }: Plan, proposal: string | undefined): string[] {
  if (!scope) return [];
  const changed = proposal === undefined ? `changed ${since(scope)}` : `${proposal} changes`;
  if (scope.others === 0) return campaigns.length === 0 ? [] : [`What ${changed} touches every campaign.`];
  const others = scope.others === 1 ? '1 other campaign was' : `${scope.others} other campaigns were`;
  return [`Only what ${changed} was planned. ${others} not looked at.`];
}

function since({ ref, mergeBase }: NonNullable<Plan['scope']>): string {
  const short = mergeBase.slice(0, 7);
  // A commit that was named by its ID is not shown twice.
  return `since ${/^[0-9a-f]{40,}$/.test(ref) ? short : `${ref} (${short})`}`;
}

/** What was compared with where that is not the service. */
function offlineWords({ offline, workspace, campaigns }: Plan): string[] {
  if (!offline) return [];
  const { record, from } = offline;
  const branch = `campaigns-state/${workspace}`;
  const against = record
    ? `Offline: compared with what ${branch} last recorded (${record.commit.slice(0, 7)}, ${instant(record.at)}), statuses too; the service was not asked. What was changed by hand since then is not seen.`
    : `Offline: there is no ${branch} to compare with, so every campaign counts as new; the service was not asked.`;
  const older = from === 'clone' ? 'origin did not answer: it may have a newer record than this clone.' : '';
  const creates = campaigns.some(({ verdict }) => verdict === 'create')
    ? 'No name was searched for: what is to be created here may exist in the service already.'
    : '';
  return [against, older, creates].filter((text) => text !== '');
}
