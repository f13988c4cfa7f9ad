import { nearest } from '../../model/nearest.ts';
import { clip } from '../../model/show.ts';
import { BLOCKS, SINGLE_TAGS, UNSUBSCRIBE_LINK } from './expression-names.ts';
import { unclosed, type Finding, type Tag } from './expression-scan.ts';

// Blocks, such as `{% if … %}…{% endif %}`: whether each of them is closed, and whether the tags exist.

const DIVIDERS = Object.values(BLOCKS).flat();
const TAGS = [
  ...[...Object.keys(BLOCKS), ...SINGLE_TAGS],
  ...Object.keys(BLOCKS).map((name) => `end${name}`),
  ...DIVIDERS,
];

/** A block that begins, and its name, which may be misspelled in the text. */
interface Block {
  readonly opening: Tag;
  readonly name: string;
}

/** What is wrong with the tags. `isCut` says that the text was not read to its end, where a block may be closed. */
export function blockFindings(tags: readonly Tag[], isCut: boolean): Finding[] {
  const findings: Finding[] = [];
  const open: Block[] = [];
  const unclosedBlocks = new Set<Block>();
  /** Tags that close nothing, and the blocks that they are in. */
  const strays = new Map<Tag, Block | undefined>();
  for (const part of tags.filter((one) => one.tag !== '')) {
    const { tag } = part;
    const name = isKnown(tag) || (tag === 'end' && open.length > 0) ? tag : meantTag(part, open.at(-1)?.name);
    if (name !== tag) findings.push(unknownTag(part, name));
    // `{% set a = 1 %}` has no end.
    if (name === 'set' && part.inside.includes('=')) continue;
    if (name !== undefined && Object.hasOwn(BLOCKS, name)) {
      open.push({ opening: part, name });
    } else if (name?.startsWith('end') === true) {
      const at = open.findLastIndex((one) => `end${one.name}` === tag);
      if (at === -1) strays.set(part, open.at(-1));
      else for (const inner of open.splice(at).slice(1)) unclosedBlocks.add(inner);
    } else if (DIVIDERS.includes(tag) && !open.some((one) => BLOCKS[one.name]?.includes(tag))) {
      const hint = 'write {% if … %} before it, or remove it';
      findings.push({ kind: 'broken', part, message: `${tag} is not inside a block`, hint });
    }
  }
  for (const block of open) unclosedBlocks.add(block);
  for (const [part, block] of strays) {
    const closes = block && unclosedBlocks.delete(block) ? block.name : undefined;
    if (isKnown(part.tag) || part.tag === 'end') findings.push(strayEnd(part, closes));
  }
  if (isCut) return findings;
  const spelledRight = [...unclosedBlocks].filter(({ opening, name }) => opening.tag === name);
  return [
    ...findings,
    ...spelledRight.map(({ opening, name }) =>
      unclosed(opening, `{% ${name} %}`, `write {% end${name} %} where it ends`),
    ),
  ];
}

/** `{% fi %}` without a condition ends a block. */
function meantTag({ tag, inside }: Tag, block: string | undefined): string | undefined {
  const near = nearest(tag, TAGS);
  return near === block && near !== undefined && inside.trim() === '' ? `end${near}` : near;
}

function isKnown(tag: string): boolean {
  return TAGS.includes(tag);
}

function unknownTag(part: Tag, meant: string | undefined): Finding {
  const hint =
    meant === undefined ? (OTHER_TAGS.get(part.tag) ?? 'check its spelling') : `did you mean ${meant}?`;
  return { kind: 'name', part, message: `"${clip(part.tag)}" is not a known tag`, hint };
}

/** Tags of other programs, and what to write. */
const OTHER_TAGS: ReadonlyMap<string, string> = new Map([
  ['unsubscribe', UNSUBSCRIBE_LINK],
  ['unsubscribe_link', UNSUBSCRIBE_LINK],
  ['unsubscribe_url', 'write {{ user.unsubscribe_url }}'],
]);

/** `{% endif %}` in another block, or in none. */
function strayEnd(part: Tag, block: string | undefined): Finding {
  const { tag } = part;
  if (tag === 'end' && block !== undefined)
    return { kind: 'broken', part, message: '{% end %} closes nothing', hint: `write {% end${block} %}` };
  if (block !== undefined) {
    const message = `${tag} doesn't close {% ${block} %}`;
    return { kind: 'broken', part, message, hint: `write {% end${block} %}` };
  }
  const hint = tag === 'end' ? 'remove it' : `remove it, or write {% ${tag.slice(3)} … %} before it`;
  return { kind: 'broken', part, message: `${tag} closes nothing`, hint };
}
