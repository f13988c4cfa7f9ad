import { isJsonObject, isList, type JsonValue } from '../model/json.ts';

/** As much of a value as a message shows, in characters. */
const SHOWN_CHARS = 60;

/** A text or name from a file, short enough for a message. */
export function clip(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text;
}

/** A value from a file as a message shows it. */
export function show(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (isList(value)) return 'a list';
  if (isJsonObject(value)) return 'a map';
  return typeof value === 'string' ? JSON.stringify(clip(value)) : String(value);
}

/** A plain value from a file without quotes, for a sentence. */
export function bare(value: JsonValue | undefined): string {
  return typeof value === 'string' ? clip(value) : show(value);
}
