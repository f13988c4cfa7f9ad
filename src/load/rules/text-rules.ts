import { valueAt, type Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import type { Found, Rule } from '../check.ts';
import { conflictMarker } from '../merge-conflict.ts';
import { preferredSpelling } from '../preferred-spelling.ts';
import { contentTexts, countBefore, textsInBody, type PlacedText } from './placed.ts';

// Rules about single texts, wherever they are.

/** A text with both sides of a merge conflict is never sent. */
export const conflictsAreResolved: Rule = {
  code: 'MERGE_CONFLICT',
  check: ({ body }) =>
    textsInBody(body).flatMap(({ path, text }) => {
      const found = conflictMarker(text);
      if (!found) return [];
      const { marker, at } = found;
      return [{ path, params: {}, part: { text: marker, nth: countBefore(text, marker, at) } }];
    }),
};

/** If the braces of a reference are forgotten, its words are sent to every user. */
export const referencesAreMaps: Rule = {
  code: 'REFERENCE',
  check: ({ body, workspace: { vars }, isFile }) => {
    const read = new Set(contentTexts(body).map(({ path }) => path));
    return textsInBody(body).flatMap((one): Found<'REFERENCE'>[] => {
      const put = asReference(one.text) ?? (read.has(one.path) ? asPath(one.text, isFile) : undefined);
      const meant = put ?? asVariable(one, Object.keys(vars));
      // A live campaign may have such a text: then it is meant.
      return meant === undefined
        ? []
        : [{ path: one.path, only: 'edit', params: { why: 'literal', seen: one.text, put: meant } }];
    });
  },
};

const REFERENCE = /(^\s*|\{\s{0,9})?\$(file|var)["']?(\s{0,9}:|\s)\s{0,9}["']?[^\s"'{},]/;

/** `$file: ./welcome.html`, or one inside a text: `Team { $var: sender }`. */
function asReference(text: string): string | undefined {
  const [found, begun, kind, sign = ''] = REFERENCE.exec(text) ?? [];
  if (found === undefined || (begun === undefined && !sign.endsWith(':'))) return undefined;
  return `the whole value as { $${kind ?? ''}: … }`;
}

/** Longer than any path in practice, in characters. */
const PATH_CHARS = 300;

/** A text for people that is a path: the text of that file was meant. */
function asPath(text: string, isFile: (path: string) => boolean): string | undefined {
  const file = text.trim().replace(/^(?:[!@](?:[\w-]+:?\s+)?|(?:include|import):?\s+)/i, '');
  if (file.length > PATH_CHARS || /[\n<>{}]|:\/\//.test(file)) return undefined;
  // To look for a file takes longer than all else here, so not for each sentence that ends in a period.
  const isPath = /^\S+\.(?:html?|liquid|txt)$/i.test(file) || (/\/|\.\w{1,8}$/.test(file) && isFile(file));
  return isPath ? `{ $file: ${file} }` : undefined;
}

/** `$connector`, `{{ vars.from_address }}` or `[[from_address]]`, where nothing is filled in. */
const VARIABLE = /^(?:\$\{?|\{\{-?\s*(?:vars\.)?|\[\[\s*)([\w-]+)\s*[}\]]{0,2}$/;

function asVariable({ path, text }: PlacedText, known: readonly string[]): string | undefined {
  const [, name = ''] = VARIABLE.exec(text) ?? [];
  const isFilled = path[0] === 'campaign_content' && !/address$|_ids$/.test(String(path.findLast(isName)));
  return known.includes(name) && (text.startsWith('$') || !isFilled) ? `{ $var: ${name} }` : undefined;
}

function isName(step: string | number): boolean {
  return typeof step === 'string';
}

/** A line break inside a subject; at its end, one comes from the way it is written in YAML. */
export const subjectIsOneLine: Rule = {
  code: 'SUBJECT',
  check: ({ body }) =>
    contentTexts(body)
      .filter(({ path, text }) => path.at(-1) === 'subject' && /\S\s*\n\s*\S/.test(text))
      // Around the tags of a condition, lines are not what is sent.
      .filter(({ text }) => !text.includes('{%'))
      .map(({ path }) => ({ path, params: {} })),
};

/** Open point V25: the service accepts several spellings, but files are easier to search and compare with one. */
export const spellingsArePreferred: Rule = {
  code: 'SPELLING',
  check: ({ body }) =>
    textsInBody(body).flatMap(({ path, text }) => {
      const preferred = preferredSpelling(path, text);
      if (preferred === undefined) return [];
      const fix = typeof preferred === 'string' ? { fix: { was: text, put: preferred } } : {};
      return [{ path, params: { seen: text, preferred }, ...fix }];
    }),
};

const NAME: Path = ['basic_details', 'name'];

/**
 * Control characters that are not whitespace, and characters without a width: zero-width spaces, direction marks, soft
 * hyphens. Characters that join emoji into one (a family, a flag) have a visible effect and are allowed.
 */
const UNSEEN =
  /(?!\s)\p{Cc}|(?<!\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?[\u{E0020}-\u{E007E}]*(?=\u200D\p{Extended_Pictographic}|[\u{E0020}-\u{E007F}]))(?![\uFE00-\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** What is also written as a code, because it looks like a space. */
const UNCLEAR = new RegExp(`${UNSEEN.source}|[^\\S ]`, 'gu');

/**
 * A campaign is found again by its name (open point V21). A service that trims a name, or composes its accents, stores a
 * text that differs from the file, so the safest name is one that no service has a reason to change.
 */
export const nameIsSafe: Rule = {
  code: 'NAME',
  check: ({ body }) => {
    const name = valueAt(body, NAME);
    // An empty name has a finding of its own.
    if (typeof name !== 'string' || name.trim() === '') return [];
    const safe = name.normalize('NFC').replace(UNSEEN, '').trim().replace(/\s+/g, ' ');
    return safe === name ? [] : [{ path: NAME, params: { seen: clip(name).replace(UNCLEAR, codeOf), safe } }];
  },
};

function codeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`;
}
