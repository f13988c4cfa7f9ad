import type { KeptCampaign, PruneReport } from '../../model/prune.ts';
import { counted, nameList } from '../../model/show.ts';
import { indent, wrap } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
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

interface Proposal {
  /** As given to the command. */
  readonly names: readonly string[];
  readonly dryRun: boolean;
  readonly columns: number;
}

/** What a proposal ends with: how to carry it out, or, if nothing that was named has ended, what else can be done. */
export function nothingDeletedText(
  { workspace, campaigns, kept }: PruneReport,
  { names, dryRun, columns }: Proposal,
): string {
  const count = campaigns.flatMap(({ files }) => files).length;
  if (count === 0)
    return names.length === 0 || kept.length > 0 ? '' : `${wrap(NOT_ENDED, columns).join('\n')}\n`;
  const words = ['campaigns prune', ...names.map(shellWord), '-w', workspace, ...(dryRun ? [] : ['--yes'])];
  return `Nothing was deleted. To delete ${count === 1 ? 'this file' : 'these files'}: ${words.join(' ')}\n`;
}

const NOT_ENDED =
  'None of these campaigns has ended: none is SENT, STOPPED or ARCHIVED. To retire one of them, set status: PAUSED or STOPPED in its file, apply, and then delete the file. Deleting the file changes nothing in the service.';

/** In quotes if the shell would replace a part of it. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What was done, and what to do next. */
export function pruneDoneText({ campaigns, workspace }: PruneReport): string {
  const count = campaigns.flatMap(({ files }) => files).length;
  return `Deleted ${counted(count, 'file')}. The campaigns and their history stay. Next: commit the deletion, and check that the plan shows no change: campaigns plan -w ${workspace}\n`;
}
