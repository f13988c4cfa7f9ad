import { editWords } from '../../messages/advice.ts';
import { joined, plainText, type Message, type Phrase } from '../../messages/phrase.ts';
import { describeLeft, describePullNote } from '../../messages/rewrite-messages.ts';
import type { LeftCampaign, PulledCampaign, PullReport } from '../../model/pull.ts';
import { visibleLine } from '../text-layout.ts';
import { fieldsOf } from './fold.ts';
import { rowFor, shownIn, type ComponentValues, type Mark, type Row } from './row.ts';
import { valuesOfMove } from './values.ts';

/** What a pull writes into files, and what it leaves out and why; a row for each campaign. */
export function pullRows({ pulled, left }: Pick<PullReport, 'pulled' | 'left'>): {
  readonly pulled: readonly Row[];
  readonly left: readonly Row[];
} {
  return {
    pulled: pulled.map((one) => {
      const words = { why: once(one.notes.map(describePullNote)), todo: [] };
      return rowOf(one, { words, mark: 'update', more: [] });
    }),
    left: left.map((one) =>
      rowOf(one, { words: leftWords(one), mark: 'attention', more: one.reasons.flatMap(sidesOf) }),
    ),
  };
}

function rowOf(
  campaign: Omit<PulledCampaign, 'notes' | 'files'> & Partial<Pick<PulledCampaign, 'files'>>,
  {
    words,
    mark,
    more,
  }: { readonly words: Message; readonly mark: Mark; readonly more: readonly ComponentValues[] },
): Row {
  const { key, file, files = [], parts, edit } = campaign;
  const values = parts.map(({ name, before, after }) => valuesOfMove(name, { before, after }));
  const edited = edit ? [`last edited ${editWords(edit)}`] : [];
  return rowFor(shownIn(campaign), {
    ...({ kind: 'drift', mark, head: fieldsOf(values) || 'not pulled', ...words } as const),
    place: { file, line: undefined },
    facts: [...files.filter((one) => one !== file), ...edited].map(visibleLine),
    ...{ values: [...values, ...more], like: key },
  });
}

/** Both sides of a conflict, each compared with the last applied value. */
function sidesOf(reason: LeftCampaign['reasons'][number]): ComponentValues[] {
  if (reason.code !== 'conflict') return [];
  const { part, applied, file, live } = reason;
  return [
    { ...valuesOfMove(part, { before: applied, after: live }), cause: 'in the service' },
    { ...valuesOfMove(part, { before: applied, after: file }), cause: 'in the file' },
  ];
}

function leftWords({ reasons, key }: LeftCampaign): Message {
  const words = reasons.map((reason) => describeLeft(reason, key));
  return {
    why: once(words.map(({ why }) => why)),
    todo: once(words.map(({ todo }) => todo)),
  };
}

/** Sentences one after the other, each once. */
function once(sentences: readonly Phrase[]): Phrase {
  return joined(...new Map(sentences.map((one) => [plainText(one), one])).values());
}
