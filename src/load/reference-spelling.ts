import { isJsonObject, type JsonValue } from '../model/json.ts';
import { clip } from '../model/show.ts';

/**
 * A reference found in a text or a line of YAML, in its correct form: `{ $file: ./welcome.html }`; undefined if there
 * is none.
 */
export function referenceIn(text: string): string | undefined {
  const [, name = '', target = ''] = /\$(file|var)\b["']?(?:\s*:\s*|\s+)["']?([^\s"'{}]*)/i.exec(text) ?? [];
  if (name === '') return undefined;
  return `{ $${name.toLowerCase()}: ${target === '' || target === 'null' ? '…' : clip(target)} }`;
}

/** `{ file: ./x.html }`, as a reference. */
export function referenceWithoutSign(seen: JsonValue | undefined): string | undefined {
  const [[name, target] = [], ...others] = isJsonObject(seen) ? Object.entries(seen) : [];
  if (name === undefined || others.length > 0 || typeof target !== 'string') return undefined;
  return /^(?:file|var)$/i.test(name) ? referenceIn(`$${name}: ${target}`) : undefined;
}
