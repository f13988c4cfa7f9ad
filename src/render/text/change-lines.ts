import { BELOW, campaignLine, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import { isStopping, type ChangeView } from '../view/change-view.ts';
import { say } from '../../messages/phrase.ts';
import { indent, wrap } from '../text-layout.ts';

/** The sign before each kind of change. */
const MARKS = { create: '+', update: '~', transition: '▸' } as const;

/** A pause or a stop is seen at its sign, whatever else is done. */
export function signOf(change: ChangeView): string {
  return MARKS[isStopping(change) ? 'transition' : change.kind];
}

/** What will be done to one campaign, whom it reaches, and which fields of an existing one change. */
export function changeLines(change: ChangeView, options: LineOptions): string[] {
  const { campaign, kind, words, reach, components } = change;
  const { columns, paint } = options;
  return [
    ...campaignLine({ mark: paint.good(signOf(change)), campaign, text: say`${words}` }, options),
    ...reach.flatMap((text) =>
      indent(
        wrap(text, columns - BELOW).map((line) => paint.faint(line)),
        BELOW,
      ),
    ),
    ...(kind === 'create' ? [] : components.flatMap((one) => componentLines(one, options))),
  ];
}
