import type { RefusalOf } from '../model/reasons.ts';
import { GitFailure, type Git } from './git.ts';

export type NoRepository = RefusalOf<'no-repository'>;

/** What git calls its version; undefined if there is no git. */
export async function versionOf(git: Git): Promise<string | undefined> {
  try {
    return (await git.run('version')).trim().replace(/^git version /, '');
  } catch (error) {
    const { cause } = error as Error;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Before 2.38, git ignores `safe.bareRepository`; a version that can't be read may be as old. */
export function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = (/^\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
  return major < 2 || (major === 2 && minor < 38);
}

/** Why a folder is in no repository, from how git failed. */
export function whyNone(error: unknown, folder: string): NoRepository {
  if (!(error instanceof GitFailure)) throw error;
  // git translates its messages, but not the names of its settings.
  if (error.message.includes('safe.bareRepository'))
    return { code: 'no-repository', why: 'other-repository', folder };
  if (error.message.includes('safe.directory')) return { code: 'no-repository', why: 'another-user', folder };
  return { code: 'no-repository', why: 'no-repository', folder };
}
