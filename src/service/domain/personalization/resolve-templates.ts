import { isJsonObject, isList, type JsonObject, type JsonValue } from '../json.ts';
import { templateRenderer, type RenderText } from './template-engine.ts';
import type { TemplateScope } from './template-scope.ts';
import { withinTime } from './within-time.ts';

/** The content with its expressions resolved, or the first field that failed and why. */
export type Resolved = { readonly kind: 'resolved'; readonly content: JsonObject } | TemplateFailure;

interface TemplateFailure {
  readonly kind: 'failed';
  /** Field names and list indexes within the content, joined by dots. */
  readonly path: string;
  readonly message: string;
}

/** Time limit for all templates of one content, in milliseconds. An ordinary content takes a few. */
const TIME_MS = 400;

/**
 * Resolves the expressions in all texts of a content. Field names are not templates. A missing attribute resolves to
 * nothing. Time and memory are limited for the whole content, and no template makes this function throw.
 */
export function resolveTemplates(content: JsonObject, scope: TemplateScope): Resolved {
  if (!hasTemplates(content)) return { kind: 'resolved', content };
  const walk = new Walk(templateRenderer(scope));
  const run = withinTime(TIME_MS, () => walk.fields(content, []));
  if (run.kind === 'too-long') {
    return { kind: 'failed', path: walk.here(), message: `resolving it takes longer than ${TIME_MS} ms` };
  }
  return walk.failure ?? { kind: 'resolved', content: run.result };
}

function hasTemplates(value: JsonValue): boolean {
  if (typeof value === 'string') return isTemplate(value);
  if (isList(value)) return value.some(hasTemplates);
  return isJsonObject(value) && Object.values(value).some(hasTemplates);
}

function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

type Path = readonly (string | number)[];

/** A traversal of a content. It knows its current path even when it is interrupted. */
class Walk {
  failure: TemplateFailure | null = null;
  readonly #render: RenderText;
  #path: Path = [];

  constructor(render: RenderText) {
    this.#render = render;
  }

  here(): string {
    return this.#path.join('.');
  }

  fields(object: JsonObject, path: Path): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([field, value]) => [field, this.#value(value, [...path, field])]),
    );
  }

  #value(value: JsonValue, path: Path): JsonValue {
    if (typeof value === 'string') return isTemplate(value) ? this.#text(value, path) : value;
    if (isList(value)) return value.map((member, place) => this.#value(member, [...path, place]));
    return isJsonObject(value) ? this.fields(value, path) : value;
  }

  #text(text: string, path: Path): string {
    if (this.failure) return text;
    this.#path = path;
    const rendered = this.#render(text);
    if (rendered.kind === 'rendered') return rendered.text;
    this.failure = { kind: 'failed', path: this.here(), message: rendered.reason };
    return text;
  }
}
