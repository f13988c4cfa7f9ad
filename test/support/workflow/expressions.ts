/** Looks up a value in an expression by its path, such as `steps.live.outputs.cache-matched-key`. */
export type Lookup = (path: string) => string;

const TOKEN = /\s*(?:(&&|\|\||==|!=|!|\(|\))|'((?:[^']|'')*)'|([\w.-]+))/y;

/** A text with its `${{ … }}` evaluated as GitHub does, as far as our workflows use that. Anything else is an error. */
export function filledIn(text: string, lookup: Lookup): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluated(expression, lookup));
}

/** The value of an expression. False values are empty text. */
export function evaluated(expression: string, lookup: Lookup): string {
  const tokens = tokensOf(expression);
  const value = either(tokens, lookup);
  if (tokens.length > 0) throw new Error(`${expression}: what does ${tokens[0]?.text ?? ''} mean here?`);
  return value;
}

interface Token {
  readonly kind: 'sign' | 'text' | 'name';
  readonly text: string;
}

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const [, sign, text, name] = TOKEN.exec(expression) ?? [];
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (text !== undefined) tokens.push({ kind: 'text', text: text.replaceAll("''", "'") });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else throw new Error(`the harness can't read the expression ${expression}`);
  }
  return tokens;
}

function either(tokens: Token[], lookup: Lookup): string {
  let value = both(tokens, lookup);
  while (take(tokens, '||')) {
    const right = both(tokens, lookup);
    value = value === '' ? right : value;
  }
  return value;
}

function both(tokens: Token[], lookup: Lookup): string {
  let value = compared(tokens, lookup);
  while (take(tokens, '&&')) {
    const right = compared(tokens, lookup);
    value = value === '' ? value : right;
  }
  return value;
}

function compared(tokens: Token[], lookup: Lookup): string {
  const left = single(tokens, lookup);
  if (take(tokens, '==')) return left === single(tokens, lookup) ? 'true' : '';
  if (take(tokens, '!=')) return left === single(tokens, lookup) ? '' : 'true';
  return left;
}

function single(tokens: Token[], lookup: Lookup): string {
  if (take(tokens, '!')) return single(tokens, lookup) === '' ? 'true' : '';
  const token = tokens.shift();
  if (token?.kind === 'text') return token.text;
  if (token?.kind !== 'name') throw new Error('an expression ends where a value is expected');
  if (!take(tokens, '(')) return lookup(token.text);
  if (token.text !== 'always' || !take(tokens, ')')) throw new Error(`the harness has no ${token.text}()`);
  return 'true';
}

function take(tokens: Token[], sign: string): boolean {
  if (tokens[0]?.kind !== 'sign' || tokens[0].text !== sign) return false;
  tokens.shift();
  return true;
}
