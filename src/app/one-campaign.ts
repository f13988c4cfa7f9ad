import { fieldLocator } from '../load/locate-refused-field.ts';
import { isChannel } from '../model/channel.ts';
import type { CampaignKey, Channel, Components } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import { messagesIn, type ContentMessage } from '../model/messages.ts';
import type { Binding } from '../model/state.ts';
import type { InWorkspace } from './context.ts';
import { badOption, UserFailure } from './process/user-failure.ts';
import { readCampaigns, soundCampaigns } from './reading/load-files.ts';
import { openStateStore, readRecord } from './record.ts';
import { about } from './select-campaigns.ts';

/** What the files and the record say of the named campaigns, or of all; errors in other files don't matter to them. */
export async function readNamed(target: InWorkspace, names: readonly string[] | undefined) {
  const files = readCampaigns(target);
  const { state, inputs: baseline } = await readRecord(openStateStore(target.context, target.workspace));
  const { failure, ...world } = soundCampaigns(files, state);
  if (failure && !names?.length) throw failure;
  try {
    const asked = about(names, world);
    if (failure && !world.desired.some(({ key }) => asked.only?.has(key))) throw failure;
    return { ...asked, files, baseline };
  } catch (error) {
    throw failure ?? error;
  }
}

/** The one named campaign; throws UserFailure if there is none, there are several, or its file has errors. */
export async function readOne(target: InWorkspace, name: string) {
  const world = await readNamed(target, [name]);
  const { named: key, only, desired } = world;
  if (key === undefined)
    throw new UserFailure(EXIT.USAGE, { code: 'several-campaigns', name, keys: [...(only ?? [])] });
  return { ...world, named: key, own: desired.find((one) => one.key === key) };
}

/** The content of one campaign: as its file has it, or as it was last seen where the file says nothing about it. */
export interface NamedCampaign extends InWorkspace {
  readonly key: CampaignKey;
  readonly channel: Channel;
  readonly components: Components;
  /** Null if it has no file. */
  readonly file: string | null;
  readonly locate: ReturnType<typeof fieldLocator>;
}

/** Throws UserFailure if no campaign has this name, several have it, or its file has errors. */
export async function openNamed(target: InWorkspace, name: string): Promise<NamedCampaign> {
  const { context, workspace } = target;
  const { named: key, own, state, files } = await readOne(target, name);
  const binding = state.bindings.get(key);
  return {
    ...{ context, workspace, key, file: own?.file ?? null },
    channel: own?.channel ?? channelOf(binding),
    components: { ...binding?.observed, ...own?.components },
    locate: fieldLocator(files.inputs, workspace),
  };
}

function channelOf(binding: Binding | undefined): Channel {
  return isChannel(binding?.channel) ? binding.channel : 'EMAIL';
}

/** Which message of a campaign is meant; omitted: the first one, or all. */
export interface Narrowing {
  readonly locale?: string | undefined;
  readonly variation?: string | undefined;
}

/** The messages that are meant; throws UserFailure if there are none. */
export function requireMessages(
  { channel, components, key }: Pick<NamedCampaign, 'channel' | 'components' | 'key'>,
  { locale, variation }: Narrowing,
): readonly [ContentMessage, ...ContentMessage[]] {
  const all = messagesIn(components.campaign_content, channel);
  if (all.length === 0) throw new UserFailure(EXIT.FAILED, { code: 'no-message', key });
  const chosen = narrowed(all, '--locale', locale);
  const [first, ...others] = narrowed(chosen, '--variation', variation);
  if (first) return [first, ...others];
  throw new UserFailure(EXIT.FAILED, { code: 'no-message', key });
}

function narrowed(
  messages: readonly ContentMessage[],
  option: '--locale' | '--variation',
  wanted: string | undefined,
): readonly ContentMessage[] {
  if (wanted === undefined) return messages;
  const field = option === '--locale' ? 'locale' : 'variation';
  const found = messages.filter((one) => one[field] === wanted);
  if (found.length > 0) return found;
  const values = [...new Set(messages.map((one) => one[field]))];
  throw badOption(option, { why: 'choices', values }, wanted);
}
