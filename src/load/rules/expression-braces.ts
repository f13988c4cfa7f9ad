import { clip } from '../../model/show.ts';
import { attributeLike, ROOTS } from './expression-names.ts';
import { sentText, type Finding, type Tag, type TemplatePart } from './expression-scan.ts';

// Tags in the braces of an output: `{{ if user.vip }}`, and `{{#if user.vip}}` of other programs. And the other way
// around: `{% user.first_name %}`.

const TAG =
  /^(?:([#/])\s*)?(if|unless|for|each|else\s+if|elseif|elsif|elif|else|endif|endunless|endfor)(?![\w.[-])\s*([\s\S]*)$/;

/** Names of tags in other programs. */
const HERE: Readonly<Record<string, string | undefined>> = { each: 'for', elseif: 'elsif' };

/** The tag that an output was meant as, so that what closes it isn't reported, too. */
export function tagInBraces(
  part: TemplatePart,
): { readonly meant: Tag; readonly finding: Finding } | undefined {
  const [, sign = '', written = '', inside = ''] = TAG.exec(part.inside.replace(/^[-+~]/, '').trim()) ?? [];
  if (part.tag !== undefined || written === '' || (written === 'each' && sign === '')) return undefined;
  const name = written.replaceAll(/\s/g, '');
  const tag = `${sign === '/' ? 'end' : ''}${HERE[name] ?? name}`;
  const rest = inside.replace(/[-~]$/, '').trim();
  const whole = [
    tag,
    ...(name === 'each' && sign === '#' ? ['item in'] : []),
    ...(rest === '' ? [] : [rest]),
  ];
  const needsMore = rest === '' && !/^e/.test(tag);
  const message = `${clip(part.text)} is in the braces of a value, but ${tag} is a tag`;
  const hint = `write {% ${clip(whole.join(' '))}${needsMore ? ' …' : ''} %}`;
  return { meant: { ...part, tag }, finding: { kind: 'broken', part, message, hint } };
}

/** The finding for a value in the braces of a tag. */
export function valueInTag({ tag = '', inside, text, at }: TemplatePart): Finding | undefined {
  const attribute = inside.trim() === '' ? attributeLike(tag) : undefined;
  if (!ROOTS.includes(tag) && (attribute === undefined || tag === 'unsubscribe_url')) return undefined;
  const message = `${clip(text)} is in the braces of a tag, but ${clip(tag)} is a value`;
  const value = attribute === undefined ? `${tag}${inside.trimEnd()}` : `user.${attribute}`;
  return { kind: 'name', part: { text, at }, message, hint: `write {{ ${clip(value)} }}` };
}

/** `{ % if user.vip %}`, `(% if user.vip %)`, `{if user.vip}`, `{/if}`; scripts have parentheses or braces there. */
const MANGLED =
  /(?<![{$])(?:\{\s{1,9}%|[([]%|\{(?![{%#]))\s{0,9}(\/?(?:if|unless|for)|elsif|else|end(?:if|unless|for))(?=[\s%}])([^{}%\n;():]{0,99})(?:%\s{0,9}\}|%[)\]]|\})(?!\})/g;

/** Tags in braces of another kind, which would be sent as they are written. */
export function mangledTags(text: string): { readonly meant: Tag; readonly finding: Finding }[] {
  return [...sentText(text).matchAll(MANGLED)].flatMap(({ 0: whole, 1: name = '', 2: rest = '', index }) => {
    const tag = name.replace('/', 'end');
    const condition = rest.trim();
    if (NEEDING.includes(tag) && !NAMED.test(condition)) return [];
    const part = { text: whole, at: index };
    const message = `${clip(whole)} has the wrong braces for a tag, so it is sent as it is written`;
    const hint = `write {% ${clip(`${tag} ${condition}`.trim())} %}`;
    const meant = { ...part, tag, inside: rest, insideAt: index };
    return [{ meant, finding: { kind: 'broken' as const, part, message, hint } }];
  });
}

const NEEDING: readonly string[] = ['if', 'unless', 'for', 'elsif'];
const NAMED = new RegExp(`(?<![\\w.])(?:${ROOTS.join('|')})\\b`);
