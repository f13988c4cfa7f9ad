import { describe, expect, it } from 'vitest';
import { CATALOGS } from '../../src/messages/catalog/catalogs.ts';
import { plainText, plainTextOnGitHub } from '../../src/messages/phrase.ts';
import { saidBy } from '../support/said-by.ts';

const MEDIA = { terminal: plainText, GitHub: plainTextOnGitHub };

describe.each(Object.entries(CATALOGS))('%s', (_, rows) => {
  describe.each(saidBy(rows))('$code', ({ why, todo }) => {
    it.each(Object.entries(MEDIA))('says what happened and what to do next, in %s', (_, textOf) => {
      expect(textOf(why)).toMatch(/^\S.*[.?]$/s);
      expect(textOf(todo)).toMatch(/^\S.*\S$/s);
      expect(textOf(todo)).toMatch(NEXT_STEP);
      for (const text of [textOf(why), textOf(todo)])
        expect(text).not.toMatch(
          /undefined|null|\[object|\.\.$|[^.]\.\.[^./]|[^\n ] {2}| [.,;](?: |$)|\(\)|""/,
        );
      // Names, such as git and promo/sale, keep their lowercase letters.
      expect(textOf(todo)).not.toMatch(/[.!?] (?:then|otherwise|to|if|the|it|its|this|run|ask|use|and|or)\b/);
    });

    it('is short', () => {
      for (const textOf of Object.values(MEDIA)) {
        expect(textOf(why).length).toBeLessThanOrEqual(240);
        expect(textOf(todo).length).toBeLessThanOrEqual(240);
      }
    });

    it('names neither an option nor a command on GitHub', () => {
      expect(plainTextOnGitHub(todo)).not.toMatch(/(?:^|\s)(?:--[a-z]|-[Cw]\b)/);
      expect(plainTextOnGitHub(todo)).not.toMatch(COMMAND_LINE);
    });
  });
});

/** The beginning of a sentence, or what follows a condition, that says what to do. */
const NEXT_STEP =
  /(?:^|[.:?,] )(?:(?:or|then|first) )?(?:did you mean|there is nothing left to do|(?:add|allow|apply|ask|bind|change|check|choose|commit|copy|correct|create|edit|fix|give|have|install|merge|move|name|open|push|release|remove|report|rename|restore|run|see|set|start|upgrade|use|wait|write)\b)/i;

/** What a marketer can't type on GitHub. */
const COMMAND_LINE =
  /\b(?:campaigns (?:init|validate|fmt|plan|apply|drift|import|status|log|state|serve|pull|revert|replace|prune|show|preview|check)\b|(?:gh|openssl|npx) [a-z])/;
