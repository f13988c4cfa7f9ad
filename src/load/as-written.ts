import type { Finding, FindingOf } from '../model/findings.ts';
import type { Path } from '../model/json.ts';
import { soundBeside } from './check.ts';
import { placeholdersIn } from './fill-text.ts';
import { writtenAt, type Making } from './locate.ts';
import type { ContentText } from './content/texts.ts';
import { FINDINGS_AT_MOST, nthPart } from './rules/placed.ts';
import type { Source } from './yaml/source.ts';

/** A text of a body, and where it is written. */
interface Written {
  readonly path: Path;
  readonly text: string;
  readonly source: Source;
  /** Its path in the source. */
  readonly at: Path;
}

/** What the values alone don't show: it depends on how, or where, a value is written. */
export function asWritten(texts: readonly ContentText[], making: Making, spoken: readonly Path[]): Finding[] {
  const sound = soundBeside(spoken);
  const { head, configuration } = making;
  const isCommented = head.source.isCommented || configuration?.isCommented === true;
  const sent = texts.flatMap(({ isRead, path, text }): Written[] => {
    const isAsked = isRead && (isCommented || text.includes('[[')) && sound(path);
    const found = isAsked ? writtenAt(path, making) : undefined;
    return found ? [{ path, text, source: found.source, at: found.path }] : [];
  });
  return [...sent.flatMap(lostToComment), ...sent.flatMap(inlinePlaceholders)];
}

/** A text that ends where a comment begins: `You are our #1 customer` would be sent as `You are our`. */
function lostToComment({ path, source, at }: Written): FindingOf<'UNQUOTED'>[] {
  const comment = source.commentAfter(at);
  if (!comment) return [];
  const { text: seen, ...span } = comment;
  return [{ code: 'UNQUOTED', params: { seen }, path, at: span }];
}

/** `[[first_name]]` in a text of the campaign file itself: only the texts of files have placeholders. */
function inlinePlaceholders({ path, source, at, text }: Written): FindingOf<'PLACEHOLDER'>[] {
  return placeholdersIn(text)
    .slice(0, FINDINGS_AT_MOST)
    .map((mark) => ({
      ...{ code: 'PLACEHOLDER', params: { why: 'inline', seen: mark.text }, path },
      at: source.at(at, { part: nthPart(text, mark) }),
    }));
}
