import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Place, Signer } from '../../review/marker.ts';
import { EXIT } from '../../model/exit.ts';
import { sha256, type Context } from '../context.ts';
import { UserFailure } from '../telling/user-failure.ts';
import type { ActionGround } from './ground.ts';

/** HMAC-SHA256 with the review key. */
export function signerFor(reviewKey: string): Signer {
  const sign = (text: string) => createHmac('sha256', reviewKey).update(text).digest('hex');
  return {
    sign,
    verify: (text, signature) =>
      timingSafeEqual(Buffer.from(sign(text), 'hex'), Buffer.from(signature, 'hex')),
    digest: sha256,
  };
}

/** Where plan comments of this run belong, but for the pull request. */
export function reviewPlace(
  { around }: Pick<ActionGround, 'around'>,
  { folder }: Pick<Context, 'folder'>,
  { workspace, base }: Pick<Place, 'workspace' | 'base'>,
): Omit<Place, 'pull'> {
  const { repositoryId: repository } = around;
  if (repository !== undefined) return { repository, folder: folder.path, workspace, base };
  throw new UserFailure(
    EXIT.USAGE,
    'The runner does not say which repository this is: GITHUB_REPOSITORY_ID is not set.',
    {
      hint: 'Run this on GitHub, or on a GitHub Enterprise Server that sets it.',
    },
  );
}
