import { leafAt } from '../../model/component-leaves.ts';
import { byCodeUnit } from '../../model/json.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { counted } from '../../model/show.ts';
import { lastEditOf } from '../../model/last-edit.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { clipTo, visibleLine } from '../text-layout.ts';
import { dottedName } from '../../messages/note-messages.ts';
import { VALUE_CHARS } from './plan-rows.ts';
import { valueWords } from './value-words.ts';

/**
 * The defaults that the service began to add, in one sentence for all campaigns together: a release of the service
 * adds them to all at once, and a note for each campaign would hide what matters. Empty if there are none.
 */
export function newDefaultWords(
  { campaigns }: Pick<Plan, 'campaigns'>,
  views: 'before' | 'after' = 'before',
): string {
  const found = new Map<string, PlannedCampaign[]>();
  for (const campaign of campaigns)
    for (const note of campaign.notes) {
      if (note.kind !== 'new-default') continue;
      const component = campaign.live?.components[note.component];
      for (const path of note.paths) {
        const shown = clipTo(valueWords(leafAt(note.component, component, path) ?? null), VALUE_CHARS);
        const words = `${dottedName(note.component, path)}: ${shown}`;
        found.set(words, [...(found.get(words) ?? []), campaign]);
      }
    }
  if (found.size === 0) return '';
  const listed = [...found]
    .sort(([left], [right]) => byCodeUnit(left, right))
    .map(([words, having]) => `${words} (${whoHas(having)})`);
  const isOne = found.size === 1;
  const what = isOne ? 'a new default' : 'new defaults';
  const then = {
    before: `Apply records ${isOne ? 'it' : 'them'}`,
    after: `${isOne ? 'It is' : 'They are'} recorded now`,
  }[views];
  return visibleLine(`The service has ${what}: ${listed.join(', ')}. ${then}; this isn't drift.`);
}

/** A value that only one campaign has may be a user's edit, so it is named with its last editor. */
function whoHas([first, ...others]: readonly PlannedCampaign[]): string {
  if (!first || others.length > 0) return counted(others.length + 1, 'campaign');
  const edit = first.live && lastEditOf(first.live);
  return edit ? `${first.key}, last edited ${editWords(edit)}` : first.key;
}
