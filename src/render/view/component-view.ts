import type { ComponentName } from '../../model/campaign.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { lastEditOf } from '../../model/last-edit.ts';
import type { ComponentChange, PlannedCampaign } from '../../model/plan.ts';
import { scheduledMinute } from '../../model/utc-words.ts';
import { visibleLine } from '../text-layout.ts';
import { groupBy } from '../../model/grouping.ts';
import { differences } from './differences.ts';
import { filterSentences } from './filter-sentences.ts';
import { allThree, liveAndFile, sameOnBothSides, type FieldDifference } from './three-way.ts';

/** What differs in a component, in words, for whatever renders it. */
export interface ComponentView {
  readonly name: ComponentName;
  /** Why it differs; empty for an edit of the file, which is the usual cause. */
  readonly cause: string;
  /** `cause` with who made a change that is overwritten, and when, if the service says so. For where it is shown once. */
  readonly causeInFull: string;
  /** The files, each from the root, that have the full values; empty if nothing is cut. */
  readonly rest: readonly string[];
  /** Differences by their place in the component, in the order in which they are shown. */
  readonly places: readonly {
    readonly context: readonly string[];
    readonly differences: readonly FieldDifference[];
  }[];
}

/** A component's differences: filters in words, everything else field by field. */
export function describeComponent(change: ComponentChange, campaign: PlannedCampaign): ComponentView {
  const { name, before, after, applied } = change;
  const { sentences, covered, unsaid } = filterSentences(name, { live: before, file: after, applied });
  const found = [...unsaid, ...differences(without(before, covered), without(after, covered))];
  const worded = name === 'scheduling_details' ? found.map((one) => timeInWords(one, before, after)) : found;
  const fields = worded.map((one) => {
    if (isSent(change, campaign)) return one;
    if (change.cause === 'conflict') return allThree(one, { applied, live: before, file: after });
    return isSeenMoved(change, campaign) ? liveAndFile(one) : one;
  });
  const views = sentences.map(({ sides, ...one }) => {
    if (isSent(change, campaign)) return one;
    if (change.cause === 'conflict') return { ...one, lines: undefined, sides };
    return isSeenMoved(change, campaign) ? liveAndFile({ ...one, lines: undefined }) : one;
  });
  const raw = campaign.desired?.components[name];
  const isOpen = change.cause === 'conflict' && !isSent(change, campaign);
  const agreed = isOpen
    ? sameOnBothSides(
        { applied, live: before, file: after },
        differences(without(applied, covered), without(after, covered)),
      )
    : [];
  const every = [...fields, ...agreed];
  const shown = isFlat(raw) && [before, after].every(isOne) ? every.map(withoutVariation) : every;
  const all = [...views, ...shown];
  return {
    name,
    ...causesOf(change, campaign),
    places: byPlace(all),
    rest: all.some(({ isCut }) => isCut) ? filesOf(name, campaign) : [],
  };
}

/** A time of a schedule with its weekday and zone. Two times that would look the same stay as they are written. */
function timeInWords(
  one: FieldDifference,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): FieldDifference {
  if (one.field !== 'start_time' && one.field !== 'expiry_time') return one;
  const [was, now] = [timeIn(before, one.field), timeIn(after, one.field)];
  return was === now ? one : { ...one, was, now };
}

function timeIn(schedule: JsonObject | undefined, field: 'start_time' | 'expiry_time'): string | undefined {
  const { [field]: time, timezone: zone } = schedule ?? {};
  if (typeof time !== 'string') return undefined;
  return visibleLine(scheduledMinute(time, typeof zone === 'string' ? zone : undefined));
}

/** How one value of a component changed: filters in sentences, everything else field by field. */
export function viewOfMove(
  name: ComponentName,
  { before, after }: { readonly before: JsonObject | undefined; readonly after: JsonObject | undefined },
): ComponentView {
  const { sentences, covered, unsaid } = filterSentences(name, {
    live: before,
    file: after,
    applied: before,
  });
  const views = sentences.map((one) => ({ ...one, sides: undefined }));
  const fields = [...unsaid, ...differences(without(before, covered), without(after, covered))];
  const shown = [before, after].every(isOne) ? fields.map(withoutVariation) : fields;
  return { name, cause: '', causeInFull: '', places: byPlace([...views, ...shown]), rest: [] };
}

/** Where a component is written: the line of the campaign file, and the texts that a campaign takes from other files. */
function filesOf(name: ComponentName, { desired }: PlannedCampaign): string[] {
  if (!desired) return [];
  const line = desired.positions.get(name)?.line;
  const own = line === undefined ? desired.file : `${desired.file}:${line}`;
  return [own, ...desired.sources.filter((file) => file !== desired.file)];
}

/** Content that names no language and no variation; in the canonical form it has one of each. */
function isFlat(component: JsonObject | undefined): boolean {
  return component !== undefined && !/"(?:default|variation_\d+)":/.test(JSON.stringify(component));
}

function isOne(component: JsonObject | undefined): boolean {
  const content = component?.content;
  if (!isJsonObject(content)) return component === undefined;
  const languages = Object.keys(content);
  const variations = isJsonObject(content.default) ? Object.keys(content.default) : [];
  return languages.join() === 'default' && variations.join() === 'variation_1';
}

/** Without the names that tell a reader nothing, because there is only one language and one variation. */
function withoutVariation(one: FieldDifference): FieldDifference {
  const [language, variation, ...rest] = one.context;
  return language === 'default' && variation === 'variation_1' ? { ...one, context: rest } : one;
}

function byPlace(all: readonly FieldDifference[]): ComponentView['places'] {
  return groupBy(all, ({ context }) => JSON.stringify(context)).map((differences) => ({
    context: differences[0]?.context ?? [],
    differences,
  }));
}

/** Whether live was changed in the service or never recorded, so that neither value is known to be wanted. */
function isSeenMoved({ name, cause }: ComponentChange, { notes }: PlannedCampaign): boolean {
  const isUnseen = notes.some((note) => note.kind === 'not-recorded' && note.components.includes(name));
  return cause === 'drifted' || (cause === 'adopted' && !isUnseen);
}

function isSent({ name }: ComponentChange, { steps, verdict }: PlannedCampaign): boolean {
  return verdict === 'create' || steps.some((step) => step.kind === 'update' && name in step.components);
}

/** A plan that overwrites an edit of a person says whose it is. */
function causesOf(
  change: ComponentChange,
  campaign: PlannedCampaign,
): Pick<ComponentView, 'cause' | 'causeInFull'> {
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

function without(value: JsonObject | undefined, names: ReadonlySet<string>): JsonObject | undefined {
  const rest = Object.entries(value ?? {}).filter(([name]) => !names.has(name));
  // A component that is shown entirely in sentences isn't empty.
  return rest.length === 0 && names.size > 0 ? undefined : value && Object.fromEntries(rest);
}
