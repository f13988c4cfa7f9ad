import { leafAt } from '../../model/component-leaves.ts';
import { byCodeUnit } from '../../model/json.ts';
import type { Plan } from '../../model/plan.ts';
import { counted } from '../../model/show.ts';
import { clip } from '../text-layout.ts';
import { visibleLine } from '../visible-text.ts';
import { fieldName } from '../../messages/note-messages.ts';
import { VALUE_CHARS } from './notes-view.ts';
import { valueWords } from './value-words.ts';

/**
 * The defaults that the service began to add, in one sentence for all campaigns together: a release of the service
 * adds them to all at once, and a note for each campaign would hide what matters. Empty if there are none.
 */
export function newDefaultWords(
  { campaigns }: Pick<Plan, 'campaigns'>,
  views: 'before' | 'after' = 'before',
): string {
  const counts = new Map<string, number>();
  for (const { live, notes } of campaigns)
    for (const note of notes) {
      if (note.kind !== 'new-default') continue;
      const component = live?.components[note.component];
      for (const path of note.paths) {
        const shown = clip(valueWords(leafAt(note.component, component, path) ?? null), VALUE_CHARS);
        const words = `${fieldName(note.component, path)}: ${shown}`;
        counts.set(words, (counts.get(words) ?? 0) + 1);
      }
    }
  if (counts.size === 0) return '';
  const listed = [...counts]
    .sort(([left], [right]) => byCodeUnit(left, right))
    .map(([words, count]) => `${words} (${counted(count, 'campaign')})`);
  const isOne = counts.size === 1;
  const what = isOne ? 'a new default' : 'new defaults';
  const then = {
    before: `Apply records ${isOne ? 'it' : 'them'}`,
    after: `${isOne ? 'It is' : 'They are'} recorded now`,
  }[views];
  return visibleLine(`The service has ${what}: ${listed.join(', ')}. ${then}; this isn't drift.`);
}
