import { EXIT } from '../model/exit.ts';
import type { InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
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
