import { fileURLToPath } from 'node:url';

/** The folder that this program is installed in, with its schemas and its starter. */
export function programHome(): string {
  // The same from src/ as from dist/, which has the same folders.
  return fileURLToPath(new URL('../../', import.meta.url));
}
