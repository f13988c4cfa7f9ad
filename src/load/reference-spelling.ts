import { clip } from '../model/show.ts';

/**
 * A reference found in a text or a line of YAML, in its correct form: `{ $file: ./welcome.html }`; undefined if there
 * is none.
 */
export function referenceIn(text: string): string | undefined {
  const [, name = '', target = ''] = /\$(file|var)\b["']?(?:\s*:\s*|\s+)["']?([^\s"'{}]*)/i.exec(text) ?? [];
  if (name === '') return undefined;
  const bare = target.replace(/[),\]]+$/, '');
  return `{ $${name.toLowerCase()}: ${bare === '' || bare === 'null' ? '…' : clip(bare)} }`;
}

/** A reference with other text before or after it, which would be sent literally. */
export interface ReferenceInText {
  readonly part: string;
  readonly index: number;
  /** What to write: only a whole value can be a reference. */
  readonly put: string;
}

const REFERENCE = /(\{{1,3}\s{0,9})?\$(file|var)(?:\s{0,9}:\s{0,9}|\s{1,9})["']?([^\s"'{},)\]]+)["']?/;

/** Such a reference in a text. */
export function referenceInText(text: string): ReferenceInText | undefined {
  const found = REFERENCE.exec(text);
  if (!found) return undefined;
  const { 0: begun, 1: brace, 2: kind, index } = found;
  const [rest = ''] = /^[^{}]{0,300}\}{1,3}/.exec(text.slice(index + begun.length)) ?? [];
  const part = brace === undefined ? begun : begun + rest;
  const isFirst = /^[\s{(]*$/.test(text.slice(0, index));
  const isOnly = brace === undefined || /^[\s)}]*$/.test(text.slice(index + part.length));
  if ((isFirst && isOnly) || (brace === undefined && !begun.includes(':'))) return undefined;
  return { part, index, put: `the whole value as { $${kind ?? ''}: … }` };
}

/** `!include sale.html`, `@sale.html`: the path of a file whose text other programs would insert. */
export function includedFile(text: string): string | undefined {
  return /^(?:[!@](?:[\w-]+:?\s+)?|(?:include|import):?\s+)["']?([^\s"'<>{}!@][^\s"'<>{}]*\.(?:html?|liquid|txt))["']?$/i.exec(
    text.trim(),
  )?.[1];
}
