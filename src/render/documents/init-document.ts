import { json } from '../json.ts';

/** What became of a starter. Paths count from the root of the repository. */
export interface Started {
  readonly written: readonly string[];
  readonly kept: readonly string[];
  /** The folder of campaigns. */
  readonly campaigns: string;
  /** The branch that workflows apply from. */
  readonly branch: string;
  /** The folder of the schemas, absolute, where editors must be told of it; undefined where the files name it. */
  readonly schemas: string | undefined;
}

export function initDocument({ written, kept }: Started): string {
  return json({ format: 'campaign-init/1', written, kept });
}
