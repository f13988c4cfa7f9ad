import type { DraftChannel } from '../campaign/campaign-record.ts';
import { unknownUser, type User, type UserIdentifier } from '../user.ts';
import { IDENTIFIERS, type TestMeta } from './test-meta.ts';

/** The address of a message, and its user. Without a user the message is not personalized. */
export type Recipient =
  | { readonly kind: 'user'; readonly user: User; readonly to: string }
  | { readonly kind: 'stranger'; readonly to: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

type FindUser = (by: UserIdentifier, value: string) => User | null;

/** The recipients of a test, one for each identifier value. */
export function recipientsOf(
  { identifier, values }: TestMeta,
  { channel, findUser }: { readonly channel: DraftChannel; readonly findUser: FindUser },
): readonly Recipient[] {
  const how = IDENTIFIERS[channel].get(identifier);
  if (!how) throw new Error(`testMetaErrors let the identifier ${identifier} through`);
  return values.map((value) => {
    // The members of a segment are unknown here, so the segment's name represents them.
    const user = how.by === null ? null : findUser(how.by, value);
    if (user) return reach(user, channel);
    if (how.reachesUnknown || how.by === null) return { kind: 'stranger', to: value };
    return { kind: 'unreachable', reason: unknownUser(how.by, value) };
  });
}

function reach(user: User, channel: DraftChannel): Recipient {
  const to = channel === 'PUSH' ? user.push_id : user.email;
  if (to !== null && to !== '') return { kind: 'user', user, to };
  const lacking = channel === 'PUSH' ? 'push_id' : 'email';
  return { kind: 'unreachable', reason: `the user ${JSON.stringify(user.id)} has no ${lacking}` };
}
