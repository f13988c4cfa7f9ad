import { clip } from '../../model/show.ts';
import { inEmails, isAddress, tagAt, TAG_CHARS, type Found } from './html.ts';
import { attributeFault } from './mail-rules.ts';
import type { Rule } from './rule.ts';

// Elements of an email that are never closed, and broken tags. HTML closes some elements by itself, such as `<p>` and
// `<td>`; others hide or change what follows. Only what is certain in each branch of a template is reported.

/** Elements whose content is not HTML. */
const RAW = /^(?:style|title|textarea|script)$/;
/** Elements that hide or change what follows if they are never closed, the worst first. */
const WORST = [
  /^<div[^]*display\s*:\s*none/i,
  /^<a\s[^]*href/i,
  /^<h[1-6]\b/i,
  /^<table/i,
  /^<(?:[biu]|em|strong)\b/i,
];
/** Blocks of the service, and parts for Outlook that other programs show, too: these may close a layout. */
const FROM_ELSEWHERE = /content_?(?:block|api)|\{%-?\s*(?:include|render)\b|<!\[if/i;
/** A template in the text, which may write anything. */
const TEMPLATE = /\{[{%][^{}]*(?:[%}]\}|$)/g;
const MARK = /\{%-?\s*(end)?(?:if|unless|for|case|capture|comment|raw)\b|<(\/?)([a-z][\w:-]*)/gi;
/** A start tag without its `<`. */
const BARE = /(?<![^\s>])(?:a|p|h[1-6]|div|span|table|td|img)(?:\s+[\w-]+="[^"]*")+\s*>/;
/** How many open elements an end tag may close. */
const DEPTH = 99;

interface Element {
  readonly name: string;
  readonly text: string;
  /** How many blocks of the template it is in. */
  readonly depth: number;
  readonly part: string;
  readonly index: number;
}

export const elementsAreClosed: Rule = inEmails('W_HTML', ({ tags, openComment, shown }) => {
  const open = tags.flatMap(({ attributes }) =>
    attributes.filter(({ missing, part }) => missing === 'quote' && part.includes('=')),
  );
  // An address without its quote and a comment that never ends are reported by themselves.
  if (open.length > 0)
    return open.flatMap((one) => {
      const fault = isAddress(one.name) ? undefined : attributeFault(one);
      return fault ? [[one, ...fault]] : [];
    });
  return openComment === undefined ? firstFault(shown) : [];
});

function firstFault(shown: string): Found[] {
  // What a template has in its braces doesn't end a tag.
  const plain = shown.replace(TEMPLATE, (one) => one.replace(/[<>"'=]/g, '-'));
  const open: Element[] = [];
  const unclosed: Element[] = [];
  /** Start tags less end tags, by name; less than any number if only some branches have one of them. */
  const more: Record<string, number | undefined> = {};
  let [end, depth] = [0, 0];
  for (const { 0: part, 1: ends, 2: slash, 3: written, index } of plain.matchAll(MARK)) {
    if (index < end) continue;
    if (written === undefined) {
      depth += ends ? -1 : 1;
      continue;
    }
    const bare = BARE.exec(plain.slice(end, index));
    if (bare) {
      const tag = clip(bare[0]);
      return [[{ part: bare[0], index: end + bare.index }, `the < of ${tag} is missing`, `write <${tag}`]];
    }
    const text = tagAt(plain.slice(index, index + TAG_CHARS));
    const name = written.toLowerCase();
    const element = { name, text, depth, part, index };
    end = index + text.length;
    if ((plain[end] ?? '<') === '<') return [[element, 'this tag never ends', 'write > where it ends']];
    more[name] = (more[name] ?? 0) + (slash ? -1 : 1);
    if (slash) {
      const near = open.slice(-DEPTH);
      const at = near.findLastIndex((one) => one.name === name);
      const [own, ...inside] = at === -1 ? [] : open.splice(at - near.length);
      unclosed.push(...inside);
      if (own && own.depth !== depth) more[name] = -Infinity;
    } else open.push(element);
    if (slash || !RAW.test(name)) continue;
    const close = plain.slice(end).search(new RegExp(`</${name}`, 'i'));
    if (close === -1) return neverClosed(element);
    end += close;
  }
  const isPart = FROM_ELSEWHERE.test(shown);
  return worstOf(
    [...unclosed, ...open].filter(
      (one) => !one.depth && (more[one.name] ?? 0) > 0 && !(isPart && /^(?:div|table)$/.test(one.name)),
    ),
  );
}

function worstOf(unclosed: readonly Element[]): Found[] {
  const [worst] = WORST.flatMap((kind) => unclosed.filter(({ text }) => kind.test(text)));
  if (!worst) return [];
  const { name, index, part } = worst;
  const again = unclosed.find((one) => one.name === name && one.index > index && /^<\w+\/?$/.test(one.text));
  return again ? [[again, `this ${part}> is inside another one`, `write </${name}>`]] : neverClosed(worst);
}

function neverClosed(element: Element): Found[] {
  const { name, text } = element;
  const effect = name === 'div' || RAW.test(name) ? ", so customers don't see what follows it" : '';
  return [[element, `this ${clip(`${text}>`)} is never closed${effect}`, `write </${name}> where it ends`]];
}
