import type { JsonObject, Path } from '../../model/json.ts';
import type { Found, Rule } from '../check.ts';
import type { RuleCode, RuleParams } from '../../model/findings.ts';
import { countBefore, FINDINGS_AT_MOST, READ_BY_PEOPLE, textsInBody } from '../rules/placed.ts';
import { scanHtml, type Html } from './html.ts';
import { scanTemplate, type Template } from './template.ts';

/** A text of a campaign, read once for all rules. */
export interface ContentText {
  readonly path: Path;
  readonly field: string;
  readonly text: string;
  readonly template: Template;
  /** Only of the body of an email. */
  readonly html: Html | undefined;
  /** Whether it is a part of the content of the campaign. */
  readonly isContent: boolean;
  /** Whether people read it: other content is addresses, names of templates, colors and the like. */
  readonly isRead: boolean;
}

const textsOfBody = new WeakMap<JsonObject, readonly ContentText[]>();

/** All texts of a body. */
export function textsOf(body: JsonObject): readonly ContentText[] {
  const known = textsOfBody.get(body) ?? textsInBody(body).map(({ path, text }) => scan(path, text));
  textsOfBody.set(body, known);
  return known;
}

function scan(path: Path, text: string): ContentText {
  const field = String(path.at(-1));
  const template = scanTemplate(text);
  const isContent = path[0] === 'campaign_content';
  const isRead = isContent && READ_BY_PEOPLE.includes(field);
  const html = isRead && field === 'html_content' ? scanHtml(text, template.sent) : undefined;
  return { path, field, text, template, html, isContent, isRead };
}

/** A part of a text, and where it begins. */
export interface Part {
  readonly text: string;
  readonly at: number;
}

/** Something found in a part of a text. */
export type FoundAt<Code extends RuleCode> = Pick<Found<Code>, 'only'> & {
  readonly part: Part;
  readonly params: RuleParams[Code];
};

/** The first findings in a text, as a rule gives them. */
export function inText<Code extends RuleCode>(
  { path, text }: ContentText,
  found: readonly FoundAt<Code>[],
): Found<Code>[] {
  return [...found]
    .sort((a, b) => a.part.at - b.part.at)
    .slice(0, FINDINGS_AT_MOST)
    .map(({ part, ...one }) => ({
      ...one,
      path,
      part: { text: part.text, nth: countBefore(text, part.text, part.at) },
    }));
}

/**
 * What stands for a lost letter, and letters of UTF-8 that were read in another encoding, such as `Ã¼` in place of `ü`.
 * A capital letter before them shows that the first one may be meant: `NÃO`.
 */
const DAMAGED = /\uFFFD|(?<!\p{Lu})(?:Ã[\xa0-\xbfƒ„–œŸ]|Â[\xa0-\xbf]|Ð[°-¿]|Å[¡¾‚]|Ä[‡±Ÿ])|â€|ðŸ/gu;

/** Placeholders of other programs, and for people who were to replace them: customers would read them. */
const FOREIGN =
  /\*\|[\w:.]{1,99}\|\*|%%[A-Za-z_][\w.]{0,99}%%|<%[=-]?\s{0,9}[A-Za-z_][\w.]{0,99}\s{0,9}-?%>|\$\{[A-Za-z_][\w.]{0,99}\}|\b[Ll]orem ipsum\b/g;

/** Texts that customers would see damaged. */
export const textsAreWhole: Rule = {
  code: 'TEXT',
  check: ({ body }) =>
    partsLike(DAMAGED, body, (seen): FoundAt<'TEXT'>['params'] => ({ why: 'damaged', seen })),
};

/** Texts that customers would see as they were written for somebody else. */
export const placeholdersAreOurs: Rule = {
  code: 'PLACEHOLDER',
  check: ({ body }) =>
    partsLike(FOREIGN, body, (seen): FoundAt<'PLACEHOLDER'>['params'] => ({ why: 'literal', seen })),
};

/** The parts of what people read that match a pattern. */
function partsLike<Code extends RuleCode>(
  pattern: RegExp,
  body: JsonObject,
  params: (seen: string) => RuleParams[Code],
): Found<Code>[] {
  return textsOf(body)
    .filter(({ isRead }) => isRead)
    .flatMap((one) => {
      const matches = (one.html?.shown ?? one.template.sent).matchAll(pattern);
      return inText<Code>(
        one,
        [...matches].map(({ 0: { length }, index: at }) => {
          const text = one.text.slice(at, at + length);
          return { part: { text, at }, params: params(text) };
        }),
      );
    });
}
