import type { JsonObject } from '../../model/json.ts';
import { visibleLine } from '../text-layout.ts';
import { quoted, text } from './audience.ts';

// Which saved segment a filter names. Only its ID decides that: sentences show the name, so a plan has to say when the
// name is the same and the segment is another one, and when the segment is the same and only its name is new.

/** Undefined for other filters, and for a segment without an ID. */
export function segmentIdOf({ filter_type: type, id }: JsonObject): string | undefined {
  if (type !== 'custom_segments') return undefined;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

/** `another segment named "VIP"`, if both filters name a segment so, but with different IDs. */
export function otherSegment(before: JsonObject, after: JsonObject): string | undefined {
  const [was, now] = [before, after].map(segmentIdOf);
  if (was === undefined || now === undefined || was === now || before.name !== after.name) return undefined;
  return visibleLine(`another segment named ${quoted(text(after.name))}`);
}
