import { BELOW, campaignLine, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import type { Paint } from './paint.ts';
import type { Attention, Place, Issue } from '../view/attention-view.ts';
import { joined, say, type Phrase } from '../../messages/phrase.ts';
import { foldedWord, indent } from '../text-layout.ts';
import { wrapPhrase } from './wrap-phrase.ts';

/** What blocks a campaign or needs attention: why, where, and what to do. */
export function attentionLines({ campaign, headline, issues }: Attention, options: LineOptions): string[] {
  return [
    ...campaignLine({ mark: options.paint.warn('!'), campaign, text: say`${headline}` }, options),
    ...issues.flatMap((one) => issueLines(one, options)),
  ];
}

function issueLines(issue: Issue, options: LineOptions): string[] {
  const { kind, why, todo, place, components, waiting } = issue;
  const { columns, paint } = options;
  const below = (phrase: Phrase) => indent(wrapPhrase(phrase, columns - BELOW), BELOW);
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
