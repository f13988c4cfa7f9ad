import type { Plan } from '../../model/plan.ts';
import { utcFrom } from '../../model/utc-words.ts';

/** What limits the plan, a paragraph each; `proposal` names what the reader is looking at: `this pull request`. */
export function contextWords(plan: Plan, proposal?: string): string[] {
  return [...scopeWords(plan, proposal), ...offlineWords(plan)];
}

function scopeWords({ scope, campaigns }: Plan, proposal: string | undefined): string[] {
  if (!scope) return [];
  const changes = proposal === undefined ? `changes ${since(scope)}` : `changes in ${proposal}`;
  if (scope.others === 0) return campaigns.length === 0 ? [] : [`The ${changes} affect every campaign.`];
  const others = scope.others === 1 ? '1 other campaign was' : `${scope.others} other campaigns were`;
  return [`Only the ${changes} were planned. ${others} not checked.`];
}

function since({ ref, mergeBase }: NonNullable<Plan['scope']>): string {
  const short = mergeBase.slice(0, 7);
  // A commit that was named by its ID is not shown twice.
  return `since ${/^[0-9a-f]{40,}$/.test(ref) ? short : `${ref} (${short})`}`;
}

/** What an offline plan was compared with. */
function offlineWords({ offline, workspace, campaigns }: Plan): string[] {
  if (!offline) return [];
  const { record, from } = offline;
  const branch = `campaigns-state/${workspace}`;
  const against = record
    ? `Offline: compared with the record on ${branch} (${record.commit.slice(0, 7)}, ${utcFrom(Date.parse(record.at))}), not with the service. Statuses are from the record, too, and later changes in the service are not shown.`
    : `Offline: the service was not asked, and there is no branch ${branch} to compare with, so every campaign counts as new.`;
  const older =
    from === 'clone' ? 'origin did not answer, so it may have a newer record than this clone.' : '';
  const creates = campaigns.some(({ verdict }) => verdict === 'create')
    ? 'Names were not searched for, so campaigns that are shown as new may already exist in the service.'
    : '';
  return [against, older, creates].filter((text) => text !== '');
}
