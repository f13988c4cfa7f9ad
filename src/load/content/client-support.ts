import data from '../../../data/client-support.json' with { type: 'json' };
import type { TeamRules } from '../../model/team-rules.ts';
import type { Html, Tag } from './html.ts';
import { CODE, masked, type Hidden, type Piece } from './template.ts';
import type { FoundIn } from '../check.ts';
import type { ContentText } from './texts.ts';

// Markup that a mail client which the team names doesn't show, by the data of caniemail.com. Its first use in an email is
// reported. What only other clients get doesn't count: parts that are hidden from Outlook, and a player with a picture or
// a link inside for those that play nothing.

interface Feature {
  readonly name: string;
  /** The platforms of each family of clients that don't show it. */
  readonly unsupported: Readonly<Record<string, readonly string[] | undefined>>;
  readonly tag?: string;
  readonly type?: string;
  readonly hasFallback?: boolean;
  readonly image?: string;
  readonly property?: string;
  readonly value?: string;
}

/** A declaration of a style, such as `display: flex`. */
interface Declaration extends Piece {
  readonly property: string;
  readonly value: string;
}

const FEATURES: readonly Feature[] = data.features;
const NAMES: Readonly<Record<string, string>> = data.clients;

export function unsupportedMarkup(
  { html, text }: ContentText,
  { mailClients = [] }: TeamRules,
): FoundIn<'CLIENT_SUPPORT'>[] {
  if (!html || mailClients.length === 0) return [];
  const outlook = forOutlook(html.sent);
  const declarations = declarationsOf(html);
  return FEATURES.flatMap((feature) => {
    const families = mailClients.filter((family) => feature.unsupported[family]);
    const uses = families.length === 0 ? [] : usesOf(feature, html, declarations);
    const [first] = uses;
    const shown = families.includes('outlook') ? uses.find(({ at }) => outlook[at] !== ' ') : undefined;
    const others = families.filter((family) => family !== 'outlook');
    const use = others.length > 0 ? first : shown;
    if (!use) return [];
    const clients = [...(shown ? ['outlook'] : []), ...others].map(
      (family) => `${NAMES[family] ?? family} (${(feature.unsupported[family] ?? []).join(', ')})`,
    );
    const part = { text: text.slice(use.at, use.at + use.text.length), at: use.at };
    return [{ part, params: { feature: feature.name, clients } }];
  });
}

function usesOf(feature: Feature, { tags }: Html, declarations: readonly Declaration[]): readonly Piece[] {
  const { tag: wanted, type, image, property, value = '' } = feature;
  if (property !== undefined) {
    const [isProperty, isValue] = [new RegExp(`^(?:${property})$`), new RegExp(value)];
    return declarations.filter((one) => isProperty.test(one.property) && isValue.test(one.value));
  }
  if (image !== undefined) {
    const isImage = new RegExp(image, 'i');
    return tags
      .flatMap(({ name, attributes }) => (name === 'img' ? attributes : []))
      .filter((one) => one.name === 'src' && isImage.test(one.value.trim()));
  }
  const isType = new RegExp(`^(?:${type ?? '.*'})$`);
  return tags.filter(
    (tag, at) =>
      tag.name === wanted &&
      !tag.isEnd &&
      isType.test(tag.attributes.find(({ name }) => name === 'type')?.value.toLowerCase() ?? 'text') &&
      !(feature.hasFallback && hasFallback(tags.slice(at, at + TAGS_INSIDE))),
  );
}

/** How many tags of an element are searched for what is shown in its place. */
const TAGS_INSIDE = 20;

/** Whether clients that don't know an element show a picture or a link inside it. */
function hasFallback([first, ...rest]: readonly Tag[]): boolean {
  const end = rest.findIndex(({ name, isEnd }) => isEnd && name === first?.name);
  return rest.slice(0, end === -1 ? undefined : end).some(({ name }) => name === 'img' || name === 'a');
}

function declarationsOf({ tags, styles, sent }: Html): Declaration[] {
  const written = tags.flatMap(({ attributes }) =>
    attributes
      .filter(({ name }) => name === 'style')
      .map(({ value, text, at }) => {
        const from = at + text.lastIndexOf(value);
        return { text: sent.slice(from, from + value.length), at: from };
      }),
  );
  return [...styles, ...written]
    .sort((one, other) => one.at - other.at)
    .flatMap(({ text, at }) => declarationsIn(text).map((one) => ({ ...one, at: at + one.at })));
}

/**
 * The declarations of a style sheet, or of a style attribute, that count everywhere: those in `@media`, `@supports` and the
 * like are for clients that know more.
 */
function declarationsIn(style: string): Declaration[] {
  const code = new RegExp(`\\{[{%]${CODE}*[}%]\\}`, 'g');
  const blanked = (text: string) => ' '.repeat(text.length);
  const plain = style.replace(/\/\*[\s\S]*?\*\//g, blanked).replace(code, (text) => 'x'.repeat(text.length));
  const open: boolean[] = [];
  return [...plain.matchAll(/([^{};]*)([{};]|$)/g)].flatMap(({ 1: text = '', 2: end, index }) => {
    const trimmed = text.trim();
    if (end === '{') open.push(trimmed.startsWith('@'));
    const [, property, value] = /^([\w-]+)\s*:\s*(.+)$/s.exec(trimmed) ?? [];
    const isEverywhere = end !== '{' && !open.includes(true);
    if (end === '}') open.pop();
    if (property === undefined || value === undefined || !isEverywhere) return [];
    const at = index + text.length - text.trimStart().length;
    return [
      {
        property: property.toLowerCase(),
        value: value.toLowerCase(),
        text: style.slice(at, at + trimmed.length),
        at,
      },
    ];
  });
}

/** A text with spaces between `<!--[if !mso]><!-->` or `<![if !mso]>` and `<![endif]`. */
function forOutlook(text: string): string {
  const hidden: Hidden[] = [];
  let from: number | undefined;
  for (const { 1: condition, index } of text.matchAll(/<!(?:--)?(?:<!)?\[(?:if\s([^\]]*)|endif)\]/gi)) {
    if (from !== undefined) hidden.push({ from, to: index, sign: ' ' });
    from = condition?.includes('!') ? index : undefined;
  }
  return masked(text, hidden);
}
