import type { Stale } from '../model/failure.ts';
import { APPLY_AGAIN, REVIEW_AGAIN } from './advice.ts';
import { componentList } from './component-names.ts';
import { capitalized, joined, perMedium, plainText, say, type Message, type Phrase } from './phrase.ts';

/** Why a change was not sent although it was planned, and what to do. */
export function describeStale({ cause }: Stale, workspace: string): Message {
  return { why: reasonOf(cause), todo: todoFor(cause, workspace) };
}

function todoFor({ code }: Stale['cause'], workspace: string): Phrase {
  if (code === 'overtaken') return FROM_NEWEST;
  const plan = `Run campaigns plan -w ${workspace}, and review the new plan.`;
  return perMedium(plan, code === 'file-gone' ? RESTORE : REVIEW_AGAIN);
}

/** Why a campaign is stale as one text, for terminals and JSON documents. */
export function staleText(stale: Stale, workspace: string): string {
  const { why, todo } = describeStale(stale, workspace);
  return plainText(joined(why, todo));
}

const FROM_NEWEST = say`${APPLY_AGAIN} from the newest commit.`;
const RESTORE = 'If that was a mistake, open a pull request that restores the file, and review its plan.';

function reasonOf(cause: Stale['cause']): Phrase {
  switch (cause.code) {
    case 'overtaken': {
      const name = cause.commit.slice(0, 7);
      return cause.isNewer
        ? say`Another run has applied a newer commit, ${name}.`
        : say`Another run has applied another commit, ${name}, and this clone can't tell which of the two is newer.`;
    }
    case 'recorded-by-another-run':
      return say`Another run has changed this campaign since the plan was made.`;
    case 'file-gone':
      return say`Its file was removed after the plan was reviewed.`;
    case 'other-change':
      return cause.sent.length === 0
        ? say`The live campaign or the file changed after the plan was reviewed.`
        : say`The live campaign or the file changed after the plan was reviewed. Only the ${cause.sent.join(', ').toLowerCase()} is sent.`;
    case 'missing':
      return say`The service no longer has this campaign.`;
    case 'other-type':
      return say`The live campaign is ${cause.live}, but the last apply recorded ${cause.recorded}.`;
    case 'status-moved':
      return say`Its status changed from ${cause.from} to ${cause.to} after the plan was made.`;
    case 'not-editable':
      return say`The campaign is ${cause.status} now, and can no longer be edited.`;
    case 'components-moved':
      return say`${capitalized(componentList(cause.components))} changed in the service after the plan was made.`;
    case 'same-name':
      return say`A campaign with the same name, channel and type appeared in the service after the plan was made: ${cause.campaignId}.`;
  }
}
