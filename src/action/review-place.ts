import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CommentPlace, Signer } from '../review/marker.ts';
import { EXIT } from '../model/exit.ts';
import { sha256, type Context } from '../app/context.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { ActionContext } from './context.ts';

/** HMAC-SHA256 with the review key. Without a key, nothing verifies, because anyone can sign with an empty key. */
export function signerFor(reviewKey: string): Signer {
  const sign = (text: string) => createHmac('sha256', reviewKey).update(text).digest('hex');
  return {
    sign,
    verify: (text, signature) =>
      reviewKey !== '' && timingSafeEqual(Buffer.from(sign(text), 'hex'), Buffer.from(signature, 'hex')),
    digest: sha256,
  };
}

/**
 * The place that plan comments of this run are signed for, without the pull request. Throws CodeHostFailure, and
 * UserFailure if the repository's ID is unknown.
 */
export async function reviewPlace(
  { github, api }: Pick<ActionContext, 'github' | 'api'>,
  { folder }: Pick<Context, 'folder'>,
  { workspace, base }: Pick<CommentPlace, 'workspace' | 'base'>,
): Promise<Omit<CommentPlace, 'pull'>> {
  const repository = github.repositoryId ?? (await api?.repositoryId());
  if (repository !== undefined) return { repository, folder: folder.path, workspace, base };
  throw new UserFailure(EXIT.USAGE, { code: 'event-unusable', why: 'no-repository' });
}
