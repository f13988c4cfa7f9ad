import { preferredSpelling } from '../preferred-spelling.ts';
import { onValue } from '../problem.ts';
import { show } from '../../model/show.ts';
import { textsIn, type Rule } from './rule.ts';

/** Open point V25: the service takes several spellings, and files are easier to search and compare with one. */
export const spellingsArePreferred: Rule = ({ body }) =>
  textsIn(body).flatMap(({ path, text }) => {
    const preferred = preferredSpelling(path, text);
    if (preferred !== undefined) {
      const message =
        typeof preferred === 'number'
          ? `${show(text)} is a number in quotes`
          : `${show(text)} is not the preferred spelling`;
      const fix = typeof preferred === 'string' ? { was: text, put: preferred } : undefined;
      return [{ ...onValue(path, 'W_SPELLING', message, `write ${preferred}; campaigns fmt does it`), fix }];
    }
    if (path.at(-1) !== 'sherpa_campaign_duration') return [];
    const message = `${show(text)} is not a whole number of hours`;
    return [onValue(path, 'W_SPELLING', message, 'write a number such as 24, without quotes')];
  });
