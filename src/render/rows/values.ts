import { valueAt } from '../../model/json.ts';
import { lastEditOf } from '../../model/campaign.ts';
import { isSent, type ComponentChange, type PlannedCampaign } from '../../model/plan.ts';
import { statusIn, type PulledPart } from '../../model/pull.ts';
import { editWords } from '../../messages/advice.ts';
import { clipTo } from '../text-layout.ts';
import { differences, type Difference, twoValues, valueWords } from './differences.ts';
import { AUDIENCE_FIELDS, audienceWords } from './reach.ts';
import { unmarked, type ComponentValues, type ValueRow } from './row.ts';

/** A component's differences, field by field. */
export function describeComponent(change: ComponentChange, campaign: PlannedCampaign): ComponentValues {
  const { name, cause, before, after } = change;
  const found = cause === 'conflict' ? differences(before, after) : fieldsOf(change);
  const values = found.map((one) => withSides(one, change, campaign));
  return { name, cause: causeWords(change, campaign), values };
}

/** How a part of a campaign changed. */
export function valuesOfMove({ name, before, after }: PulledPart): ComponentValues {
  const status = { context: [], field: '', was: statusIn(before), now: statusIn(after) };
  return { name, cause: '', values: name === 'status' ? [status] : fieldsOf({ name, before, after }) };
}

/** What differs, field by field. Fields that say together whom a campaign reaches are one sentence. */
function fieldsOf({ name, before, after }: PulledPart): Difference[] {
  const found = differences(before, after);
  if (name !== 'segmentation_details' || !before || !after) return found;
  const [was, now] = [audienceWords(before), audienceWords(after)];
  if (was === now) return found;
  const isLong = Math.max(was.length, now.length) > SENTENCE_CHARS;
  const [old = '', next = ''] = [was, now].map((words) => (isLong ? words : words.replaceAll('\n', ' ')));
  const audience = { at: undefined, context: [], field: 'audience', ...twoValues(old, next) };
  return [audience, ...found.filter(({ at }) => at?.length !== 1 || !AUDIENCE_FIELDS.includes(at[0] ?? ''))];
}

/** A longer sentence is compared filter by filter. */
const SENTENCE_CHARS = 160;

/** Characters of a value beside others. */
const VALUE_CHARS = 160;

/** A blocked difference after a change of live: neither value replaces the other, so each is shown with its side. */
function withSides({ at, ...one }: Difference, change: ComponentChange, campaign: PlannedCampaign): ValueRow {
  const { name, cause, applied } = change;
  const isUnseen = campaign.notes.some(
    (note) => note.kind === 'not-recorded' && note.components.includes(name),
  );
  if (isSent(change, campaign)) return one;
  if (cause !== 'conflict' && cause !== 'drifted' && (cause !== 'adopted' || isUnseen)) return one;
  if (one.lines) return { ...one, lines: [unmarked('live (-), the file (+):'), ...one.lines] };
  const last = cause === 'conflict' && at && applied ? valueAt(applied, at) : undefined;
  const lines = [
    ...(last === undefined ? [] : [unmarked(`last applied: ${clipTo(valueWords(last), VALUE_CHARS)}`)]),
    unmarked(`live: ${one.was ?? NOTHING}`),
    unmarked(`the file: ${one.now ?? NOTHING}`),
  ];
  return { ...one, lines };
}

const NOTHING = '(nothing)';

/** A plan that overwrites an edit of a person says whose it is. */
function causeWords(change: ComponentChange, campaign: PlannedCampaign): string {
  const isOverwritten = isSent(change, campaign);
  const edit = isOverwritten && campaign.live ? lastEditOf(campaign.live) : undefined;
  const edited = edit ? `, last edited there ${editWords(edit)}` : '';
  switch (change.cause) {
    case 'edited':
      return '';
    case 'drifted':
      return `changed in the service${edited}${isOverwritten ? '; will be restored' : ''}`;
    case 'conflict':
      return `changed in the file and in the service${edited}`;
    case 'adopted':
      return 'no record of the last apply';
    case 'released':
      return 'removed from the file, but kept in the live campaign';
  }
}
