import { describe, expect, it } from 'vitest';
import { FILES } from '../../src/messages/catalog/files.ts';
import { plainText, plainTextOnGitHub } from '../../src/messages/phrase.ts';
import { phraseMarkdown } from '../../src/render/markdown/escape-markdown.ts';
import { CATALOGS, exampleOf, rowsOf } from '../support/catalogs.ts';

/** The most characters of each part of a message, and of a mistake with its hint. */
const CHARACTERS_AT_MOST = 240;

/** What shows that a parameter is missing, or that a part of a sentence is. */
const HOLES = /undefined|null|\[object|\.\.$|[^.]\.\.[^./]|[^\n ] {2}| [.,;](?: |$)|\(\)|""/;

describe.each(Object.keys(CATALOGS) as (keyof typeof CATALOGS)[])('%s', (catalog) => {
  it.each(rowsOf(catalog))('%s says what happened and what to do next, in a few words', (code, row) => {
    const [why, next] = row(exampleOf(catalog, code));
    for (const textOf of [plainText, plainTextOnGitHub]) {
      expect(textOf(why)).toMatch(/^\S.*[.?]$/s);
      expect(textOf(next)).toMatch(NEXT_STEP);
      for (const phrase of [why, next]) {
        expect(textOf(phrase)).not.toMatch(HOLES);
        expect(textOf(phrase).length).toBeLessThanOrEqual(CHARACTERS_AT_MOST);
      }
    }
    expect(plainTextOnGitHub(next)).not.toMatch(/(?:^|\s)(?:--[a-z]|-[Cw]\b)/);
    expect(plainTextOnGitHub(next)).not.toMatch(COMMAND_LINE);
  });

  it.each(rowsOf(catalog))('%s is escaped on GitHub, whatever its parameters are', (code, row) => {
    const markdown = phraseMarkdown(row(hostileIn(exampleOf(catalog, code)) as object).flat());
    expect(markdown).not.toMatch(/<script|(?<!`[^`]*)@everyone/);
  });
});

it.each(Object.entries(FILES))('%s requires something, in a sentence', (_, { needs }) => {
  expect(needs).toMatch(/^[A-Z].*\.$/);
});

/** Parameters that hold what people, programs or the service wrote. */
const FREE = /^(?:said|name|key|value|path|folder|file|branch|where|by|message|serviceCode|missing|found)$/;

function hostileIn(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return FREE.test(name) ? '<script>@everyone</script>' : value;
  if (Array.isArray(value)) return value.map((one) => hostileIn(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([own, one]) => [own, hostileIn(one, own)]));
}

/** The beginning of a sentence, or what follows a condition, that says what to do. */
const NEXT_STEP =
  /(?:^|[.:?,] )(?:(?:or|then|first) )?(?:did you mean|there is nothing left to do|(?:add|allow|apply|ask|bind|change|check|choose|commit|copy|correct|create|edit|fix|give|have|install|merge|move|name|no action needed|open|push|release|remove|report|rename|restore|run|see|set|start|upgrade|use|wait|write)\b)/i;

/** What a marketer can't type on GitHub. */
const COMMAND_LINE =
  /\b(?:campaigns (?:init|validate|fmt|plan|apply|drift|import|status|log|state|serve|pull|revert|replace|show|preview|check)\b|(?:gh|openssl|npx) [a-z])/;
