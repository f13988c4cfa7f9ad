import { valueAt, type Path } from '../../model/json.ts';
import { bare, clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { contentTexts } from './content-texts.ts';
import { countBefore } from './expression-rules.ts';
import { foreignUnsubscribeLinks } from './foreign-placeholder-rules.ts';
import { isPartOfAddress, meantAddress } from './meant-address.ts';
import { FINDINGS_AT_MOST, textsIn, type Rule } from './rule.ts';

// Broken links and images can be found in the text alone; nothing is fetched. Comments are skipped.

/** An HTML body of an email. */
interface Html {
  readonly path: Path;
  readonly text: string;
  /** `text` without its comments, at the same positions. */
  readonly shown: string;
}

function htmlIn(body: Parameters<typeof contentTexts>[0]): Html[] {
  return contentTexts(body)
    .filter(({ path }) => path.at(-1) === 'html_content')
    .map(({ path, text }) => ({ path, text, shown: withoutComments(text) }));
}

/** Linear in the text; a comment that never ends hides nothing. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let begin = text.indexOf('<!--'); begin !== -1; begin = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', begin + 4);
    if (end === -1) break;
    kept.push(text.slice(from, begin), ' '.repeat(end + 3 - begin));
    from = end + 3;
  }
  return kept.join('') + text.slice(from);
}

function inHtml({ path, text }: Html, part: string, at: number, [code, message, hint]: Words): Problem {
  return {
    ...onValue(path, code, message, hint),
    section: null,
    part: { text: part, nth: countBefore(text, part, at) },
  };
}

type Words = readonly [code: 'W_LINK' | 'W_ALT' | 'W_UNSUBSCRIBE', message: string, hint: string];

const INSECURE = 'begins with http:, so browsers and mail programs may block it or warn about it';

/** Links and images that lead nowhere, or that anyone on the network can read and change. */
export const linksLeadSomewhere: Rule = ({ body }) =>
  htmlIn(body).flatMap((html) =>
    tagsIn(html.shown)
      .flatMap(attributesOf)
      .flatMap(({ name, value, part, index }) => {
        const words = name === 'href' || name === 'src' ? linkWords(name, value.trim()) : undefined;
        return words ? [{ part, index, words }] : [];
      })
      .slice(0, FINDINGS_AT_MOST)
      .map(({ part, index, words }) => inHtml(html, part, index, words)),
  );

/** A start tag, and where it begins. */
interface Tag {
  readonly name: string;
  readonly text: string;
  readonly index: number;
}

/** Characters of a tag that are read. A quote that never ends must not make each tag as long as the rest of the text. */
const TAG_CHARS = 10_000;

/** Start tags. A `>` in a quoted value, such as a condition of the template, doesn't end one. */
function tagsIn(html: string): Tag[] {
  const tags: Tag[] = [];
  for (const { 1: name = '', index } of html.matchAll(/<([a-z][\w-]*)/gi))
    tags.push({ name: name.toLowerCase(), index, text: tagAt(html.slice(index, index + TAG_CHARS)) });
  return tags;
}

/** The text up to the end of its first tag. If a quote in it never ends, up to the first `<` or `>`. */
function tagAt(text: string): string {
  const whole = /^<(?:[^<>"']|"[^"]*"|'[^']*')*/.exec(text)?.[0] ?? '';
  const next = text[whole.length];
  return next === '"' || next === "'" ? (/^<[^<>]*/.exec(text)?.[0] ?? '') : whole;
}

interface Attribute {
  readonly name: string;
  readonly value: string;
  /** The attribute as it is written, and where it begins in the whole text. */
  readonly part: string;
  readonly index: number;
}

/** Attributes with a value or without one, as in `href="x"`, `href='x'`, `href=x` and `href`. */
function attributesOf({ text, name: tag, index: start }: Tag): Attribute[] {
  const from = tag.length + 1;
  return [
    ...text
      .slice(from)
      .matchAll(
        /([a-z][\w:.@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]*)))?|"[^"]*"|'[^']*'|\{[{%][^{}]*[%}]\}/gi,
      ),
  ].flatMap(({ 0: part, 1: name, index, ...values }) =>
    name === undefined
      ? []
      : [
          {
            ...{ name: name.toLowerCase(), part, index: start + from + index },
            value: values[2] ?? values[3] ?? values[4] ?? '',
          },
        ],
  );
}

function linkWords(attribute: string, address: string): Words | undefined {
  if (address === '' || address === '#') {
    return ['W_LINK', `this ${attribute} leads nowhere`, 'write the full address, such as https://…'];
  }
  if (OWN_COMPUTER.test(address)) return ownComputerWords(address);
  if (ONLY_BEGINS.test(address)) return beginsOnlyWords(address);
  const meant = meantAddress(address);
  if (meant !== undefined) return beginningWords(address, meant);
  if (isPartOfAddress(address)) {
    const message = `${clip(address)} is only a part of an address, so this ${attribute} leads nowhere in an email`;
    return ['W_LINK', message, 'write the full address, such as https://…'];
  }
  if (!/^http:/i.test(address)) return undefined;
  return ['W_LINK', `${clip(address)} ${INSECURE}`, 'write https: in place of http:'];
}

const OWN_COMPUTER = /^(?:https?:)?(?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?(?:[/?#]|$)/i;

function ownComputerWords(address: string): Words {
  const message = `${clip(address)} is on your own computer, so customers can't open it`;
  return ['W_LINK', message, 'write the public address'];
}

/** `https://` with nothing after it. */
const ONLY_BEGINS = /^(?:https?[:;.,]?\/*|mailto:|tel:)$/i;

function beginsOnlyWords(address: string): Words {
  return ['W_LINK', `nothing follows ${address}, so it leads nowhere`, 'write the full address'];
}

function beginningWords(address: string, meant: string): Words {
  const beginning = /^(?:https:\/\/|mailto:)/.exec(meant)?.[0] ?? '';
  const message = `${clip(address)} doesn't begin with ${beginning}, so it leads nowhere`;
  return ['W_LINK', message, `write ${clip(meant)}`];
}

/** Checks the addresses of a push message, which are in fields of their own, like the links of an email. */
export const addressesAreSecure: Rule = ({ body }) =>
  textsIn(body.campaign_content ?? null, ['campaign_content']).flatMap(({ path, text }): Problem[] => {
    const field = String(path.at(-1));
    if (!/(?:url|_value)$/.test(field)) return [];
    const action = valueAt(body, [...path.slice(0, -1), field.replace(/_value$/, '')]);
    const isAddress = OPENS_ADDRESS.includes(bare(action)) && !SCREEN.test(text);
    const words = addressWords(text, field.endsWith('url') || isAddress);
    return words ? [{ ...onValue(path, ...words), section: null }] : [];
  });

/** Click actions whose value is an address. */
const OPENS_ADDRESS = ['DEEPLINKING', 'RICH_LANDING'];
/** The name of a screen, such as com.example.shop.Main. */
const SCREEN = /[A-Z]|^(?:com|org|net|io|app|co)\./;

function addressWords(address: string, isAddress: boolean): Words | undefined {
  if (OWN_COMPUTER.test(address)) return ownComputerWords(address);
  if (isAddress && ONLY_BEGINS.test(address)) return beginsOnlyWords(address);
  // Another value may be anything.
  const meant = isAddress || /^www\.|[/:]/i.test(address) ? meantAddress(address) : undefined;
  if (meant !== undefined) return beginningWords(address, meant);
  if (!/^http:/i.test(address)) return undefined;
  return ['W_LINK', `${clip(address)} ${INSECURE}`, 'write https: in place of http:'];
}

/** The text that a person reads or hears instead of the image; an empty one marks the image as decoration. */
export const imagesHaveTexts: Rule = ({ body }) =>
  htmlIn(body).flatMap((html) =>
    tagsIn(html.shown)
      .filter((tag) => IMAGES.includes(tag.name))
      .filter((tag) => !attributesOf(tag).some(({ name }) => name === 'alt'))
      .slice(0, FINDINGS_AT_MOST)
      .map(({ text, name, index }) => {
        const hint = 'add alt="what the image shows", or alt="" if it is only decoration';
        const part = text.slice(0, name.length + 1);
        return inHtml(html, part, index, ['W_ALT', 'the image has no alt text', hint]);
      }),
  );

/** Also in AMP, where images have a tag of their own. */
const IMAGES = ['img', 'amp-img', 'amp-anim'];

/** Words and link names that people use to unsubscribe, in several languages. */
const UNSUBSCRIBE =
  /unsub|opt[-_ ]?out|list-manage|preferences?|abmeld|abbestell|d[ée]sabonn|d[ée]sinscri|darse de baja|cancelar|disiscri|afmeld|uitschrijv/i;

/** In most countries, a promotional email without a way to unsubscribe is against the law. */
export const promotionsCanBeLeft: Rule = ({ body }) => {
  if (valueAt(body, ['basic_details', 'content_type']) !== 'PROMOTIONAL') return [];
  return htmlIn(body)
    .filter(({ text, shown }) => text.trim() !== '' && !UNSUBSCRIBE.test(withoutDeadLinks(shown)))
    .map((html) => {
      const [{ 0: foreign, index } = { 0: '', index: 0 }] = foreignUnsubscribeLinks(html.shown);
      if (foreign !== '') {
        const message = `${clip(foreign)} would be sent literally, so this promotional email has no unsubscribe link`;
        return inHtml(html, foreign, index, ['W_UNSUBSCRIBE', message, 'write {{ user.unsubscribe_url }}']);
      }
      const message = 'a promotional email needs an unsubscribe link, but this one has none';
      const hint = 'add one, such as <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>';
      return { ...onValue(html.path, 'W_UNSUBSCRIBE', message, hint), section: null };
    });
};

/** A body without the links that lead nowhere; nothing if all do, and no template may write another one. */
function withoutDeadLinks(shown: string): string {
  const pieces = shown.split(/(?=<a\s)|<\/a\b/i);
  const isLink = (piece: string) => /^<a\s/i.test(piece);
  const left = pieces.filter((piece) => !isLink(piece) || tagsIn(piece).flatMap(attributesOf).some(isLive));
  const areAllDead = left.length < pieces.length && !left.some(isLink);
  return areAllDead && !/\{[{%]/.test(shown) ? '' : left.join('');
}

function isLive({ name, value }: Attribute): boolean {
  return (
    name === 'href' && !/^\s*(?:#|$)/.test(value) && foreignUnsubscribeLinks(`href=${value}`).length === 0
  );
}
