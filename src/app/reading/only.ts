import type { CampaignKey, Desired } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { State } from '../../model/state.ts';
import { UserFailure } from '../user-failure.ts';

/** The keys that `--only` names, each of a campaign that there is; undefined for all. */
export function checkOnly(
  only: readonly string[] | undefined,
  { desired, state }: { readonly desired: readonly Desired[]; readonly state: State },
): ReadonlySet<CampaignKey> | undefined {
  if (!only || only.length === 0) return undefined;
  const known = new Set<CampaignKey>([...desired.map(({ key }) => key), ...state.bindings.keys()]);
  return new Set(
    only.map((asked) => {
      const key = [...known].find((one) => one === asked);
      if (key !== undefined) return key;
      throw new UserFailure(EXIT.USAGE, { code: 'unknown-campaign', key: asked, known: [...known].sort() });
    }),
  );
}

/** What is in both; a set that is left out holds everything. */
export function both<Member>(
  left: ReadonlySet<Member> | undefined,
  right: ReadonlySet<Member> | undefined,
): ReadonlySet<Member> | undefined {
  if (!left || !right) return left ?? right;
  return new Set([...left].filter((one) => right.has(one)));
}
