/** Elements without an end tag. */
const EMPTY = new Set(['meta', 'br']);

const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none';`;

/** What is wrong with a page's tags: an unclosed one, one that closes another, or an unexpected attribute. */
export function tagTrouble(page: string): string[] {
  const open: string[] = [];
  const problems: string[] = [];
  for (const [whole, slash = '', name = '', attributes = ''] of page
    .replace(/^<!doctype html>/, '')
    .matchAll(/<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>|</g)) {
    if (name === '') problems.push(`a bare ${whole}`);
    else if (slash !== '') {
      const last = open.pop();
      if (last !== name) problems.push(`</${name}> where <${last ?? 'nothing'}> is open`);
    } else {
      if (!EMPTY.has(name)) open.push(name);
      problems.push(
        ...[...attributes.matchAll(/ ([a-z-]+)="/g)]
          .map(([, attribute = '']) => attribute)
          .filter((attribute) => !['class', 'lang', 'charset', 'name', 'content'].includes(attribute))
          .filter((attribute) => attribute !== 'http-equiv' || !whole.startsWith(POLICY))
          .map((attribute) => `${attribute} on <${name}>`),
      );
    }
  }
  return [...problems, ...open.map((name) => `<${name}> does not end`)];
}
