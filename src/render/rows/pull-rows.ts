import { editWords } from '../../messages/advice.ts';
import { joined, plainText, type Phrase } from '../../messages/phrase.ts';
import { describeLeft, describePullNote } from '../../messages/rewrite-messages.ts';
import type { LeftReason, PulledCampaign } from '../../model/pull.ts';
import { visibleLine } from '../text-layout.ts';
import { fieldsOf } from './group.ts';
import { rowFor, shownIn, type ComponentValues, type Row } from './row.ts';
import { valuesOfMove } from './values.ts';

/** What a pull writes into files, or leaves out and why. */
export function pullRow(campaign: PulledCampaign): Row {
  const { key, file, files, parts, edit, notes, reasons } = campaign;
  const values = parts.map(({ name, before, after }) => valuesOfMove(name, { before, after }));
  const edited = edit ? [`last edited ${editWords(edit)}`] : [];
  const words = reasons.map((reason) => describeLeft(reason, key));
  return rowFor(shownIn(campaign), {
    ...({ kind: 'drift', mark: reasons.length > 0 ? 'attention' : 'update' } as const),
    head: fieldsOf(values) || 'not pulled',
    why: once([...notes.map(describePullNote), ...words.map(({ why }) => why)]),
    todo: once(words.map(({ todo }) => todo)),
    place: { file, line: undefined },
    facts: [...files.filter((one) => one !== file), ...edited].map(visibleLine),
    ...{ values: [...values, ...reasons.flatMap(sidesOf)], like: key },
  });
}

/** Both sides of a conflict, each compared with the last applied value. */
function sidesOf(reason: LeftReason): ComponentValues[] {
  if (reason.code !== 'conflict') return [];
  const { part, applied, file, live } = reason;
  return [
    { ...valuesOfMove(part, { before: applied, after: live }), cause: 'in the service' },
    { ...valuesOfMove(part, { before: applied, after: file }), cause: 'in the file' },
  ];
}

/** Sentences one after the other, each once. */
function once(sentences: readonly Phrase[]): Phrase {
  return joined(...new Map(sentences.map((one) => [plainText(one), one])).values());
}
