import type { ComponentName } from '../model/campaign.ts';
import type { ComponentChange, PlannedCampaign } from '../model/plan.ts';
import { audienceOf, filterWords } from './audience.ts';
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
  const rest = words ? change.operations.filter(({ path }) => !words.covers.test(path)) : change.operations;
  const places = new Map<string, Difference[]>();
  for (const one of differences({ ...change, operations: rest })) {
    places.set(one.context, [...(places.get(one.context) ?? []), one]);
  }
  return {
    name: change.name,
    cause: causeWords(change, campaign),
    places: [
      ...(words ? [{ context: '', differences: [{ ...words, context: '', lines: undefined }] }] : []),
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

interface Words {
  readonly field: string;
  readonly was: string;
  readonly now: string;
  /** Paths that the words tell already. */
  readonly covers: RegExp;
}

/** Who an audience reaches or what sets a campaign off, before and after; undefined where the words are the same. */
function filtersInWords({ name }: ComponentChange, { desired, live }: PlannedCampaign): Words | undefined {
  const [before, after] = [live?.components[name], desired?.components[name]];
  if (name === 'segmentation_details') {
    return told('audience', [audienceOf(before), audienceOf(after)], /./);
  }
  if (name !== 'trigger_condition') return undefined;
  const both = [filterWords(before?.included_filters), filterWords(after?.included_filters)] as const;
  return told('event', both, /^\/included_filters/);
}

function told(field: string, [was, now]: readonly (string | undefined)[], covers: RegExp): Words | undefined {
  return was === undefined || now === undefined || was === now ? undefined : { field, was, now, covers };
}
