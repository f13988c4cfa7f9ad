import { shown, type Detail } from '../../domain/failure.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { localTimeToInstant } from '../../domain/campaign/local-time.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';

/** A field of a body and where it stands. */
export interface Field {
  readonly target: string;
  readonly value: JsonValue | undefined;
}

/** Finds the fields of an object, with their place in the body. */
export type FieldsByName = (name: string) => Field;

export function fieldsIn(object: JsonObject, prefix: string): FieldsByName {
  return (name) => ({ target: `${prefix}${name}`, value: valueAt(object, name) });
}

/** Texts in a list at most. A page has 15 rows, and no workspace has so many tags or authors. */
export const MOST_WORDS = 1000;

/** Reads fields one by one and collects what is wrong with them; a wrong field reads as if it were not there. */
export class FieldReader {
  readonly #details: Detail[] = [];

  /** What was wrong so far. */
  get details(): readonly Detail[] {
    return this.#details;
  }

  object(field: Field): JsonObject {
    if (isJsonObject(field.value)) return field.value;
    if (!isAbsent(field)) this.#wrong(field, 'an object');
    return {};
  }

  /** A whole number that must be there. */
  count(field: Field, most: number): number {
    const { value } = field;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
    this.#wrong(
      field,
      `a whole number ${most === Number.MAX_SAFE_INTEGER ? 'of at least 1' : `from 1 to ${most}`}`,
    );
    return 1;
  }

  optionalCount(field: Field): number | null {
    return isAbsent(field) ? null : this.count(field, Number.MAX_SAFE_INTEGER);
  }

  inclusion(field: Field): 'with' | 'without' {
    if (!isAbsent(field) && typeof field.value !== 'boolean') this.#wrong(field, 'true or false');
    return field.value === true ? 'with' : 'without';
  }

  text(field: Field): string | null {
    if (typeof field.value === 'string') return field.value;
    return isAbsent(field) ? null : this.#wrong(field, 'a text');
  }

  /** One word among those that are known. */
  word(field: Field, known: readonly string[]): string | null {
    if (isAbsent(field)) return null;
    const word = known.find((name) => name === field.value);
    return word ?? this.#wrong(field, `one of ${known.join(', ')}`);
  }

  words(field: Field, known: readonly string[] | null): readonly string[] | null {
    const { value } = field;
    if (value === undefined) return null;
    const words = isList(value) ? value.filter((word) => typeof word === 'string') : [];
    if (!isList(value) || words.length < value.length) return this.#wrong(field, 'a list of texts');
    if (words.length > MOST_WORDS) return this.#wrong(field, `a list of at most ${MOST_WORDS} texts`);
    if (known && !words.every((word) => known.includes(word))) {
      return this.#wrong(field, `a list of words among ${known.join(', ')}`);
    }
    return words;
  }

  /** A day alone begins, or ends, at a time of its own. */
  date(field: Field, time: string): string | null {
    const { value } = field;
    if (value === undefined) return null;
    const text = typeof value === 'string' ? value : '';
    const instant = localTimeToInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${time}` : text, 'UTC');
    if (instant === null) return this.#wrong(field, 'a date like 2024-01-01 or 2024-01-01T00:00:00');
    return wireTime(instant);
  }

  #wrong({ target, value }: Field, wanted: string): null {
    this.#details.push({ target, message: `${target} must be ${wanted}, not ${shown(value)}` });
    return null;
  }
}

function isAbsent({ value }: Field): boolean {
  return value === undefined;
}
