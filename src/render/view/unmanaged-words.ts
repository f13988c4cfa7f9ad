import type { Unmanaged } from '../../model/drift.ts';

/** `The service has 12 campaigns that no file manages.`, and what to do; undefined where there is none. */
export function unmanagedSentence(
  unmanaged: Unmanaged | undefined,
  workspace: string,
  todo: 'list' | 'import',
): string | undefined {
  if (!unmanaged || unmanaged.campaigns.length === 0) return undefined;
  const { length } = unmanaged.campaigns;
  const count = `${unmanaged.isWhole ? '' : 'at least '}${length} ${length === 1 ? 'campaign' : 'campaigns'}`;
  const next =
    todo === 'list'
      ? `To list ${length === 1 ? 'it' : 'them'}: campaigns drift --unmanaged -w ${workspace}`
      : `To bring ${length === 1 ? 'it' : 'them'} into files: campaigns import --all -w ${workspace}`;
  return `The service has ${count} that no file manages. ${next}`;
}
