import { BELOW, campaignLine, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import type { Paint } from './paint.ts';
import type { Attention, Place, Trouble } from '../view/attention-view.ts';
import { joined, plainText, type Phrase } from '../../messages/phrase.ts';
import { visibleLine } from '../visible-text.ts';
import { foldedWord, indent, wrap } from '../text-layout.ts';

/** What stands in the way of one campaign, or should be looked at: why, where, and what to do. */
export function attentionLines({ campaign, headline, issues }: Attention, options: LineOptions): string[] {
  return [
    ...campaignLine({ mark: options.paint.warn('!'), campaign, text: headline }, options),
    ...issues.flatMap((one) => issueLines(one, options)),
  ];
}

function issueLines(issue: Trouble, options: LineOptions): string[] {
  const { kind, why, todo, place, components, waiting } = issue;
  const { columns, paint } = options;
  const below = (phrase: Phrase) => indent(wrap(visibleLine(plainText(phrase)), columns - BELOW), BELOW);
  if (kind === 'note') return [...below(joined(why, todo)), ...placeLines(place, columns, paint)];
  return [
    ...below(why),
    ...placeLines(place, columns, paint),
    ...components.flatMap((one) => componentLines(one, options)),
    ...below(waiting),
    ...below(todo),
  ];
}

function placeLines(place: Place | undefined, columns: number, paint: Paint): string[] {
  const lines = place ? foldedWord(placeWords(place), columns - BELOW) : [];
  return indent(
    lines.map((line) => paint.faint(line)),
    BELOW,
  );
}

function placeWords({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}
