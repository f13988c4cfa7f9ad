import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What `openapi.yaml` holds. The build replaces this file by one that has the content in it (scripts/precompile.mjs). */
export function openApiSource(): unknown {
  return parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));
}
