import { nearest } from '../../model/nearest.ts';
import { suggestion } from '../suggestion.ts';
import { bare, clip } from '../../model/show.ts';
import type { Problem } from '../problem.ts';
import { blockFindings } from './expression-blocks.ts';
import { mangledTags, tagInBraces, valueInTag } from './expression-braces.ts';
import { foreignIn } from './expression-foreign.ts';
import { gapIn } from './expression-gaps.ts';
import { isMissingDot } from './expression-grammar.ts';
import { markupIn } from './expression-markup.ts';
import {
  attributeLike,
  bareName,
  DECLARING,
  FILTERS,
  LEAVING,
  OF_USER,
  ROOTS,
  USER_ATTRIBUTES,
  WORDS,
} from './expression-names.ts';
import { codeOfBroken, firstUnbalanced } from './expression-rules.ts';
import {
  isWord,
  partsOf,
  tokensOf,
  unclosed,
  type Finding,
  type Tag,
  type TemplatePart,
  type Token,
} from './expression-scan.ts';
import { slipFindings, slipsIn } from './expression-slips.ts';
import { inText } from './in-text.ts';
import { FINDINGS_AT_MOST, textsIn, type Rule } from './rule.ts';
import { isTypo } from './utm-rules.ts';

// A typo in a template loses a first name or half of a message, and the service sends it anyway.

/** Tags, filters and roots that we don't know, and blocks that aren't closed (open point W18). */
export const expressionsAreKnown: Rule = (inputs) =>
  textsIn(inputs.body.campaign_content ?? null, ['campaign_content']).flatMap(({ path, text }) =>
    (/\{\{|\{%/.test(text) || mangledTags(text).length > 0) && !firstUnbalanced(text)
      ? findingsIn(text, bare(inputs.body.campaign_delivery_type)).map(
          ({ kind, part, message, hint }): Problem => {
            const code = kind === 'broken' ? codeOfBroken(inputs, path) : CODES[kind];
            return inText({ path, text }, { part: part.text, index: part.at }, [code, message, hint]);
          },
        )
      : [],
  );

const CODES = { doubtful: 'W_EXPRESSION', name: 'W_EXPRESSION' } as const;

function findingsIn(text: string, deliveryType: string): Finding[] {
  const { parts: all, openTag } = partsOf(text);
  const mangled = mangledTags(text).filter(({ meant }) => meant.at < (openTag ?? Infinity));
  const wholes = new Map(all.map((part) => [part, wholeFinding(part)]));
  const parts = all.filter((part) => !wholes.get(part));
  const own = new Set(parts.flatMap(declaredBy));
  // Lines of a liquid tag are tags without braces, and may declare any name.
  const isLiquid = all.some(({ tag }) => tag === 'liquid');
  const tags = [...all.flatMap(tagOf), ...mangled.map(({ meant }) => meant)].sort((a, b) => a.at - b.at);
  const findings: Finding[] = [];
  for (const part of parts) {
    if (findings.length >= FINDINGS_AT_MOST) break;
    findings.push(...gapIn(part), ...(isLiquid ? [] : partFindings(part, { own, deliveryType })));
  }
  return [
    ...(openTag === undefined ? [] : [openTagFinding(text, openTag)]),
    ...all.flatMap((part) => wholes.get(part) ?? []),
    ...mangled.map(({ finding }) => finding),
    ...blockFindings(tags, openTag !== undefined),
    ...findings,
  ]
    .sort((a, b) => a.part.at - b.part.at)
    .slice(0, FINDINGS_AT_MOST);
}

/** What is wrong with a part as a whole: its names and signs are not judged. */
function wholeFinding(part: TemplatePart): Finding | undefined {
  return foreignIn(part) ?? tagInBraces(part)?.finding ?? valueInTag(part) ?? markupIn(part);
}

/** The tag that a part is, or was meant as, so that what closes it isn't reported, too. */
function tagOf(part: TemplatePart): Tag | readonly Tag[] {
  const { tag = '' } = part;
  return tagInBraces(part)?.meant ?? (part.tag === undefined || valueInTag(part) ? [] : [{ ...part, tag }]);
}

function openTagFinding(text: string, at: number): Finding {
  const [short] = /^\{%[^{}%\n]{1,80}\}/.exec(text.slice(at, at + 100)) ?? [];
  const hint =
    short === undefined ? 'write %} where it ends' : `write ${clip(`${short.slice(0, -1).trim()} %}`)}`;
  return unclosed({ text: '{%', at }, 'a tag', hint);
}

/** What is wrong with the signs and names of a part. */
function partFindings(
  part: TemplatePart,
  { own, deliveryType }: { readonly own: ReadonlySet<string>; readonly deliveryType: string },
): Finding[] {
  // `$file` in braces is reported as a reference.
  if (UNREAD.has(part.tag ?? '') || /^\s*\$(?!\w+\.)/.test(part.inside)) return [];
  const tokens = tokensOf(part);
  const quote = tokens.find(({ text }) => /^[“”„‘’"']$/u.test(text));
  if (quote) return [oneQuote(quote, part)];
  const slips = slipsIn(part, own);
  // After a sign that can't be read, the other words may be a part of what was meant.
  const isNew = ({ part: { at } }: Finding) =>
    !slips.some((slip) => slip.at <= at && (at < slip.to || slip.put === undefined));
  return [
    ...slipFindings(part, slips),
    ...tokens.flatMap((_, index) => judge(tokens, index, own) ?? []).filter(isNew),
    ...(UNTRIGGERED.includes(deliveryType) ? eventIn(tokens, own) : []),
  ];
}

/** Types of campaigns that no event of the user triggers. */
const UNTRIGGERED = ['ONE_TIME', 'PERIODIC'];

function eventIn(tokens: readonly Token[], own: ReadonlySet<string>): Finding[] {
  const part = tokens.find(
    ({ text }, index) =>
      ['event', 'EventAttribute'].includes(text) && tokens[index - 1]?.text !== '.' && !own.has(text),
  );
  if (!part) return [];
  const message = `${part.text} is empty, because no event triggers this campaign`;
  const hint = 'write an attribute of the user, such as {{ user.first_name }}, or the text itself';
  return [{ kind: 'doubtful', part, message, hint }];
}

/** The other names of such an expression are usually words of the text in these quotes. */
function oneQuote(quote: Token, { text }: TemplatePart): Finding {
  const straight = text.replace(/[“”„]/gu, '"').replace(/[‘’]/gu, "'");
  if (straight === text) {
    const message = `the other quote that belongs to this ${quote.text} is missing`;
    const hint = 'write both quotes: "…", also around text with an apostrophe';
    return { kind: 'doubtful', part: quote, message, hint };
  }
  const message = `${quote.text} is a curly quote, but an expression needs straight ones`;
  return { kind: 'doubtful', part: quote, message, hint: `write straight quotes: ${clip(straight)}` };
}

/** Tags that contain no expressions. */
// prettier-ignore
const UNREAD: ReadonlySet<string> = new Set([
  'comment', 'raw', '#', 'include', 'render', 'import', 'from', 'filter',
  'macro', 'capture', 'increment', 'decrement',
]);

function declaredBy(part: TemplatePart): string[] {
  const { tag = '' } = part;
  if (!Object.hasOwn(DECLARING, tag)) return [];
  const tokens = tokensOf(part);
  const end = tokens.findIndex(({ text }) => text === DECLARING[tag]);
  return tokens
    .slice(0, end === -1 ? undefined : end)
    .map(({ text }) => text.replace(/["']/g, ''))
    .filter((text) => isWord({ text }));
}

/** Checks a word by the characters around it. */
function judge(tokens: readonly Token[], index: number, own: ReadonlySet<string>): Finding | undefined {
  const part = tokens[index];
  if (!part || !isWord(part)) return undefined;
  const { text: name } = part;
  const [before, last, next] = [-2, -1, 1].map((step) => tokens[index + step]?.text);
  const kind = 'name';
  if (last === '|') {
    if (FILTERS.includes(name)) return undefined;
    const near = nearest(name, FILTERS);
    const hint = near === undefined ? 'check its spelling' : `did you mean ${near}?`;
    return { kind, part, message: `"${clip(name)}" is not a known filter`, hint };
  }
  const isProperty = last === '.' && before !== '.';
  const meant = isProperty && before === 'user' ? misspelledAttribute(name) : undefined;
  if (meant !== undefined) {
    const message = `the attribute ${clip(name)} looks like a typo of ${meant}`;
    return { kind, part, message, hint: `did you mean user.${meant}?` };
  }
  const isArgument = next === ':' || (next === '=' && tokens[index + 2]?.text !== '=');
  const isTest = last === 'is' || (last === 'not' && before === 'is');
  if (isProperty || isArgument || isTest || next === '(' || WORDS.has(name)) return undefined;
  if (isMissingDot(tokens, index)) return undefined;
  if (ROOTS.includes(name) || own.has(name)) return undefined;
  return {
    kind,
    part,
    message: `"${clip(name)}" is not a name that an expression can begin with`,
    hint: hintFor(name, next === '.' ? tokens[index + 2]?.text : undefined),
  };
}

function hintFor(name: string, field: string | undefined): string {
  const isUser = OF_USER.includes(name.toLowerCase());
  if (isUser && field !== undefined) return `write user.${clip(attributeLike(field) ?? field)}`;
  if (LEAVING.test(name)) return 'write user.unsubscribe_url';
  if (field !== undefined) return suggestion(name, ROOTS);
  const attribute = attributeLike(name);
  if (attribute !== undefined) return `did you mean user.${attribute}?`;
  if (nearest(name, ROOTS) !== undefined) return suggestion(name, ROOTS);
  const [, own] = /^user[_-](.+)$/i.exec(name) ?? [];
  if (own !== undefined) return `did you mean user.${clip(attributeLike(own) ?? own)}?`;
  return `for an attribute of the user, write user.${clip(name)}`;
}

/** `frist_name`, but not `firstname`: a user may have any other attribute, so that only a typo is reported. */
function misspelledAttribute(name: string): string | undefined {
  if (USER_ATTRIBUTES.includes(name)) return undefined;
  return USER_ATTRIBUTES.find((one) => isTypo(name, one) && bareName(name) !== bareName(one));
}
