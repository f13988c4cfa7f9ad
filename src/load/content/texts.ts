import type { JsonObject, Path } from '../../model/json.ts';
import type { Found } from '../check.ts';
import type { RuleCode, RuleParams } from '../../model/findings.ts';
import { READ_BY_PEOPLE } from '../rules/content-texts.ts';
import { countBefore } from '../rules/in-text.ts';
import { textsInBody } from '../rules/rule.ts';
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

/** How many findings of one rule are reported for one text; the others are reported once these are fixed. */
export const FINDINGS_AT_MOST = 20;

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

/** The parts of what is sent that match a pattern, without what is marked as `raw`, which is meant literally. */
export function partsLike(pattern: RegExp, { text, template, html }: ContentText): Part[] {
  const sent = html?.shown ?? template.sent;
  return [...sent.matchAll(pattern)]
    .filter(({ index }) => !template.raw.some(({ from, to }) => from <= index && index < to))
    .slice(0, FINDINGS_AT_MOST)
    .map(({ 0: { length }, index: at }) => ({ text: text.slice(at, at + length), at }));
}
