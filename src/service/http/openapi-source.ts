import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The content of `openapi.yaml`. The build replaces this file with one that contains it (scripts/precompile.mjs). */
export function openApiSource(): unknown {
  return parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));
}
