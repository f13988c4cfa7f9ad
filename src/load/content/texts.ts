import { valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { eachIn, isInside, READ_BY_PEOPLE } from '../rules/placed.ts';
import { scanHtml, type Html } from './html.ts';
import { scanTemplate, type Template } from './template.ts';

/** A text of a campaign, where it is, and what was found in it alone; read once for all checks. */
export class ContentText<One = unknown> {
  readonly path: Path;
  readonly field: string;
  readonly text: string;
  readonly template: Template;
  readonly isContent: boolean;
  /** Whether people read it: other content is addresses, names of templates, colors and the like. */
  readonly isRead: boolean;
  readonly found: readonly One[];
  private scanned: Html | undefined;

  constructor(path: Path, text: string, search: (text: ContentText) => readonly One[]) {
    this.path = path;
    this.field = String(path.at(-1));
    this.text = text;
    this.template = scanTemplate(text);
    this.isContent = path[0] === 'campaign_content';
    this.isRead = this.isContent && READ_BY_PEOPLE.includes(this.field);
    this.found = search(this);
  }

  /** Only of the body of an email. */
  get html(): Html | undefined {
    if (!this.isRead || this.field !== 'html_content') return undefined;
    return (this.scanned ??= scanHtml(this.text, this.template.sent));
  }
}

/** Whether it is advertising, which users can refuse. */
export function isPromotional(body: JsonObject): boolean {
  return valueAt(body, ['basic_details', 'content_type']) === 'PROMOTIONAL';
}

/**
 * Reads all texts of a body. Most texts of a file are the same in every workspace: each is read and searched once, and is
 * one object.
 */
export function textReader<One>(
  search: (text: ContentText) => readonly One[],
): (body: JsonObject) => readonly ContentText<One>[] {
  const known = new Map<string, ContentText<One>[]>();
  return (body) => {
    const texts: ContentText<One>[] = [];
    eachIn(body, [], (value, path) => {
      if (typeof value !== 'string') return;
      const same = known.get(value) ?? [];
      let one = same.find((other) => other.path.length === path.length && isInside(path, other.path));
      if (!one) {
        one = new ContentText([...path], value, search);
        same.push(one);
        known.set(value, same);
      }
      texts.push(one);
    });
    return texts;
  };
}
