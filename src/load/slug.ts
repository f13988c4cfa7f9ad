/** The maximum length of one segment of a key, in characters: two of them and a number fit into any path. */
const SLUG_CHARS = 60;

/** Letters that don't decompose into a plain letter and a mark, and scripts with a usual Latin transliteration. */
const LETTERS = latin(`
  ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ħ=h ı=i ŋ=n ŧ=t
  а=a б=b в=v г=g ґ=g д=d е=e є=ye ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f
  х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya
  α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch
  ψ=ps ω=o`);

function latin(table: string): ReadonlyMap<string, string> {
  const pairs = table.trim().split(/\s+/);
  return new Map(pairs.map((pair) => [pair.slice(0, 1), pair.slice(2)]));
}

/** Windows reserves the names of its devices, whatever extension follows: a repository with such a file can't be checked out there. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

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
    .replace(/./gsu, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return clipped(plain).replace(DEVICE, '$&-campaign');
}

function clipped(slug: string): string {
  if (slug.length <= SLUG_CHARS) return slug;
  const cut = slug.slice(0, SLUG_CHARS + 1);
  const between = cut.lastIndexOf('-');
  return between > SLUG_CHARS / 2 ? cut.slice(0, between) : slug.slice(0, SLUG_CHARS).replace(/-$/, '');
}
