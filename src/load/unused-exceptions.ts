import type { Diagnostic } from '../model/diagnostic.ts';
import { isGlob } from '../model/glob.ts';
import { isJsonObject, isList, valueAt } from '../model/json.ts';
import { nearestNames } from '../model/nearest.ts';
import { clip } from '../model/show.ts';
import { keyOf } from './key.ts';
import type { Source } from './yaml/source.ts';

/**
 * Exceptions from the team's rules for campaigns that don't exist: misspelled keys, or paths of files. Patterns may be
 * for future campaigns.
 */
export function unusedExceptions(source: Source, keys: readonly string[]): Diagnostic[] {
  const rules = valueAt(source.value, ['policy', 'rules']);
  return Object.entries(isJsonObject(rules) ? rules : {}).flatMap(([name, rule]) => {
    const except = valueAt(rule, ['except']);
    return (isList(except) ? except : []).flatMap((one, index): Diagnostic[] => {
      if (typeof one !== 'string' || isGlob(one) || keys.includes(one)) return [];
      const asKey = keyOf(one.replace(/^(?:.*\/)?campaigns\//, ''));
      const [near] = keys.includes(asKey) ? [asKey] : nearestNames(asKey, keys);
      return [
        {
          file: source.file,
          ...source.at(['policy', 'rules', name, 'except', index]),
          code: 'W_NO_EFFECT',
          message: `no campaign has the key ${clip(one)}, so this exception has no effect`,
          hint: near === undefined ? 'write the key of a campaign, or remove it' : `did you mean ${near}?`,
        },
      ];
    });
  });
}
