import { statusWord } from '../../model/campaign.ts';
import { readRemedy } from '../../model/answer-problem.ts';
import type { ImportNote, ImportReport, LeftOut } from '../../model/import.ts';
import { problemText } from '../../messages/catalog/faults.ts';
import {
  FEATURE_ADVICE,
  importNoteWords,
  importWarningWords,
  isMissingValue,
  leftOutWords,
} from '../../messages/import-messages.ts';
import { groupBy } from '../../model/grouping.ts';
import { clip, nameList } from '../../model/show.ts';

/** Campaigns that were left out for one reason, in words. */
export interface LeftOutGroup {
  readonly sentence: string;
  readonly todo: string;
  readonly names: readonly string[];
}

/** One group for each reason, the most campaigns first. */
export function leftOutGroups({ leftOut }: Pick<ImportReport, 'leftOut'>): LeftOutGroup[] {
  const groups = new Map<string, [LeftOut, ...LeftOut[]]>();
  for (const one of leftOut) {
    const others = groups.get(adviceGroup(one.reason));
    if (others) others.push(one);
    else groups.set(adviceGroup(one.reason), [one]);
  }
  return [...groups.values()]
    .sort((left, right) => right.length - left.length)
    .map((members) => {
      const [why, usual] = leftOutWords(members[0].reason, members.length);
      const todo = members.some(isMissingFeature) ? FEATURE_ADVICE : usual;
      return { sentence: `${members.length} ${why}`, todo, names: members.map(nameOf) };
    });
}

/** Different faults of one kind need different advice. */
function adviceGroup(reason: LeftOut['reason']): string {
  if (isMissingValue(reason)) return `${reason.code} lacks`;
  return reason.code === 'unreadable' ? `${reason.code} ${readRemedy(reason.problem)}` : reason.code;
}

function isMissingFeature({ reason }: LeftOut): boolean {
  return reason.code === 'invalid' && reason.diagnostics.some(({ code }) => code === 'E_FEATURE');
}

/** The name by which a person knows a campaign, and what is wrong with it if that differs between campaigns. */
function nameOf({ id, live, reason }: LeftOut): string {
  const name = live === undefined ? id : `${clip(live.name ?? id)} (${id}, ${statusWord(live)})`;
  return `${name}${detailOf(reason)}`;
}

function detailOf(reason: LeftOut['reason']): string {
  switch (reason.code) {
    case 'invalid': {
      const [first] = reason.diagnostics;
      return first ? `: ${first.message}` : '';
    }
    case 'differs':
    case 'secret':
      return `: ${reason.components.join(', ')}`;
    case 'unknown-component':
      return `: ${nameList(reason.fields)}`;
    case 'file-exists':
    case 'other-workspace':
      return `: ${reason.file}`;
    case 'managed':
    case 'file-gone':
      return `: ${reason.key}`;
    case 'unreadable':
      return `: ${problemText(reason.problem)}`;
    case 'channel':
    case 'child':
    case 'flow-node':
    case 'delivery-type':
    case 'other-status':
    case 'ended':
    case 'no-name':
    case 'missing':
      return '';
  }
}

/** What people should check or expect, and the keys of its campaigns. */
export interface ImportNotice {
  readonly sentence: string;
  readonly keys: readonly string[];
}

/** A sentence for each kind of note, with how many campaigns it is about. */
export function importNotes({ campaigns }: Pick<ImportReport, 'campaigns'>): ImportNotice[] {
  const groups = new Map<string, { notes: ImportNote[]; keys: string[] }>();
  for (const { key, notes } of campaigns)
    for (const note of notes) {
      const group = groups.get(groupOf(note)) ?? { notes: [], keys: [] };
      group.notes.push(note);
      group.keys.push(key);
      groups.set(groupOf(note), group);
    }
  return [...groups.values()].flatMap(({ notes, keys }) => {
    const note = joined(notes);
    return note ? [{ sentence: importNoteWords(note, keys.length), keys }] : [];
  });
}

/** A sentence for each code of a warning, with the keys of its campaigns; most campaigns first. */
export function importWarnings({ campaigns }: Pick<ImportReport, 'campaigns'>): ImportNotice[] {
  const all = campaigns.flatMap(({ key, warnings }) => warnings.map((warning) => ({ key, warning })));
  return groupBy(all, ({ warning }) => warning.code)
    .flatMap((members) => {
      const [first] = members;
      if (!first) return [];
      const keys = [...new Set(members.map(({ key }) => key))];
      const isSame = members.every(({ warning }) => warning.message === first.warning.message);
      return [{ sentence: importWarningWords(first.warning, { campaigns: keys.length, isSame }), keys }];
    })
    .sort((left, right) => right.keys.length - left.keys.length);
}

function groupOf(note: ImportNote): string {
  switch (note.kind) {
    case 'not-shown-whole':
    case 'changes-by-itself':
    case 'left-to-service':
      return `${note.kind} ${note.component}`;
    case 'secret-like':
      return `${note.kind} ${note.component} ${note.looksLike}`;
    case 'numbered':
    case 'read-view':
    case 'body-inline':
    case 'personal-data':
    case 'not-in-file':
      return note.kind;
  }
}

/** Notes of one group as one. */
function joined(notes: readonly ImportNote[]): ImportNote | undefined {
  const [first] = notes;
  const all = (of: (note: ImportNote) => readonly string[]) => [...new Set(notes.flatMap(of))].sort();
  if (first?.kind === 'personal-data')
    return { ...first, addresses: all((note) => (note.kind === first.kind ? note.addresses : [])) };
  if (first?.kind === 'not-in-file')
    return { ...first, fields: all((note) => (note.kind === first.kind ? note.fields : [])) };
  return first;
}
