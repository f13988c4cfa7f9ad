import { describeUnreplaced } from '../../messages/note-messages.ts';
import type { Message } from '../../messages/phrase.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Plan } from '../../model/plan.ts';
import type { Result } from '../../model/result.ts';

/** The campaigns that a run paused or stopped although what seems to replace them is blocked. */
export function unreplaced(
  plan: Pick<Plan, 'campaigns'> | undefined,
  { applied }: Pick<Result, 'applied'>,
): readonly ({ readonly key: CampaignKey } & Message)[] {
  const moved = new Set(applied.filter(({ change }) => change === 'transition').map(({ key }) => key));
  return (plan?.campaigns ?? [])
    .filter(({ key }) => moved.has(key))
    .flatMap(({ key, notes, transition }) =>
      notes.flatMap((note) =>
        note.kind === 'replacement-blocked'
          ? [{ key, ...describeUnreplaced(key, note.keys, transition?.action === 'STOP') }]
          : [],
      ),
    );
}
