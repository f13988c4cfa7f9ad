import { isJsonObject } from '../model/json.ts';
import { keyOf, probableKey } from './key.ts';
import type { CampaignFile } from './load-campaigns.ts';
import { isSource, parseSource } from './yaml/source.ts';

/** Every key that a file claims, by its path or by its own `key:`, whatever other mistakes it has. */
export function claimedKeys(files: readonly CampaignFile[]): string[] {
  return files.flatMap((one) => {
    const byPath = keyOf(one.below);
    if (!('text' in one) || !/^["']?key["']?\s*:/m.test(one.text)) return [byPath];
    const source = parseSource(one.file, one.text);
    if (!isSource(source)) return [byPath, probableKey(one)];
    const key = isJsonObject(source.value) ? source.value.key : undefined;
    return typeof key === 'string' ? [byPath, key] : [byPath];
  });
}
