import type { FoundIn } from '../check.ts';
import type { ContentText } from './texts.ts';
import { CODE, type TemplatePart } from './template.ts';

/** In characters: RFC 5322 recommends 78 for a line such as the subject; phones show about as much of a push message. */
const AT_MOST: Readonly<Record<string, number>> = { subject: 78, title: 65, message: 240 };
/** Of HTML, in units of 1,024 bytes: Gmail shows no more of an email. */
const KILOBYTES_AT_MOST = 102;

/** Texts that devices cut off. */
export function lengthFaults({ text, field, isRead, template }: ContentText): FoundIn<'LENGTH'>[] {
  const atMost = isRead ? AT_MOST[field] : undefined;
  // What is sent of a text is a part of it.
  if (atMost === undefined || text.length <= atMost || template.unclosed) return [];
  const length = lengthOf(template.sent, template.parts);
  return length > atMost ? [{ part: { text, at: 0 }, params: { field, length, atMost } }] : [];
}

export function sizeFaults({ text, html, template }: ContentText): FoundIn<'SIZE'>[] {
  // In UTF-8, a character has three bytes at most, or is two characters here and has four.
  if (!html || text.length * 3 <= KILOBYTES_AT_MOST * 1024) return [];
  // What a template writes in place of its code isn't known.
  const sent = template.sent.replace(new RegExp(`\\{[{%]${CODE}*[}%]\\}`, 'g'), '');
  const kilobytes = Math.ceil(new TextEncoder().encode(sent).length / 1024);
  return kilobytes > KILOBYTES_AT_MOST
    ? [{ part: { text, at: 0 }, params: { kilobytes, atMost: KILOBYTES_AT_MOST } }]
    : [];
}

/** A text in the longest of the branches of its template, with defaults in place of what it writes. */
function lengthOf(sent: string, parts: readonly TemplatePart[]): number {
  /** The text so far of each open block, and its longest finished branch. */
  const open = [{ now: '', longest: '' }];
  let end = 0;
  const add = (text: string) => {
    const block = open.at(-1);
    if (block) block.now += text;
  };
  for (const { tag, text, at } of parts) {
    add(sent.slice(end, at));
    end = at + text.length;
    const [, , usual = ''] = /\|\s*default\b\W{0,3}(["'])(.*?)\1/.exec(text) ?? [];
    const block = open.at(-1);
    if (tag === undefined) add(usual);
    else if (/^(?:if|unless|case|for)$/.test(tag)) open.push({ now: '', longest: '' });
    else if (/^(?:else|elsif|elif|elseif|when)$/.test(tag) && block) {
      block.longest = longer(block.longest, block.now);
      block.now = '';
    } else if (/^end(?:if|unless|case|for)$/.test(tag) && open.length > 1) {
      const { now, longest } = open.pop() ?? { now: '', longest: '' };
      add(longer(now, longest));
    }
  }
  add(sent.slice(end));
  const all = open.map(({ now }) => now).join('');
  return Array.from(all.replace(/\s+/g, ' ').trim()).length;
}

function longer(one: string, other: string): string {
  return one.length >= other.length ? one : other;
}
