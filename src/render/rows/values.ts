import type { ComponentName } from '../../model/campaign.ts';
import { isJsonObject, valueAt, type JsonObject } from '../../model/json.ts';
import { lastEditOf } from '../../model/last-edit.ts';
import type { ComponentChange, PlannedCampaign } from '../../model/plan.ts';
import { statusIn, type PartName } from '../../model/pull.ts';
import { scheduledMinute } from '../../model/utc-words.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { visibleLine } from '../text-layout.ts';
import { audienceValues } from './audience.ts';
import { differences } from './differences.ts';
import { NOTHING, oneValue } from './value-words.ts';
import type { ComponentValues, ValueRow } from './value-row.ts';

/** A component's differences: filters in words, everything else field by field. */
export function describeComponent(change: ComponentChange, campaign: PlannedCampaign): ComponentValues {
  const { name, before, after } = change;
  const isFlat = isUnvaried(campaign.desired?.components[name]) && isOne(before) && isOne(after);
  const values = valuesBetween(name, before, after).map(({ at, ...one }) => {
    const shown = isFlat ? withoutVariation(one) : one;
    return isSent(change, campaign) ? shown : withSides(shown, at, change, campaign);
  });
  const isCut = values.some((one) => one.isCut);
  return { name, ...causesOf(change, campaign), values, rest: isCut ? filesOf(name, campaign) : [] };
}

/** How a part of a campaign changed. */
export function valuesOfMove(
  name: PartName,
  { before, after }: { readonly before: JsonObject | undefined; readonly after: JsonObject | undefined },
): ComponentValues {
  if (name === 'status') return statusValues(statusIn(before), statusIn(after));
  const isFlat = isOne(before) && isOne(after);
  const values = valuesBetween(name, before, after).map((one) => (isFlat ? withoutVariation(one) : one));
  return { name, cause: '', causeInFull: '', rest: [], values };
}

/** How a status changed. */
export function statusValues(was: string, now: string): ComponentValues {
  const value = { context: [], field: '', was, now, isCut: false, exact: `${was} ${now}` };
  return { name: 'status', cause: '', causeInFull: '', rest: [], values: [value] };
}

type Placed = ValueRow & { readonly at: readonly string[] | undefined };

function valuesBetween(
  name: ComponentName,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): readonly Placed[] {
  const { values, covered } = audienceValues(name, before, after);
  const fields = differences(without(before, covered), without(after, covered));
  return [
    ...values.map((one) => ({ ...one, at: undefined })),
    ...(name === 'scheduling_details' ? fields.map((one) => timeInWords(one, before, after)) : fields),
  ];
}

function without(value: JsonObject | undefined, names: ReadonlySet<string>): JsonObject | undefined {
  const rest = Object.entries(value ?? {}).filter(([name]) => !names.has(name));
  // A component that is shown entirely in sentences isn't empty.
  return rest.length === 0 && names.size > 0 ? undefined : value && Object.fromEntries(rest);
}

/** A time of a schedule with its weekday and zone. Two times that would look the same stay as they are written. */
function timeInWords(one: Placed, before: JsonObject | undefined, after: JsonObject | undefined): Placed {
  if (one.field !== 'start_time' && one.field !== 'expiry_time') return one;
  const [was, now] = [timeIn(before, one.field), timeIn(after, one.field)];
  return was === now ? one : { ...one, was, now };
}

function timeIn(schedule: JsonObject | undefined, field: 'start_time' | 'expiry_time'): string | undefined {
  const { [field]: time, timezone: zone } = schedule ?? {};
  if (typeof time !== 'string') return undefined;
  return visibleLine(scheduledMinute(time, typeof zone === 'string' ? zone : undefined));
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
  if (one.lines) return { ...one, lines: [{ mark: ' ', text: 'live (-), the file (+):' }, ...one.lines] };
  const last = cause === 'conflict' && at && applied ? valueAt(applied, at) : undefined;
  const sides = [
    ...(last === undefined ? [] : [{ who: 'last applied', value: oneValue(last) }]),
    { who: 'live', value: one.was ?? NOTHING },
    { who: 'the file', value: one.now ?? NOTHING },
  ];
  return { ...one, sides };
}

/** Where a component is written: the line of the campaign file, and the texts that a campaign takes from other files. */
function filesOf(name: ComponentName, { desired }: PlannedCampaign): string[] {
  if (!desired) return [];
  const line = desired.positions.get(name)?.line;
  const own = line === undefined ? desired.file : `${desired.file}:${line}`;
  return [own, ...desired.sources.filter((file) => file !== desired.file)];
}

/** Content that names no language and no variation; in the canonical form it has one of each. */
function isUnvaried(component: JsonObject | undefined): boolean {
  return component !== undefined && !/"(?:default|variation_\d+)":/.test(JSON.stringify(component));
}

function isOne(component: JsonObject | undefined): boolean {
  const content = component?.content;
  if (!isJsonObject(content)) return component === undefined;
  const variations = isJsonObject(content.default) ? Object.keys(content.default) : [];
  return Object.keys(content).join() === 'default' && variations.join() === 'variation_1';
}

/** Without the names that tell a reader nothing, because there is only one language and one variation. */
function withoutVariation(one: ValueRow): ValueRow {
  const [language, variation, ...rest] = one.context;
  return language === 'default' && variation === 'variation_1' ? { ...one, context: rest } : one;
}

function isSent({ name }: ComponentChange, { steps, verdict }: PlannedCampaign): boolean {
  return verdict === 'create' || steps.some((step) => step.kind === 'update' && name in step.components);
}

/** A plan that overwrites an edit of a person says whose it is. */
function causesOf(
  change: ComponentChange,
  campaign: PlannedCampaign,
): Pick<ComponentValues, 'cause' | 'causeInFull'> {
  const edit = isSent(change, campaign) && campaign.live ? lastEditOf(campaign.live) : undefined;
  const cause = causeWords(change, campaign, '');
  return {
    cause,
    causeInFull: edit ? causeWords(change, campaign, `, last edited there ${editWords(edit)}`) : cause,
  };
}

function causeWords(change: ComponentChange, campaign: PlannedCampaign, edited: string): string {
  switch (change.cause) {
    case 'edited':
      return '';
    case 'drifted':
      return `changed in the service${edited}${isSent(change, campaign) ? '; will be restored' : ''}`;
    case 'conflict':
      return `changed in the file and in the service${edited}`;
    case 'adopted':
      return 'no record of the last apply';
    case 'released':
      return 'removed from the file, but kept in the live campaign';
  }
}
