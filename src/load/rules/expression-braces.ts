import { clip } from '../../model/show.ts';
import type { Finding, TemplatePart } from './expression-scan.ts';

// Tags in the braces of an output: `{{ if user.vip }}`, and `{{#if user.vip}}` of other programs.

const TAG =
  /^(?:([#/])\s*)?(if|unless|for|each|else\s+if|elseif|elsif|elif|else|endif|endunless|endfor)(?![\w.[-])\s*([\s\S]*)$/;

/** Names of tags in other programs. */
const HERE: Readonly<Record<string, string | undefined>> = { each: 'for', elseif: 'elsif' };

/** The tag that an output was meant as, so that what closes it isn't reported, too. */
export function tagInBraces(
  part: TemplatePart,
): { readonly meant: TemplatePart & { readonly tag: string }; readonly finding: Finding } | undefined {
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
