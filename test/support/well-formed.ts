import { createHash } from 'node:crypto';

/** Elements without an end tag. */
const EMPTY = new Set(['meta', 'input']);

const ELEMENTS =
  /^(?:html|head|meta|title|style|script|body|main|header|footer|section|h[1-4]|p|div|span|strong|em|code|mark|ins|del|pre|[ou]l|li|d[ltd]|details|summary|figure|figcaption|table|thead|tbody|t[rhd]|label|input|select|option|button|a)$/;

/** Attributes that name, describe or store, and those whose values are checked. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    'class lang charset name content title id for role scope rowspan open hidden value'
      .split(' ')
      .map((name) => [name, /^/]),
  ),
  'http-equiv': /^Content-Security-Policy$/,
  type: /^(?:search|button)$/,
  rel: /^noreferrer$/,
  href: /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)\b)/,
  style: /^(?:background:#[0-9a-f]{6};color:#(?:000|fff)|width:\d+rem)$/i,
};

const isKnown = (name: string, value: string) =>
  /^(?:data|aria)-[a-z-]+$/.test(name) || (ATTRIBUTES[name]?.test(value) ?? false);

/**
 * What is wrong with a page: an unclosed tag, one that closes another, an unexpected element or attribute, a script that its
 * policy doesn't name, a style that loads something.
 */
export function tagTrouble(page: string): string[] {
  const open: string[] = [];
  const problems: string[] = [];
  const [policy] =
    /<meta http-equiv="Content-Security-Policy" content="default-src (?:&#39;|')none(?:&#39;|')[^"]*"/.exec(
      page,
    ) ?? [];
  if (policy === undefined) problems.push('no policy');
  const tags = page
    .replace(/^<!doctype html>/, '')
    .replace(/(<script>)(.*?)(<\/script>)/s, (_, start: string, script: string, end: string) => {
      const hash = createHash('sha256').update(script).digest('base64');
      if (!policy?.includes(`sha256-${hash}`)) problems.push('a script that the policy does not name');
      return start + end;
    })
    .replace(/(<style>)(.*?)(<\/style>)/s, (_, start: string, style: string, end: string) => {
      if (/[<]|url\(|@import|image-set/i.test(style)) problems.push('a style that loads');
      return start + end;
    });
  for (const [whole, slash = '', name = '', attributes = '', isClosed = ''] of tags.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)(\/?)>|</g,
  )) {
    if (name === '') problems.push(`a bare ${whole}`);
    else if (!ELEMENTS.test(name)) problems.push(`<${name}>`);
    else if (slash !== '') {
      const last = open.pop();
      if (last !== name) problems.push(`</${name}> where <${last ?? 'nothing'}> is open`);
    } else {
      if (!EMPTY.has(name)) open.push(name);
      else if (isClosed === '') problems.push(`<${name}> does not end`);
      for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g))
        if (!isKnown(attribute, value)) problems.push(`${attribute} on <${name}>`);
    }
  }
  return [...problems, ...open.map((name) => `<${name}> does not end`)];
}

/** The elements of a page with the names of their attributes, each once. Texts decide how many there are, not which. */
export function signaturesOf(page: string): Set<string> {
  const body = page.replace(/<script>.*?<\/script>/s, '');
  return new Set((body.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/="[^"]*"/g, '')));
}
