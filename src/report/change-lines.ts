import { BELOW, campaignLine, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import type { ToldChange } from './tell-change.ts';
import { indent, wrap } from './text-layout.ts';

/** The sign before each kind of change. */
export const MARKS = { create: '+', update: '~', transition: '▸' } as const;

/** What will be done to one campaign, with whom a new one reaches and which fields of an existing one change. */
export function changeLines(change: ToldChange, options: LineOptions): string[] {
  const { campaign, kind, words, audience, components } = change;
  const { columns, paint } = options;
  const to = audience === undefined ? [] : wrap(`to: ${audience}`, columns - BELOW);
  return [
    ...campaignLine({ mark: paint.good(MARKS[kind]), campaign, text: words }, options),
    ...indent(
      to.map((line) => paint.faint(line)),
      BELOW,
    ),
    ...components.flatMap((one) => componentLines(one, options)),
  ];
}
