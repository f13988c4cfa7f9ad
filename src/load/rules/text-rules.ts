import { valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import type { Found, Rule } from '../check.ts';
import { conflictMarker } from '../yaml/parse-yaml.ts';
import { preferredSpelling } from '../preferred-spelling.ts';
import { contentTexts, countBefore, READ_BY_PEOPLE, textsInBody, type PlacedText } from './placed.ts';

/** Rules about single texts, wherever they are. */
export const TEXT_RULES: readonly Rule[] = [
  { stage: 'always', code: 'MERGE_CONFLICT', check: ({ body }) => textsInBody(body).flatMap(conflict) },
  { stage: 'always', code: 'REFERENCE', check: ({ body }) => textsInBody(body).flatMap(lostReference) },
  { stage: 'advice', code: 'NAME', check: ({ body }) => changeableName(body) },
  { stage: 'advice', code: 'SPELLING', check: ({ body }) => textsInBody(body).flatMap(otherSpelling) },
  {
    stage: 'advice',
    code: 'SUBJECT',
    // At the end of a subject, a line break comes from YAML; around the tags of a condition, lines are not what is sent.
    check: ({ body }) =>
      contentTexts(body)
        .filter(
          ({ path, text }) => path.at(-1) === 'subject' && /\S\s*\n\s*\S/.test(text) && !text.includes('{%'),
        )
        .map(({ path }) => ({ path, params: {} })),
  },
];

/** A text with both sides of a merge conflict is never sent. */
function conflict({ path, text }: PlacedText): Found<'MERGE_CONFLICT'>[] {
  const found = conflictMarker(text);
  if (!found) return [];
  const { marker, at } = found;
  return [{ path, params: {}, part: { text: marker, nth: countBefore(text, marker, at) } }];
}

/**
 * If the braces of a reference are forgotten, or all of it but the path of its text, these words are sent to every user. A
 * live campaign may mean them.
 */
function lostReference({ path, text }: PlacedText): Found<'REFERENCE'>[] {
  const [, , kind] = /(^\s*|\{\s*)\$(file|var)\b/.exec(text) ?? [];
  const isPath = READ_BY_PEOPLE.includes(String(path.at(-1))) && /^\S+\.(?:html?|liquid|txt)\s*$/i.test(text);
  if (kind === undefined && !isPath) return [];
  const put = kind === undefined ? `{ $file: ${text.trim()} }` : `{ $${kind}: … }`;
  return [{ path, only: 'new', params: { why: 'literal', seen: text, put } }];
}

/** Open point V25: the service accepts several spellings, but files are easier to search and compare with one. */
function otherSpelling({ path, text }: PlacedText): Found<'SPELLING'>[] {
  const preferred = preferredSpelling(path, text);
  if (preferred === undefined) return [];
  const fix = typeof preferred === 'string' ? { fix: { was: text, put: preferred } } : {};
  return [{ path, params: { seen: text, preferred }, ...fix }];
}

const NAME: Path = ['basic_details', 'name'];

/**
 * Control characters that are not whitespace, and characters without a width: zero-width spaces, direction marks, soft
 * hyphens. Characters that join emoji into one (a family, a flag) have a visible effect and are allowed.
 */
const UNSEEN =
  /(?!\s)\p{Cc}|(?<!\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?[\u{E0020}-\u{E007E}]*(?=\u200D\p{Extended_Pictographic}|[\u{E0020}-\u{E007F}]))(?![\uFE00-\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A campaign is found again by its name (open point V21). A service that trims a name, or composes its accents, stores a
 * text that differs from the file, so the safest name is one that no service has a reason to change.
 */
function changeableName(body: JsonObject): Found<'NAME'>[] {
  const name = valueAt(body, NAME);
  // An empty name has a finding of its own.
  if (typeof name !== 'string' || name.trim() === '') return [];
  const safe = name.normalize('NFC').replace(UNSEEN, '').trim().replace(/\s+/g, ' ');
  return safe === name ? [] : [{ path: NAME, params: { seen: clip(name), safe } }];
}
