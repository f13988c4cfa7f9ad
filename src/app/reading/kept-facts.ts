import { existsSync } from 'node:fs';
import { versions } from 'node:process';
import { join } from 'node:path';
import { readPack, writePack } from '../../files/pack-file.ts';
import { gitFolder } from '../../files/write-files.ts';
import { KnownFacts } from '../../load/known-facts.ts';
import type { CampaignFile } from '../../model/findings.ts';
import { sha256, type Context } from '../context.ts';

/** A digest of the sources that the program was built from, which the build puts in; without a build, nothing is kept. */
declare const BUILD: string | undefined;

/** What is known of the files of a folder from earlier runs, in the git folder. */
export interface KeptFacts {
  readonly known: KnownFacts;
  /** Keeps what is known of these files, and forgets the others. */
  keep(files: readonly CampaignFile[]): void;
}

/**
 * Undefined if nothing is kept: without a git folder, it would lie where others can write. What is kept belongs to one program,
 * one workspaces.yaml and the time zones of this Node.
 */
export function openKeptFacts({
  repository: { root },
  folder,
  settings,
}: Pick<Context, 'repository' | 'folder' | 'settings'>): KeptFacts | undefined {
  if (typeof BUILD === 'undefined' || !existsSync(join(root, '.git'))) return undefined;
  const identity = sha256(JSON.stringify([BUILD, versions.node, versions.tz, folder.path, settings]));
  const path = join(gitFolder(root), 'campaigns', 'facts');
  const known = new KnownFacts(readPack(path, identity), sha256);
  return {
    known,
    keep: (files) => {
      if (known.isChanged) writePack(path, identity, known.linesOf(files));
    },
  };
}
