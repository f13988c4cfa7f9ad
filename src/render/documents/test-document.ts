import { jsonText } from '../../model/json.ts';
import type { TestResult } from '../../model/test-send.ts';

/** What the service answered about a test, as JSON for machines: `schemas/test.schema.json`. */
export function testDocument(
  key: string,
  { to, results }: { readonly to: readonly string[]; readonly results: readonly TestResult[] },
): string {
  return jsonText({
    format: 'campaign-test/1',
    key,
    to,
    results: results.map(({ platform, locale, variation, status, reason }) => ({
      ...{ platform, locale, variation, status, reason },
    })),
  });
}
