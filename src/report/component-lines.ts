import type { ComponentChange, PlannedCampaign } from '../model/plan.ts';
import { audienceOf, filterWords } from './audience.ts';
import { BELOW, type LineOptions } from './campaign-line.ts';
import { differences, type Difference } from './differences.ts';
import type { Paint } from './paint.ts';
import { clip } from './text-layout.ts';

type Options = Omit<LineOptions, 'keyWidth'>;

/** A component's differences: filters in words, all else field by field. */
export function componentLines(
  change: ComponentChange,
  campaign: PlannedCampaign,
  options: Options,
): string[] {
  const title = ' '.repeat(BELOW) + change.name;
  const cause = causeWords(change, campaign);
  const words = filtersInWords(change, campaign);
  const rest = words ? change.operations.filter(({ path }) => !words.covers.test(path)) : change.operations;
  const groups = new Map<string, Difference[]>();
  for (const one of differences({ ...change, operations: rest })) {
    groups.set(one.context, [...(groups.get(one.context) ?? []), one]);
  }
  const fields = [...groups].flatMap(([context, group]) => [
    context === '' ? title + cause : `${title}  ${options.paint.faint(context)}${cause}`,
    ...group.flatMap((one) => differenceLines(one, options)),
  ]);
  return words
    ? [title + cause, ...differenceLines({ ...words, context: '', lines: undefined }, options), ...fields]
    : fields;
}

function causeWords({ name, cause }: ComponentChange, { steps }: PlannedCampaign): string {
  const sent = steps.some((step) => step.kind === 'update' && name in step.components);
  switch (cause) {
    case 'edited':
      return '';
    case 'drifted':
      return sent ? ' (changed by hand; put back)' : ' (changed by hand)';
    case 'conflict':
      return ' (changed in the file and by hand)';
    case 'adopted':
      return ' (not recorded yet)';
    case 'released':
      return ' (no longer in the file; live keeps it)';
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

function differenceLines({ field, was, now, lines }: Difference, { columns, paint }: Options): string[] {
  const label = `        ${field}  `;
  if (lines)
    return [label.trimEnd(), ...lines.map((line) => `          ${tint(clip(line, columns - 10), paint)}`)];
  const short = `${label}${was ?? ''}  →  ${now ?? ''}`;
  if (was !== undefined && now !== undefined && short.length <= columns) return [short];
  const marked = [...(was === undefined ? [] : [`- ${was}`]), ...(now === undefined ? [] : [`+ ${now}`])];
  return marked.map((line, at) => {
    const start = at === 0 ? label : ' '.repeat(label.length);
    return start + tint(clip(line, Math.max(20, columns - label.length)), paint);
  });
}

function tint(line: string, paint: Paint): string {
  return line.startsWith('+') ? paint.good(line) : line.startsWith('-') ? paint.bad(line) : line;
}
