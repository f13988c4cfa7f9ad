import { valueAt, type Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import type { Rule } from '../check.ts';
import { isYaml, withoutYaml } from '../../model/yaml-name.ts';

// A campaign is found again by its name: after a lost response, after the state branch was lost, and before a new
// campaign is created. A service that trims a name, or composes its accents, stores a text that differs from the file.
// Reading can handle that, but a search for the text in the file may find nothing, so the safest name is one that no
// service has a reason to change.

const NAME: Path = ['basic_details', 'name'];

/**
 * Control characters that are not whitespace, and characters without a width: zero-width spaces, direction marks, soft
 * hyphens. Characters that join emoji into one (a family, a flag) have a visible effect and are allowed.
 */
const UNSEEN =
  /(?!\s)\p{Cc}|(?<!\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?[\u{E0020}-\u{E007E}]*(?=\u200D\p{Extended_Pictographic}|[\u{E0020}-\u{E007F}]))(?![\uFE00-\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters that JSON leaves unescaped and that look like a space. */
const ODD_BLANK = /[^\S ]/gu;

/** The name without anything that a service has a reason to change. */
function safeName(name: string): string {
  return name.normalize('NFC').replace(UNSEEN, '').trim().replace(/\s+/g, ' ');
}

export const nameIsSafe: Rule = {
  code: 'NAME',
  check: ({ body }) => {
    const name = valueAt(body, NAME);
    // An empty name has a finding of its own.
    if (typeof name !== 'string' || name.trim() === '') return [];
    const safe = safeName(name);
    return safe === name ? [] : [{ path: NAME, params: { seen: escaped(name), safe } }];
  },
};

/** A code in place of each invisible character. */
function escaped(name: string): string {
  const code = (character: string) =>
    `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`;
  return clip(name).replace(UNSEEN, code).replace(ODD_BLANK, code);
}

/** `key: promo/sale.yaml` is another key than the one that the file `promo/sale.yaml` has without it. */
export const keyHasNoExtension: Rule = {
  code: 'KEY',
  check: ({ key }) =>
    isYaml(key)
      ? [{ path: ['key'], only: 'edit', params: { why: 'extension', key, put: withoutYaml(key) } }]
      : [],
};
