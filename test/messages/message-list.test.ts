import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messageList } from '../support/message-list.ts';

const page = readFileSync(new URL('../../docs/messages.md', import.meta.url), 'utf8');

it.each(Object.entries(messageList()))('docs/messages.md lists what is said of %s', (name, messages) => {
  const [, part = ''] = page.split(new RegExp(`<!-- /?${name}\\b[^>]*-->`));
  const codes = [...part.matchAll(/^- `([\w-]+)`:/gm)].map(([, code]) => code);
  expect(codes).toEqual(messages.map(({ code }) => code));
});

it.each(Object.values(messageList()).flat())(
  '$code names neither an option nor a command on GitHub',
  ({ github }) => {
    expect(github).not.toMatch(/undefined|\[object|--[a-z]/);
    expect(github).not.toMatch(COMMAND_LINE);
  },
);

it.each(Object.values(messageList()).flat())(
  '$code begins each sentence with a capital letter',
  (message) => {
    // Names, such as git and promo/sale, keep their lowercase letters.
    for (const text of [message.terminal, message.github])
      expect(text).not.toMatch(/[.!?] (?:then|otherwise|to|if|the|it|its|this|run|ask|use|and|or)\b/);
  },
);

/** What a marketer can't type on GitHub. */
const COMMAND_LINE =
  /\b(?:campaigns (?:init|validate|fmt|plan|apply|drift|import|status|log|state|serve|pull|revert|replace|show|preview|check)\b|(?:gh|openssl|npx) [a-z])/;
