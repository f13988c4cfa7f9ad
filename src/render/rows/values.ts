import { valueAt, type JsonObject } from '../../model/json.ts';
import { lastEditOf } from '../../model/last-edit.ts';
import type { ComponentChange, PlannedCampaign } from '../../model/plan.ts';
import { statusIn, type PartName } from '../../model/pull.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { differences, type Difference } from './differences.ts';
import { exceptThose, filterWords, hasFilters } from './filters.ts';
import { unmarked, type ComponentValues, type ValueRow } from './row.ts';
import { NOTHING, oneValue, twoValues, VALUE_AT_MOST } from './value-words.ts';

/** A component's differences, field by field. */
export function describeComponent(change: ComponentChange, campaign: PlannedCampaign): ComponentValues {
  const { name, before, after } = change;
  const values = (
    change.cause === 'conflict' ? differences(before, after) : fieldsOf(name, before, after)
  ).map(({ at, ...one }) => (isSent(change, campaign) ? one : withSides(one, at, change, campaign)));
  const isCut = values.some((one) => one.isCut);
  return { name, cause: causeWords(change, campaign), values, rest: isCut ? filesOf(change, campaign) : [] };
}

/** How a part of a campaign changed. */
export function valuesOfMove(
  name: PartName,
  { before, after }: { readonly before: JsonObject | undefined; readonly after: JsonObject | undefined },
): ComponentValues {
  if (name === 'status') return statusValues(statusIn(before), statusIn(after));
  return { name, cause: '', rest: [], values: fieldsOf(name, before, after) };
}

/** What differs, field by field; whom a campaign reaches is one sentence. What that doesn't say stays by itself. */
function fieldsOf(
  name: PartName,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): Difference[] {
  const found = differences(before, after);
  if (name !== 'segmentation_details' || !before || !after) return found;
  const [was, now] = [reachOf(before), reachOf(after)];
  const isSaid = ({ at }: Difference) => at?.length === 1 && was[at[0] ?? ''] !== now[at[0] ?? ''];
  const said = found.filter(isSaid);
  if (said.length === 0) return found;
  const exact = JSON.stringify(said.map((one) => one.exact));
  const audience = { at: undefined, context: [], field: 'audience', ...twoSentences(was, now), exact };
  return [audience, ...found.filter((one) => !isSaid(one))];
}

/** What each field says about whom a campaign reaches, in the order of the sentence. */
function reachOf(segmentation: JsonObject): Readonly<Record<string, string>> {
  const { is_all_user_campaign: isAll, included_filters: those, excluded_filters: others } = segmentation;
  return {
    is_all_user_campaign: isAll === true ? `all users${hasFilters(those) ? ' and' : ''}` : '',
    included_filters: filterWords(those) ?? '',
    excluded_filters: hasFilters(others) ? exceptThose(others) : '',
  };
}

function twoSentences(was: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) {
  const [before = '', after = ''] = [was, now].map(
    (one) => Object.values(one).filter(Boolean).join('\n') || 'no users',
  );
  const isLong = Math.max(before.length, after.length) > VALUE_AT_MOST;
  // In lines, each filter by itself is a difference.
  return isLong
    ? twoValues(before, after)
    : twoValues(before.replaceAll('\n', ' '), after.replaceAll('\n', ' '));
}

/** How a status changed. */
export function statusValues(was: string, now: string): ComponentValues {
  const value = { context: [], field: '', was, now, isCut: false, exact: `${was} ${now}` };
  return { name: 'status', cause: '', rest: [], values: [value] };
}

/** A blocked difference after a change of live: neither value replaces the other, so each is shown with its side. */
function withSides(
  one: ValueRow,
  at: readonly string[] | undefined,
  { name, cause, applied }: ComponentChange,
  { notes }: PlannedCampaign,
): ValueRow {
  const isUnseen = notes.some((note) => note.kind === 'not-recorded' && note.components.includes(name));
  if (cause !== 'conflict' && cause !== 'drifted' && (cause !== 'adopted' || isUnseen)) return one;
  if (one.lines) return { ...one, lines: [unmarked('live (-), the file (+):'), ...one.lines] };
  const last = cause === 'conflict' && at && applied ? valueAt(applied, at) : undefined;
  const lines = [
    ...(last === undefined ? [] : [unmarked(`last applied: ${oneValue(last)}`)]),
    unmarked(`live: ${one.was ?? NOTHING}`),
    unmarked(`the file: ${one.now ?? NOTHING}`),
  ];
  return { ...one, lines };
}

/** Where a component is written: the line of the campaign file, and the texts that a campaign takes from other files. */
function filesOf({ name }: ComponentChange, { desired }: PlannedCampaign): string[] {
  if (!desired) return [];
  const line = desired.positions.get(name)?.line;
  const own = line === undefined ? desired.file : `${desired.file}:${line}`;
  return [own, ...desired.sources.filter((file) => file !== desired.file)];
}

function isSent({ name }: ComponentChange, { steps, verdict }: PlannedCampaign): boolean {
  return verdict === 'create' || steps.some((step) => step.kind === 'update' && name in step.components);
}

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
