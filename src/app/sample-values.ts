import { Drop, Liquid } from 'liquidjs';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../model/json.ts';
import type { PreviewUser } from '../model/workspace.ts';

// What a message looks like to somebody, without asking the service: Liquid fills in sample values. The service's language is
// closer to Jinja (open point W18), so filters are called in either way, and a text that Liquid can't read stays as it is.

/** A time limit for each text, in milliseconds, and one for its size: whoever proposes a campaign writes its expressions. */
const LIMITS = { renderLimit: 100, parseLimit: 200_000, memoryLimit: 1_000_000 };

const engine = new Liquid({ ...LIMITS, templates: {}, strictFilters: false, ownPropertyOnly: true });

/** A content with sample values in place of its expressions. Texts with anything that Liquid can't read are left unchanged. */
export function resolveWithSamples(content: JsonObject, user: PreviewUser): JsonObject {
  const attributes = new Sample('attribute', user);
  const scope = {
    ...{ user: attributes, UserAttribute: attributes },
    ...{ event: new Sample('event', user), EventAttribute: new Sample('event', user) },
    BusinessEventAttribute: new Sample('event', user),
  };
  const filled = (value: JsonValue): JsonValue => {
    if (isList(value)) return value.map(filled);
    if (isJsonObject(value)) return fields(value);
    return typeof value === 'string' && /\{\{|\{%/.test(value) ? rendered(value, scope) : value;
  };
  const fields = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([name, one]) => [name, filled(one)]));
  return fields(content);
}

function rendered(text: string, scope: object): string {
  try {
    return String(engine.parseAndRenderSync(inLiquid(text), scope));
  } catch {
    return text;
  }
}

/** `| default("friend")` as Liquid writes it: `| default: "friend"`. */
function inLiquid(text: string): string {
  return text.replace(/\{\{[^}]*\}\}|\{%[^%]*%\}/g, (part) =>
    part.replace(/(\|\s*\w+)\s*\(([^()]*)\)/g, (_, call: string, given: string) =>
      given.trim() === '' ? call : `${call}: ${given}`,
    ),
  );
}

/** Anything that an expression may name: it reads as a text, and has members of every name. A loop over it runs once. */
class Sample extends Drop {
  private readonly name: string;
  private readonly user: PreviewUser;

  constructor(name: string, user: PreviewUser) {
    super();
    this.name = name;
    this.user = user;
  }

  override liquidMethodMissing(name: string | number): unknown {
    return new Sample(String(name), this.user);
  }

  override valueOf(): string {
    const words = this.name.replace(/[_-]+/g, ' ').toLowerCase();
    const [first = '', ...others] = this.user.label.split(',')[0]?.trim().split(/\s+/) ?? [];
    if (/^(?:first|given|full)? ?name$/.test(words)) return first;
    if (/^(?:last|family) ?name$|^surname$/.test(words)) return others.join(' ') || 'Sample';
    if (/\bid$/.test(words)) return this.user.id;
    return SAMPLES.find(([pattern]) => pattern.test(words))?.[1] ?? `(${words})`;
  }
}

/** By the name of an attribute. Any other reads as its name in brackets, so that nobody takes it for the customer's. */
const SAMPLES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:price|amount|total|value)\b/, '24.90'],
  [/\b(?:count|quantity|number|points|age)\b/, '3'],
  [/\bdate\b/, '2031-05-09'],
  [/\btime\b/, '09:00'],
  [/\b(?:url|link)\b/, 'https://example.com/'],
  [/\be?mail\b/, 'sample@example.com'],
];
