import { isJsonObject, type JsonValue } from '../model/json.ts';

/** The kinds of files on a state branch. */
export type FileKind = 'approval' | 'binding' | 'journal' | 'ledger' | 'reported' | 'target';

/**
 * The only place that decides versions: for each kind of file the name of its format, and the version that this program
 * writes. The program reads that version and all older ones, except older approvals, which approve nothing. It rejects
 * newer ones, because it can't know what it would lose. If you increase a number here, make `decodeState` read the older
 * files.
 */
const FORMATS: Readonly<Record<FileKind, { readonly name: string; readonly newest: number }>> = {
  approval: { name: 'campaign-approval', newest: 2 },
  binding: { name: 'campaign-binding', newest: 1 },
  journal: { name: 'campaign-journal', newest: 2 },
  ledger: { name: 'campaign-ledger', newest: 1 },
  reported: { name: 'campaign-reported', newest: 1 },
  target: { name: 'campaign-target', newest: 2 },
};

/** What a file says about its own format. */
export type FormatVerdict =
  { readonly kind: 'known' | 'foreign' } | { readonly kind: 'newer'; readonly format: string };

export function formatOf(kind: FileKind): string {
  const { name, newest } = FORMATS[kind];
  return `${name}/${newest}`;
}

export function judgeFormat(kind: FileKind, value: JsonValue): FormatVerdict {
  const format = isJsonObject(value) ? value.format : undefined;
  if (typeof format !== 'string') return { kind: 'foreign' };
  const [, name, version] = /^([a-z-]+)\/([1-9]\d*)$/.exec(format) ?? [];
  if (name !== FORMATS[kind].name) return { kind: 'foreign' };
  return Number(version) > FORMATS[kind].newest ? { kind: 'newer', format } : { kind: 'known' };
}
