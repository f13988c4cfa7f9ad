import type { RuleCode, RuleParams } from '../../model/findings.ts';
import { valueAt, type JsonObject, type Path } from '../../model/json.ts';
import type { Found } from '../check.ts';
import { countBefore, everythingIn, FINDINGS_AT_MOST, READ_BY_PEOPLE } from '../rules/placed.ts';
import { scanHtml, type Html } from './html.ts';
import { scanTemplate, type Template } from './template.ts';

/** A text of a campaign, and where it is; read once for all checks. */
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

/** Whether it is advertising, which users can refuse. */
export function isPromotional(body: JsonObject): boolean {
  return valueAt(body, ['basic_details', 'content_type']) === 'PROMOTIONAL';
}

const textsOfBody = new WeakMap<JsonObject, readonly ContentText[]>();

/** All texts of a body, with their paths. */
export function textsOf(body: JsonObject): readonly ContentText[] {
  const known =
    textsOfBody.get(body) ??
    everythingIn(body, []).flatMap(({ value, path }) =>
      typeof value === 'string' ? [scan(path, value)] : [],
    );
  textsOfBody.set(body, known);
  return known;
}

/** How many characters of texts are remembered, of this campaign and of those before it. */
const REMEMBERED_CHARS = 4_000_000;
const remembered = new Map<string, ContentText>();
let characters = 0;

/** Most texts are the same in every workspace, and many in every campaign: each is read once, and is one object. */
function scan(path: Path, text: string): ContentText {
  const key = `${path.join('\n')}\n${text}`;
  const known = remembered.get(key);
  if (known) return known;
  if (characters > REMEMBERED_CHARS) {
    remembered.clear();
    characters = 0;
  }
  const read = scanAlone(path, text);
  remembered.set(key, read);
  characters += key.length;
  return read;
}

/** What a check finds in a text that it looks at alone: found once for all workspaces and campaigns with this text. */
export function onceAText<One>(find: (text: ContentText) => readonly One[]): typeof find {
  const found = new WeakMap<ContentText, readonly One[]>();
  return (text) => {
    const known = found.get(text) ?? find(text);
    found.set(text, known);
    return known;
  };
}

function scanAlone(path: Path, text: string): ContentText {
  const field = String(path.at(-1));
  const template = scanTemplate(text);
  const isContent = path[0] === 'campaign_content';
  const isRead = isContent && READ_BY_PEOPLE.includes(field);
  const html = isRead && field === 'html_content' ? scanHtml(text, template.sent) : undefined;
  return { path, field, text, template, html, isContent, isRead };
}

/** Something found in a part of a text, which begins at an offset. */
export interface FoundAt<Code extends RuleCode> {
  readonly part: { readonly text: string; readonly at: number };
  readonly params: RuleParams[Code];
}

/** The first findings in a text, as a rule gives them. */
export function inText<Code extends RuleCode>(
  { path, text }: ContentText,
  found: readonly FoundAt<Code>[],
): Found<Code>[] {
  return [...found]
    .sort((a, b) => a.part.at - b.part.at)
    .slice(0, FINDINGS_AT_MOST)
    .map(({ part, params }) => {
      if (part.text === text) return { path, params };
      return { path, params, part: { text: part.text, nth: countBefore(text, part.text, part.at) } };
    });
}
