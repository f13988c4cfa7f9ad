import { resolve } from 'node:path';
import type { CampaignFolder } from '../../files/campaign-folder.ts';
import { EXIT } from '../../model/exit.ts';
import type { CommonOptions } from '../common-options.ts';
import { UserFailure } from '../user-failure.ts';

export interface NamedFiles extends Pick<CommonOptions, 'directory'> {
  readonly files: readonly string[];
  /** Where relative paths begin. */
  readonly cwd: string;
}

/** The files that a command line names, from the root of the repository; exit 64 where one is not known. */
export function namedFiles(
  folder: CampaignFolder,
  { files, directory = '.', cwd }: NamedFiles,
  alsoKnown: readonly string[] = [],
): string[] {
  const chosen = folder.named(files, resolve(cwd, directory));
  const unknown = chosen.filter(({ file, known }) => !known && !alsoKnown.includes(file));
  if (unknown.length > 0) {
    const names = unknown.map(({ asked }) => asked);
    throw new UserFailure(EXIT.USAGE, { code: 'unknown-files', files: names, folder: folder.path });
  }
  return chosen.map(({ file }) => file);
}
