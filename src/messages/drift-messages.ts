import type { ReadPart, Unmanaged } from '../model/drift.ts';
import { counted } from '../model/show.ts';
import { command, perPlace, say, type Phrase } from './phrase.ts';

/** What to do about campaigns that no file manages: list them first, or bring them into files. */
export type UnmanagedAdvice = 'list' | 'import';

/** `The service has 12 campaigns that no file manages.`, and what to do; empty where there is none. */
export function describeUnmanaged(
  unmanaged: Unmanaged | undefined,
  workspace: string,
  advice: UnmanagedAdvice,
): Phrase {
  if (!unmanaged || unmanaged.campaigns.length === 0) return [];
  const { length } = unmanaged.campaigns;
  const count = `${unmanaged.isWhole ? '' : 'at least '}${counted(length, 'campaign')}`;
  const them = length === 1 ? 'it' : 'them';
  const next =
    advice === 'list'
      ? say`${perPlace(`To list ${them}: `, '')}${command(`campaigns drift --unmanaged -w ${workspace}`, `The command import brings ${them} into files.`)}`
      : say`${perPlace(`To bring ${them} into files: `, '')}${command(`campaigns import --all -w ${workspace}`, `The command import brings ${them} into files.`)}`;
  return say`The service has ${count} that no file manages. ${next}`;
}

/** Which part of a large workspace was read, and when the rest is. */
export function describeReadPart({ read, of, runs }: ReadPart): string {
  return `Only ${read} of ${counted(of, 'campaign')} ${read === 1 ? 'was' : 'were'} read. Each hour reads another part, so an hourly, daily or weekly run reads every campaign within ${runs} runs.`;
}
