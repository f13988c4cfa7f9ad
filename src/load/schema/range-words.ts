import { valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { contentHint } from './example-value.ts';

// What is said about a value outside of its limits.

export function rangeHint({ comparison, limit }: Readonly<Record<string, unknown>>): string {
  const words: Readonly<Record<string, string>> = {
    '>=': 'at least',
    '<=': 'at most',
    '>': 'more than',
    '<': 'less than',
  };
  return `it must be ${words[String(comparison)] ?? String(comparison)} ${Number(limit).toLocaleString('en-US')}`;
}

export function atLeast(limit: unknown, path: Path, body: JsonValue): string {
  if (valueAt(body, path) === '') return 'write some text';
  const content = contentHint(path, body);
  if (content !== undefined) return content;
  return Number(limit) === 1 ? 'write at least one entry, or remove it' : `at least ${String(limit)}`;
}
