import fc from 'fast-check';
import { pageHtml } from '../../src/render/html/page.tsx';
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../src/app/secrets.ts';
import { workflowCommands } from '../../src/render/documents/diagnostics-document.ts';
import { workspace } from '../support/load/marked.ts';
import { escapeMarkdown, fenced, linked } from '../../src/render/markdown/escape-markdown.ts';

const KEYS = [
  'sk-9f3b2c71d4e5',
  'pa$$w*rd@host&co',
  '<script>%41"\\`~',
  "it's|a^key{with}[all]_of_(it)#1",
  'AbC+/=0123==',
  'schlüssel-ключ-🔑',
  'two words & more',
];

function knowing(...secrets: readonly string[]): Secrets {
  const known = new Secrets();
  for (const one of secrets) known.hide(one);
  return known;
}

/** How programs that pass a text on may spell it. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in an address': encodeURIComponent,
  'in an address, in lower case': (text) =>
    encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, (found) => found.toLowerCase()),
  'in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON of ASCII only': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[^ -~]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'in Markdown': escapeMarkdown,
  'in Markdown by backslashes': (text) => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&'),
  'in a code block': (text) => fenced('text', [text]),
  'in a link': (text) => linked(text, `https://example.com/${text}`),
  'in HTML': (text) => pageHtml({ title: text }, ''),
  'in HTML by hexadecimal numbers': (text) =>
    Array.from(text, (found) => `&#x${(found.codePointAt(0) ?? 0).toString(16)};`).join(''),
  'in HTML that was escaped twice': (text) => pageHtml({ title: escapeMarkdown(text) }, ''),
  'in a workflow command': (text) =>
    workflowCommands([
      { ...{ file: text, line: 1, column: 1, code: 'E_VALUE' }, message: encodeURIComponent(text), hint: '' },
    ]),
};

describe.each(Object.entries(SPELLINGS))('a secret %s', (_, spelled) => {
  it.each(KEYS)('is hidden: %s', (key) => {
    const shown = knowing(key).redact(`before ${spelled(key)} after`);
    expect(shown).toContain('***');
    expect(shown).not.toContain(spelled(key));
    expect(shown).not.toContain(key);
    expect(shown).toMatch(/^before .*[^]* after$/);
  });
});

describe('a secret in Base64', () => {
  const github = ['', 'u', 'us', 'user:', 'x-access-token:'];
  it.each(KEYS)('is hidden wherever it begins: %s', (key) => {
    const secrets = knowing(key);
    for (const before of github)
      for (const after of ['', '!', '!!', '!!!'])
        for (const encoding of ['base64', 'base64url'] as const) {
          const encoded = Buffer.from(before + key + after).toString(encoding);
          for (const spelled of [encoded, encodeURIComponent(encoded), encoded.replaceAll('/', '\\/')]) {
            const shown = secrets.redact(`token ${spelled} end`);
            expect(shown).toContain('***');
            // What is left does not decode to a part of the key.
            for (const rest of shown.replace(/^token | end$/g, '').split('***'))
              expect(Buffer.from(rest, 'base64').toString('latin1')).not.toContain(key.slice(0, 3));
          }
        }
  });
});

it('hides a secret that begins with another one up to its end', () => {
  expect(knowing('abcdefgh', 'abcdefgh-12345678').redact('abcdefgh-12345678')).toBe('***');
});

it('hides text around whitespace that was pasted with a secret', () => {
  expect(knowing('sk-9f3b2c71d4e5\n').redact('key=sk-9f3b2c71d4e5.')).toBe('key=***.');
});

it('hides the credential that a secret forms with its app_key', () => {
  const secrets = new Secrets();
  secrets.hide('sk-9f3b2c71d4e5', 'shop');
  const credential = Buffer.from('shop:sk-9f3b2c71d4e5').toString('base64');
  expect(secrets.redact(`Basic ${credential}`)).toBe('Basic ***');
});

it('does not change texts without a secret', () => {
  const secrets = knowing(...KEYS);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      fc.pre(!KEYS.some((key) => text.includes(key)));
      expect(secrets.redact(text)).toBe(text);
    }),
  );
});

it('hides any secret in any text, in any spelling', () => {
  const keys = fc
    .string({ unit: 'binary-ascii', minLength: 8, maxLength: 40 })
    .filter((one) => one.trim().length >= 8 && !/[\u0000-\u001f\u007f]|\*{3}/.test(one));
  fc.assert(
    fc.property(keys, fc.constantFrom(...Object.keys(SPELLINGS)), (key, name) => {
      const spelled = SPELLINGS[name]?.(key.trim()) ?? '';
      expect(knowing(key).redact(spelled)).toContain('***');
    }),
  );
});

it('leaves no secret in a text with several of them, in spellings of spellings', () => {
  const spelled = fc
    .tuple(fc.constantFrom(...KEYS), fc.array(fc.constantFrom(...Object.values(SPELLINGS)), { maxLength: 3 }))
    .map(([key, spellings]) => spellings.reduce((text, spell) => spell(text), key));
  const between = fc.string({ unit: fc.constantFrom(...Array.from('ab%41\\u0&#;+/= -_kK\n')), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.oneof(spelled, between), { maxLength: 6 }), (pieces) => {
      // Another one, because the first remembers what it redacted.
      expect(knowing(...KEYS).areIn(knowing(...KEYS).redact(pieces.join('')))).toBe(false);
    }),
  );
});

it.each([
  ['93-21_b8-b', '%93-21\\_b8-b+'],
  ['acf44Yd7', '\\u00%61%63%66%34%34%59%64%37'],
])('hides %s behind what looks like the beginning of an escape: %s', (key, text) => {
  expect(knowing(key).redact(text)).toContain('***');
});

it('finds a secret in the names and values of JSON', () => {
  const secrets = knowing('sk-9f3b2c71d4e5');
  expect(secrets.areIn({ list: [{ text: 'Use sk-9f3b2c71d4e5' }] })).toBe(true);
  expect(secrets.areIn({ 'sk-9f3b2c71d4e5': 1 })).toBe(true);
  expect(secrets.areIn({ text: 'nothing' })).toBe(false);
});

it('processes a long text within the time limit of a test', () => {
  const secrets = knowing(...KEYS);
  const text = '&#38;%25\\u0041AbC+/'.repeat(50_000);
  expect(secrets.redact(text)).toBe(text);
}, 30_000);

it('knows whether a value contains a secret, also after it was redacted', () => {
  const secrets = new Secrets();
  const shop = { ...workspace(), apiKeyEnv: 'CAMPAIGNS_SHOP', publishApiKeyEnv: 'CAMPAIGNS_SEND' };
  secrets.hideKeysOf([shop], { CAMPAIGNS_SHOP: 'sk-0000000001', CAMPAIGNS_SEND: 'sk-0000000002' });
  secrets.hide('rk-0000000003');
  for (const one of ['sk-0000000001', 'sk-0000000002', 'rk-0000000003']) {
    expect(secrets.areIn({ a: 'x', b: [`y ${one}`] })).toBe(true);
    expect(secrets.areIn(secrets.redact(`by ${one}`))).toBe(true);
  }
  expect(secrets.areIn({ a: 'nothing' })).toBe(false);
});
