import type { KeptCampaign, PruneReport } from '../../model/prune.ts';
import { counted, nameList } from '../../model/show.ts';
import { indent, wrap, visibleLine } from '../text-layout.ts';
import type { TextOptions } from './plan-text.ts';

/** Which files only describe ended campaigns, and which are still needed although their campaign has ended. */
export function pruneText(
  { workspace, campaigns, kept }: PruneReport,
  { paint, columns }: Pick<TextOptions, 'paint' | 'columns'>,
): string {
  const below = (text: string) => indent(wrap(text, columns - 4), 4);
  const count = campaigns.flatMap(({ files }) => files).length;
  const have = campaigns.length === 1 ? 'has' : 'have';
  const head =
    campaigns.length === 0
      ? `Nothing to delete in ${workspace}.`
      : `${counted(campaigns.length, 'campaign')} in ${workspace} ${have} ended; nothing else needs ${count === 1 ? 'this file' : `these ${count} files`}:`;
  const lines = [
    ...wrap(head, columns),
    ...campaigns.flatMap(({ key, liveStatus, files }) => [
      `  ${paint.strong(visibleLine(key))}  ${liveStatus}`,
      ...files.map((file) => `    ${visibleLine(file)}`),
    ]),
    ...(kept.length === 0 ? [] : ['These campaigns have ended, but their files are still needed:']),
    ...kept.flatMap((one) => [`  ${visibleLine(one.key)}`, ...below(keptSentence(one, workspace))]),
  ];
  return `${lines.join('\n')}\n`;
}

function keptSentence({ reason, workspaces, notCreatedIn }: KeptCampaign, workspace: string): string {
  if (reason === 'edited')
    return 'The file, or a text that no other campaign uses, has an edit that was not applied. Undo the edit, move it into a copy with campaigns replace, or delete the file yourself.';
  const open = workspaces.filter((name) => !notCreatedIn.includes(name));
  const used = 'The file is also used in';
  return [
    ...(open.length === 0
      ? []
      : [
          `${used} ${nameList(open)}, where the campaign has not ended. To delete the file, first stop or archive the campaign there, and run apply for ${open.length === 1 ? 'that workspace' : 'those workspaces'}.`,
        ]),
    ...(notCreatedIn.length === 0
      ? []
      : [
          `${used} ${nameList(notCreatedIn)}, where the campaign has not been created.${open.length > 0 ? '' : ` If it isn't needed there, write workspaces: [${workspace}] into the file, commit, and prune again.`}`,
        ]),
  ].join(' ');
}

/** What a proposal ends with; empty if there was nothing to delete. */
export function nothingDeletedText(files: number, { dryRun }: { readonly dryRun: boolean }): string {
  if (files === 0) return '';
  const they = files === 1 ? 'this file' : 'these files';
  return `Nothing was deleted. To delete ${they}: campaigns prune${dryRun ? '' : ' --yes'}\n`;
}

/** What was done, and what to do next. */
export function pruneDoneText({ campaigns, workspace }: PruneReport): string {
  const count = campaigns.flatMap(({ files }) => files).length;
  return `Deleted ${counted(count, 'file')}. The campaigns and their history stay. Next: commit the deletion, and check that the plan shows no change: campaigns plan -w ${workspace}\n`;
}
