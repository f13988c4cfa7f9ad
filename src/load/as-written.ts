import type { Finding, FindingOf, RuleCode } from '../model/findings.ts';
import type { JsonObject, Path } from '../model/json.ts';
import { placeholdersIn } from './fill-text.ts';
import { writtenAt, type Making } from './locate.ts';
import { contentTexts, countBefore, FINDINGS_AT_MOST, labels, textsInBody } from './rules/placed.ts';
import { soundBeside } from './silence.ts';
import type { Source, SourceSpan } from './yaml/source.ts';

/** A text of a body, and where it is written. */
interface Written {
  readonly path: Path;
  readonly text: string;
  readonly source: Source;
  /** Its path in the source. */
  readonly at: Path;
}

/** What the values alone don't show: it depends on how, or where, a value is written. */
export function asWritten(body: JsonObject, making: Making, spoken: readonly Path[]): Finding[] {
  const sound = soundBeside(spoken);
  const written = (texts: readonly { readonly path: Path; readonly text: string }[]) =>
    texts.flatMap(({ path, text }): Written[] => {
      const found = sound(path) ? writtenAt(path, making) : undefined;
      return found ? [{ path, text, source: found.source, at: found.path }] : [];
    });
  const [sent, named] = [written(contentTexts(body)), written(labels(body))];
  return [
    ...sent.flatMap((one) => lostToComment(one)),
    // Behind a name or a code, `# …` is a comment, and `#2` may be its end.
    ...named.flatMap((one) => lostToComment(one)).filter(({ params }) => !/^#\s/.test(params.seen)),
    ...[...sent, ...named].flatMap(lostToAnchor),
    ...sent.flatMap(inlinePlaceholders),
    ...written(textsInBody(body)).flatMap(inOddQuotes),
  ];
}

function found<Code extends RuleCode>(
  { path, source: { file } }: Written,
  { line, column, width }: SourceSpan,
  { code, params }: Pick<FindingOf<Code>, 'code' | 'params'>,
): FindingOf<Code> {
  return { code, params, path, at: { file, line, column, width } };
}

/** A text that ends where a comment begins: `You are our #1 customer` would be sent as `You are our`. */
function lostToComment(one: Written) {
  const comment = one.source.commentAfter(one.at);
  if (!comment) return [];
  const params = { why: 'comment', seen: comment.text } as const;
  return [{ ...found(one, comment, { code: 'UNQUOTED', params }), params }];
}

/**
 * A text that lost its first word: `subject: &more for you` is the text `for you` with the anchor `more`. If an alias
 * uses the anchor, it is meant.
 */
function lostToAnchor(one: Written): Finding[] {
  const span = one.source.unusedAnchorAt(one.at);
  return span ? [found(one, span, { code: 'UNQUOTED', params: { why: 'anchor', seen: span.anchor } })] : [];
}

/** `[[first_name]]` in a text of the campaign file itself: only the texts of files have placeholders. */
function inlinePlaceholders(one: Written): Finding[] {
  const { source, at, text } = one;
  return placeholdersIn(text)
    .slice(0, FINDINGS_AT_MOST)
    .map(({ mark, index }) => {
      const span = source.partAt(at, mark, countBefore(text, mark, index));
      return found(one, span, { code: 'PLACEHOLDER', params: { why: 'inline', seen: mark } });
    });
}

/** Curly quotes, as a word processor writes them, or escaped ones: to YAML, both are parts of a text. */
const ODD_QUOTES = /^(?:[“”„][^“”„]*[“”]|[‘’‚][^‘’‚]*[‘’]|\\["'].*)$/su;

function inOddQuotes(one: Written): Finding[] {
  if (!ODD_QUOTES.test(one.text) || !one.source.isUnquoted(one.at)) return [];
  return [found(one, one.source.at(one.at), { code: 'UNQUOTED', params: { why: 'quotes' } })];
}
