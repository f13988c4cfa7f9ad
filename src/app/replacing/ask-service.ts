import { comparableName, type CampaignStatus, type Desired } from '../../model/campaign.ts';
import { knownOf, type Binding } from '../../model/state.ts';
import type { InWorkspace } from '../context.ts';
import { openService } from '../opening/service.ts';

interface Asked extends InWorkspace {
  readonly binding: Binding;
  readonly desired: Desired;
  /** Names of campaigns in this repository. */
  readonly taken: readonly string[];
}

/** What the copy of a campaign depends on. */
interface Answered {
  /** The live status, or, without the service, the last recorded one. */
  readonly status: CampaignStatus;
  /** A name for the copy that no other campaign has. */
  readonly nameFor: (name: string) => string;
}

/** Queries the service if its key is available; otherwise, or if it doesn't answer, the record is enough. */
export async function askService(asked: Asked): Promise<Answered> {
  const { context, workspace, binding, desired } = asked;
  const recorded = binding.status.seen;
  if (!context.keyOf(workspace)) return { status: recorded, nameFor: nameFrom(2, asked.taken) };
  const service = await openService(context, workspace);
  try {
    const { campaignId: id, channel, deliveryType } = binding;
    const answers = await service.readCampaigns([id], new Map([[id, knownOf(binding)]]));
    const answer = answers.get(id);
    const status = answer?.kind === 'present' ? answer.live.status : recorded;
    for (let number = 2; ; number += 1) {
      const nameFor = nameFrom(number, asked.taken);
      const kind = { name: nameFor(desired.name), channel, deliveryType };
      const found = (await service.searchByNames([kind])).get(kind);
      // If the search fails here, the plan searches again before anything is created.
      if (found?.kind !== 'found' || found.campaigns.length === 0) return { status, nameFor };
    }
  } finally {
    await service.close();
  }
}

/** `Welcome (2)`: the first number from `first` on that makes the name unique. */
function nameFrom(first: number, taken: readonly string[]): Answered['nameFor'] {
  const known = new Set(taken.map(comparableName));
  return (name) => {
    const [, base = name] = /^(.*) \(\d+\)$/.exec(name) ?? [];
    for (let number = first; ; number += 1)
      if (!known.has(comparableName(`${base} (${number})`))) return `${base} (${number})`;
  };
}
