import { portablePath } from './portable-name.ts';

/** The maximum length of one segment of a key, in characters: two of them and a number fit into any path. */
const SLUG_CHARS = 60;

/** Letters that don't decompose into a plain letter and a mark, and scripts with a usual Latin transliteration. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ye',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/**
 * A name as one segment of a key: lowercase letters, digits and hyphens, cut between words. Empty for a name without
 * any letter or digit that can be transliterated.
 */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’`]/gu, '')
    .replace(/\s&\s/g, ' and ')
    .replace(/./gsu, (letter) => (Object.hasOwn(LETTERS, letter) ? (LETTERS[letter] ?? '') : letter))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return portablePath(clipped(plain));
}

function clipped(slug: string): string {
  if (slug.length <= SLUG_CHARS) return slug;
  const cut = slug.slice(0, SLUG_CHARS + 1);
  const between = cut.lastIndexOf('-');
  return between > SLUG_CHARS / 2 ? cut.slice(0, between) : slug.slice(0, SLUG_CHARS).replace(/-$/, '');
}
