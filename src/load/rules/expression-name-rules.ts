import { nearest } from '../../model/nearest.ts';
import { suggestion } from '../suggestion.ts';
import { bare, clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { tagInBraces } from './expression-braces.ts';
import { foreignIn } from './expression-foreign.ts';
import { gapIn } from './expression-gaps.ts';
import {
  BLOCKS,
  DECLARING,
  FILTERS,
  ROOTS,
  SINGLE_TAGS,
  UNSUBSCRIBE_LINK,
  USER_ATTRIBUTES,
  WORDS,
} from './expression-names.ts';
import { codeOfBroken, countBefore, firstUnbalanced } from './expression-rules.ts';
import { isWord, partsOf, tokensOf, type Finding, type TemplatePart, type Token } from './expression-scan.ts';
import { lacksDot, signMissingIn } from './expression-signs.ts';
import { FINDINGS_AT_MOST, textsIn, type Rule } from './rule.ts';
import { isTypo } from './utm-rules.ts';

// A typo in a template loses a first name or half of a message, and the service sends it anyway.

/** Tags, filters and roots that we don't know, and blocks that aren't closed (open point W18). */
export const expressionsAreKnown: Rule = (inputs) =>
  textsIn(inputs.body.campaign_content ?? null, ['campaign_content']).flatMap(({ path, text }) =>
    /\{\{|\{%/.test(text) && !firstUnbalanced(text)
      ? findingsIn(text, bare(inputs.body.campaign_delivery_type)).map(
          ({ kind, part, message, hint }): Problem => ({
            ...onValue(path, kind === 'broken' ? codeOfBroken(inputs, path) : CODES[kind], message, hint),
            section: null,
            part: { text: part.text, nth: countBefore(text, part.text, part.at) },
          }),
        )
      : [],
  );

const CODES = { doubtful: 'W_EXPRESSION', name: 'W_EXPRESSION_NAME' } as const;

function findingsIn(text: string, deliveryType: string): Finding[] {
  const { parts: all, openTag } = partsOf(text);
  const foreign = all.flatMap((part) => foreignIn(part) ?? tagInBraces(part)?.finding ?? []);
  const parts = all.filter((part) => !foreignIn(part) && !tagInBraces(part));
  const tags = all.map((part) => tagInBraces(part)?.meant ?? part).filter((part) => isTag(part));
  const open = openTag === undefined ? [] : [unclosed({ text: '{%', at: openTag }, 'a tag', '%}')];
  // Lines of a liquid tag are tags without braces, and may declare any name.
  const names = tags.some(({ tag }) => tag === 'liquid') ? [] : nameFindings(parts, deliveryType);
  return [
    ...open,
    ...foreign,
    ...blockFindings(tags),
    ...parts.flatMap(gapIn),
    ...parts.flatMap(signMissingIn),
    ...names,
  ]
    .sort((a, b) => a.part.at - b.part.at)
    .slice(0, FINDINGS_AT_MOST);
}

type Tag = TemplatePart & { readonly tag: string };

function isTag(part: TemplatePart): part is Tag {
  return part.tag !== undefined;
}

function unclosed(part: Token, what: string, end: string): Finding {
  const message = `${what} is opened here but never closed`;
  return { kind: 'broken', part, message, hint: `write ${end} where it ends` };
}

const TAGS = [...Object.keys(BLOCKS), ...SINGLE_TAGS];
const ALL_TAGS = [
  ...TAGS,
  ...Object.keys(BLOCKS).map((name) => `end${name}`),
  ...Object.values(BLOCKS).flat(),
];

function blockFindings(tags: readonly Tag[]): Finding[] {
  const findings: Finding[] = [];
  const open: Tag[] = [];
  const report = (part: Tag, kind: Finding['kind'], message: string, hint: string) =>
    findings.push({ kind, part, message, hint });
  for (const part of tags) {
    const { tag } = part;
    if (Object.hasOwn(BLOCKS, tag)) {
      open.push(part);
    } else if (tag.startsWith('end') && ALL_TAGS.includes(tag)) {
      const at = open.findLastIndex((one) => `end${one.tag}` === tag);
      if (at === -1)
        report(
          part,
          'broken',
          `${tag} closes nothing`,
          `remove it, or write {% ${tag.slice(3)} … %} before it`,
        );
      else findings.push(...open.splice(at).slice(1).map(notEnded));
    } else if (tag === 'end' && open.length > 0) {
      const closed = open.pop()?.tag ?? '';
      report(part, 'broken', '{% end %} closes nothing', `write {% end${closed} %}`);
    } else if (Object.values(BLOCKS).some((dividers) => dividers.includes(tag))) {
      const isInside = open.some((one) => BLOCKS[one.tag]?.includes(tag));
      if (!isInside)
        report(part, 'broken', `${tag} is not inside a block`, 'write {% if … %} before it, or remove it');
    } else if (tag !== '' && !TAGS.includes(tag)) {
      const near = nearest(tag, ALL_TAGS);
      const hint = near === undefined ? (OTHER_TAGS[tag] ?? 'check its spelling') : `did you mean ${near}?`;
      report(part, 'name', `"${clip(tag)}" is not a known tag`, hint);
    }
  }
  return [...findings, ...open.map(notEnded)];
}

/** Tags of other programs, and what to write. */
const OTHER_TAGS: Readonly<Record<string, string | undefined>> = {
  unsubscribe: UNSUBSCRIBE_LINK,
  unsubscribe_link: UNSUBSCRIBE_LINK,
  unsubscribe_url: 'write {{ user.unsubscribe_url }}',
};

function notEnded(part: Tag): Finding {
  return unclosed(part, `{% ${part.tag} %}`, `{% end${part.tag} %}`);
}

function nameFindings(parts: readonly TemplatePart[], deliveryType: string): Finding[] {
  const own = new Set(parts.flatMap(declaredBy));
  const findings: Finding[] = [];
  for (const part of parts) {
    if (findings.length >= FINDINGS_AT_MOST) break;
    // `$file` in braces is reported as a reference.
    if (UNREAD.has(part.tag ?? '') || /^\s*\$/.test(part.inside)) continue;
    const tokens = tokensOf(part);
    const quote = tokens.find(({ text }) => /^[“”„‘’]$/u.test(text));
    if (quote) {
      findings.push(curlyQuote(quote, part));
      continue;
    }
    findings.push(
      ...tokens.flatMap((_, index) => judge(tokens, index, own) ?? []),
      ...(UNTRIGGERED.includes(deliveryType) ? eventIn(tokens, own) : []),
    );
  }
  return findings;
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
function curlyQuote(quote: Token, { text }: TemplatePart): Finding {
  const straight = text.replace(/[“”„]/gu, '"').replace(/[‘’]/gu, "'");
  const message = `${quote.text} is a curly quote, but an expression needs straight ones`;
  return { kind: 'doubtful', part: quote, message, hint: `write straight quotes: ${clip(straight)}` };
}

/** Tags that contain no expressions. */
const UNREAD: ReadonlySet<string> = new Set([
  ...['comment', 'raw', '#', 'include', 'render', 'import', 'from'],
  ...['macro', 'capture', 'increment', 'decrement'],
]);

function declaredBy(part: TemplatePart): string[] {
  const { tag = '' } = part;
  if (!Object.hasOwn(DECLARING, tag)) return [];
  const tokens = tokensOf(part);
  const end = tokens.findIndex(({ text }) => text === DECLARING[tag]);
  return tokens
    .slice(0, end === -1 ? undefined : end)
    .filter(isWord)
    .map(({ text }) => text);
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
  if (lacksDot(tokens, index)) return undefined;
  if (ROOTS.includes(name) || own.has(name)) return undefined;
  return {
    kind,
    part,
    message: `"${clip(name)}" is not a name that an expression can begin with`,
    hint: hintFor(name, next === '.' ? tokens[index + 2]?.text : undefined),
  };
}

/** Names that other programs have for the user. */
const OF_USER = ['customer', 'person', 'contact', 'subscriber', 'recipient', 'profile', 'lead', 'member'];

function hintFor(name: string, field: string | undefined): string {
  const isUser = OF_USER.includes(name.toLowerCase());
  if (isUser && field !== undefined) return `write user.${clip(attributeLike(field) ?? field)}`;
  if (field === undefined && /^unsub/i.test(name)) return 'write user.unsubscribe_url';
  const attribute = field === undefined ? attributeLike(name) : undefined;
  return attribute === undefined ? suggestion(name, ROOTS) : `did you mean user.${attribute}?`;
}

/** `firstName` as first_name. */
function attributeLike(name: string): string | undefined {
  return USER_ATTRIBUTES.find((one) => bareName(one) === bareName(name));
}

/** `frist_name`, but not `firstname`: a user may have any other attribute, so that only a typo is reported. */
function misspelledAttribute(name: string): string | undefined {
  if (USER_ATTRIBUTES.includes(name)) return undefined;
  return USER_ATTRIBUTES.find((one) => isTypo(name, one) && bareName(name) !== bareName(one));
}

function bareName(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}
