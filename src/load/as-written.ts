import type { Finding, FindingOf } from '../model/findings.ts';
import type { Path } from '../model/json.ts';
import { soundBeside } from './check.ts';
import { placeholdersIn } from './fill-text.ts';
import { writtenAt, type Making } from './locate.ts';
import type { ContentText } from './content/texts.ts';
import { FINDINGS_AT_MOST, nthPart } from './rules/placed.ts';

/** What the values alone don't show: it depends on how, or where, a value is written. */
export function asWritten(texts: readonly ContentText[], making: Making, spoken: readonly Path[]): Finding[] {
  const sound = soundBeside(spoken);
  const { head, configuration } = making;
  const isCommented = head.source.isCommented || configuration?.isCommented === true;
  return texts.flatMap((one) => {
    const isAsked = one.isRead && (isCommented || one.text.includes('[[')) && sound(one.path);
    const written = isAsked ? writtenAt(one.path, making) : undefined;
    return written ? [...lostToComment(one, written), ...inlinePlaceholders(one, written)] : [];
  });
}

type Written = NonNullable<ReturnType<typeof writtenAt>>;

/** A text that ends where a comment begins: `You are our #1 customer` would be sent as `You are our`. */
function lostToComment({ path }: ContentText, { source, path: at }: Written): FindingOf<'UNQUOTED'>[] {
  const comment = source.commentAfter(at);
  if (!comment) return [];
  const { text: seen, ...span } = comment;
  return [{ code: 'UNQUOTED', params: { seen }, path, at: span }];
}

/** `[[first_name]]` in a text of the campaign file itself: only the texts of files have placeholders. */
function inlinePlaceholders(
  { path, text }: ContentText,
  { source, path: at }: Written,
): FindingOf<'PLACEHOLDER'>[] {
  return placeholdersIn(text)
    .slice(0, FINDINGS_AT_MOST)
    .map((mark) => ({
      ...{ code: 'PLACEHOLDER', params: { why: 'inline', seen: mark.text }, path },
      at: source.at(at, { part: nthPart(text, mark) }),
    }));
}
