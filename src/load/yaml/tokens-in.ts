import type { CST } from 'yaml';

/** Tokens and everything inside them, in no particular order. Doesn't recurse, so any depth is fine. */
export function* tokensIn(tokens: readonly CST.Token[]): Generator<CST.Token> {
  const open: (CST.Token | null | undefined)[] = [...tokens];
  while (open.length > 0) {
    const token = open.pop();
    if (!token) continue;
    yield token;
    if (token.type === 'document') open.push(token.value);
    if ('items' in token) for (const { key, value } of token.items) open.push(key, value);
  }
}
