import { Drop, Liquid } from 'liquidjs';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import type { PreviewUser } from '../../model/workspace.ts';
import { nthPart } from '../rules/placed.ts';
import { withLiquidCalls } from './expressions.ts';
import { scanTemplate, type Piece, type TemplatePart } from './template.ts';

// Content as a user would get it, without the service: attributes have sample values. The service's language is close to Jinja
// (open point W18), and this is Liquid, so whatever can't be evaluated stays as it is written, and is listed.

/** A part of a text that stays as it is written: its field's path in the content, and which of the equal parts it is. */
export interface LeftOver {
  readonly path: Path;
  readonly expression: string;
  readonly nth: number;
}

export interface Rendered {
  readonly content: JsonObject;
  readonly left: readonly LeftOver[];
}

/** Attributes of an event by name. */
export type EventAttributes = Readonly<Record<string, string>>;

/** Whose view is shown: the name and the ID are the user's; all other attributes that aren't given have sample values. */
export interface SampleView {
  readonly user?: PreviewUser | undefined;
  readonly event?: EventAttributes;
}

/** A content with its expressions evaluated for a sample user, however many messages it has. */
export function renderSample(content: JsonObject, { user = ADA, event = {} }: SampleView = {}): Rendered {
  const left: LeftOver[] = [];
  const scope = scopeFor(user, event);
  const rendered = (value: JsonValue, path: Path): JsonValue => {
    if (isList(value)) return value.map((one, at) => rendered(one, [...path, at]));
    if (isJsonObject(value)) return fields(value, path);
    if (typeof value !== 'string') return value;
    const { text, parts } = renderText(value, scope);
    left.push(...parts.map((part) => leftOver(value, path, part)));
    return text;
  };
  const fields = (object: JsonObject, path: Path): JsonObject =>
    Object.fromEntries(
      Object.entries<JsonValue>(object).map(([name, value]) => [name, rendered(value, [...path, name])]),
    );
  return { content: fields(content, []), left };
}

/** The same as a page shows it: texts with what can't be evaluated keep that as it is written. */
export function resolveWithSamples(content: JsonObject, user: PreviewUser): JsonObject {
  return renderSample(content, { user }).content;
}

/** The parts of a text that the sample values can't replace; if there are none, all its parts. */
export function doubtfulParts(text: string, path: Path): LeftOver[] {
  const { parts } = scanTemplate(text);
  const own = parts.filter((part) => !isRenderable(part));
  return (own.length > 0 ? own : parts).map((part) => leftOver(text, path, part));
}

function leftOver(text: string, path: Path, part: Piece): LeftOver {
  const { text: expression, nth } = nthPart(text, part);
  return { path, expression, nth };
}

type Scope = Readonly<Record<string, Sample>>;

function scopeFor(person: PreviewUser, event: EventAttributes): Scope {
  const [user, ofEvent] = [new Sample('', person), new Sample('', person, event)];
  return {
    ...{ user, UserAttribute: user },
    ...{ event: ofEvent, EventAttribute: ofEvent, BusinessEventAttribute: ofEvent },
  };
}

function renderText(text: string, scope: Scope): { readonly text: string; readonly parts: readonly Piece[] } {
  const { parts, unclosed } = scanTemplate(text);
  if (unclosed) return { text, parts: [unclosed] };
  if (parts.length === 0) return { text: withoutComments(text), parts };
  const left = parts.filter((part) => !isRenderable(part));
  try {
    return { text: String(engine.parseAndRenderSync(asLiquid(text, parts, left), scope)), parts: left };
  } catch {
    // Such as a block that isn't closed.
    return { text, parts: left.length > 0 ? left : parts.slice(0, 1) };
  }
}

/** Filters are called as Liquid does, and what stays is protected. */
function asLiquid(text: string, parts: readonly TemplatePart[], left: readonly TemplatePart[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const part of parts) {
    const own = left.includes(part) ? `{% raw %}${part.text}{% endraw %}` : withLiquidCalls(part.text);
    pieces.push(withoutComments(text.slice(end, part.at)), own);
    end = part.at + part.text.length;
  }
  return pieces.join('') + withoutComments(text.slice(end));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\{#[^]*?#\}/g, '');
}

/** Names whose values only the service has. */
const ELSEWHERE = /\b(?:ContentBlock|ContentApi|ProductSet|CustomTemplate)\b/;

function isRenderable({ tag, text, inside }: TemplatePart): boolean {
  if (ELSEWHERE.test(inside)) return false;
  if (tag !== undefined) return /^(?:end|els|when$|#)/.test(tag) || Object.hasOwn(engine.tags, tag);
  try {
    engine.parse(withLiquidCalls(text));
    return true;
  } catch {
    return false;
  }
}

/** Limits for one text, in milliseconds and characters. */
const [TIME_MS, CHARS] = [250, 8_000_000];

/** Reads nothing but its scope. Output isn't escaped, because templates do that themselves. */
const engine = sandbox();

function sandbox(): Liquid {
  const liquid = new Liquid({
    ...{ strictFilters: true, templates: {}, timezoneOffset: 0, locale: 'en-US' },
    ...{ renderLimit: TIME_MS, memoryLimit: CHARS },
  });
  for (const tag of ['include', 'render', 'layout', 'block']) Reflect.deleteProperty(liquid.tags, tag);
  return liquid;
}

/** How often a sample list repeats. */
const MEMBERS = 2;

/** The user without one. */
const ADA: PreviewUser = { id: 'sample-user', label: 'Ada Lovelace' };

/** The value of an attribute that isn't known: a text that reads like one, as a list or as a map, too. */
class Sample extends Drop {
  // Templates see every field that isn't private.
  readonly #name: string;
  readonly #user: PreviewUser;
  readonly #given: EventAttributes;

  constructor(name: string, user: PreviewUser, given: EventAttributes = {}) {
    super();
    this.#name = name;
    this.#user = user;
    this.#given = given;
  }

  override liquidMethodMissing(key: string | number): unknown {
    const name = String(key);
    if (Object.hasOwn(this.#given, name)) return this.#given[name];
    if (name === 'size' || name === 'length') return MEMBERS;
    return /^(?:\d+|first|last)$/.test(name) ? this : new Sample(name, this.#user);
  }

  /** A text would be a list of itself in a loop. */
  override valueOf(): this {
    return this;
  }

  override toString(): string {
    const { id, label } = this.#user;
    const words = this.#name.replaceAll(/[_-]+/g, ' ').toLowerCase();
    const whole = label.split(',')[0]?.trim() ?? '';
    const [first = '', ...others] = whole.split(/\s+/);
    if (/^(?:first|given) name$/.test(words)) return first;
    if (/^(?:last|family) name$|^surname$/.test(words)) return others.join(' ') || 'Sample';
    if (/^(?:full )?name$/.test(words)) return whole;
    if (/^(?:unique |user )?id$/.test(words)) return id;
    return SAMPLES.find(([pattern]) => pattern.test(words))?.[1] ?? `[${words}]`;
  }

  *[Symbol.iterator](): Generator<Sample> {
    for (let at = 0; at < MEMBERS; at += 1) yield this;
  }
}

/** By the name of an attribute. Any other reads as its name in brackets, so that nobody takes it for the customer's. */
const SAMPLES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:price|amount|total|value)$/, '24.90'],
  [/\b(?:count|quantity|number|points|age)$/, '3'],
  [/\bdate$/, '2031-05-09'],
  [/\btime$/, '09:00'],
  [/\b(?:url|link)$/, 'https://example.com/'],
  [/\be?mail$/, 'ada@example.com'],
];
