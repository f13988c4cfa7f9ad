import type { ComponentChange, PlannedCampaign } from '../model/plan.ts';
import { audienceOf } from './audience.ts';
import { BELOW, type LineOptions } from './campaign-line.ts';
import { differences, type Difference } from './differences.ts';
import type { Paint } from './paint.ts';
import { clip } from './text-layout.ts';

/** A component's differences: who it reaches in words where that tells it, else field by field. */
export function componentLines(
  change: ComponentChange,
  campaign: PlannedCampaign,
  options: Omit<LineOptions, 'keyWidth'>,
): string[] {
  const title = ' '.repeat(BELOW) + change.name + CAUSES[change.cause];
  const audience = audienceLines(change, campaign, options);
  if (audience) return [title, ...audience];
  const groups = new Map<string, Difference[]>();
  for (const one of differences(change)) groups.set(one.context, [...(groups.get(one.context) ?? []), one]);
  return [...groups].flatMap(([context, group], at) => {
    const start = at === 0 ? title : ' '.repeat(title.length);
    const line = context === '' ? start : `${start}  ${options.paint.faint(context)}`;
    return [...(line.trim() === '' ? [] : [line]), ...group.flatMap((one) => differenceLines(one, options))];
  });
}

const CAUSES: Readonly<Record<ComponentChange['cause'], string>> = {
  edited: '',
  drifted: ' (changed by hand; put back)',
  conflict: ' (changed in the file and by hand)',
  adopted: ' (not recorded yet)',
  released: ' (no longer in the file; live keeps it)',
};

function audienceLines(
  change: ComponentChange,
  { desired, live }: PlannedCampaign,
  { columns, paint }: Omit<LineOptions, 'keyWidth'>,
): string[] | undefined {
  if (change.name !== 'segmentation_details') return undefined;
  const was = audienceOf(live?.components.segmentation_details);
  const now = audienceOf(desired?.components.segmentation_details);
  if (was === undefined || now === undefined || was === now) return undefined;
  const both = `        audience  ${was}  →  ${now}`;
  if (both.length <= columns) return [both];
  return [`        audience  ${paint.bad(`- ${was}`)}`, `                  ${paint.good(`+ ${now}`)}`];
}

function differenceLines(
  { field, was, now, lines }: Difference,
  { columns, paint }: Omit<LineOptions, 'keyWidth'>,
): string[] {
  const label = `        ${field}  `;
  if (lines)
    return [label.trimEnd(), ...lines.map((line) => `          ${tint(clip(line, columns - 10), paint)}`)];
  const short = `${label}${was ?? ''} → ${now ?? ''}`;
  if (was !== undefined && now !== undefined && short.length <= columns && !/\s/.test(was + now))
    return [short];
  const marked = [...(was === undefined ? [] : [`- ${was}`]), ...(now === undefined ? [] : [`+ ${now}`])];
  return marked.map((line, at) => {
    const start = at === 0 ? label : ' '.repeat(label.length);
    return start + tint(clip(line, Math.max(20, columns - label.length)), paint);
  });
}

function tint(line: string, paint: Paint): string {
  return line.startsWith('+') ? paint.good(line) : line.startsWith('-') ? paint.bad(line) : line;
}
