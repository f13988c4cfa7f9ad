import type { ComponentName } from '../model/campaign.ts';
import type { ComponentChange, PlannedCampaign } from '../model/plan.ts';
import { audienceOf, filterWords } from './audience.ts';
import { filterLines } from './filter-lines.ts';
import { differences, type Difference } from './differences.ts';

/** What differs in a component, in words, for whatever renders it. */
export interface ToldComponent {
  readonly name: ComponentName;
  /** Why it differs; empty where the file was edited, which needs no words. */
  readonly cause: string;
  /** Differences that stand at the same place of the component, in the order in which they are told. */
  readonly places: readonly { readonly context: string; readonly differences: readonly Difference[] }[];
}

/** A component's differences: filters in words, all else field by field. */
export function tellComponent(change: ComponentChange, campaign: PlannedCampaign): ToldComponent {
  const words = filtersInWords(change, campaign);
  const rest = change.operations.filter(({ path }) => !words.some(({ covers }) => covers.test(path)));
  const places = new Map<string, Difference[]>();
  for (const one of differences({ ...change, operations: rest })) {
    places.set(one.context, [...(places.get(one.context) ?? []), one]);
  }
  return {
    name: change.name,
    cause: causeWords(change, campaign),
    places: [
      ...(words.length > 0
        ? [{ context: '', differences: words.map((one) => ({ ...one, context: '' })) }]
        : []),
      ...[...places].map(([context, group]) => ({ context, differences: group })),
    ],
  };
}

function causeWords({ name, cause }: ComponentChange, { steps }: PlannedCampaign): string {
  const sent = steps.some((step) => step.kind === 'update' && name in step.components);
  switch (cause) {
    case 'edited':
      return '';
    case 'drifted':
      return sent ? 'changed by hand; put back' : 'changed by hand';
    case 'conflict':
      return 'changed in the file and by hand';
    case 'adopted':
      return 'not recorded yet';
    case 'released':
      return 'no longer in the file; live keeps it';
  }
}

interface Words extends Omit<Difference, 'context'> {
  /** Paths that the words tell already. */
  readonly covers: RegExp;
}

/** Who an audience reaches or what sets a campaign off, before and after; none where the words are the same. */
function filtersInWords({ name }: ComponentChange, { desired, live }: PlannedCampaign): Words[] {
  const [before, after] = [live?.components[name], desired?.components[name]];
  // A component that came or went as a whole is told field by field.
  if (!before || !after) return [];
  if (name === 'segmentation_details') {
    const [was, now] = [audienceOf(before), audienceOf(after)];
    if (was === undefined || now === undefined) return [];
    const lines = filterLines(before, after, [was, now]);
    return told({ field: 'audience', was, now, lines, covers: /./ });
  }
  if (name !== 'trigger_condition') return [];
  return EVENTS.flatMap(({ field, filters, covers }) => {
    const [was, now] = [filterWords(before[filters]), filterWords(after[filters])];
    const lines =
      was === undefined || now === undefined
        ? undefined
        : filterLines(
            { included_filters: before[filters] ?? {} },
            { included_filters: after[filters] ?? {} },
            [was, now],
          );
    return told({ field, was, now, lines, covers });
  });
}

const EVENTS = [
  { field: 'event', filters: 'included_filters', covers: /^\/included_filters/ },
  { field: 'second event', filters: 'secondary_included_filters', covers: /^\/secondary_included_filters/ },
] as const;

function told(words: Words): Words[] {
  return words.was === words.now ? [] : [words];
}
