import { describe, expect, it } from 'vitest';
import { describeFinding, FILES } from '../../src/messages/catalog/files.ts';
import type { RuleCode } from '../../src/model/findings.ts';

const CODES = Object.keys(FILES) as RuleCode[];

/** The most characters of a message and its hint together. */
const CHARACTERS_AT_MOST = 240;

describe.each(CODES)('the row %s', (code) => {
  const { message, hint } = describeFinding({ code, params: FILES[code].example });

  it('says what is wrong with its example, and one thing to do', () => {
    for (const text of [message, hint]) {
      expect(text).toMatch(/\S/);
      expect(text).not.toMatch(/undefined|null|\[object|\.$| {2}/);
    }
    expect(message.length + hint.length).toBeLessThanOrEqual(CHARACTERS_AT_MOST);
  });

  it('has a rule that is a sentence', () => {
    expect(FILES[code].needs).toMatch(/^[A-Z].*\.$/);
  });
});
