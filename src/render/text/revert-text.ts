import { describeHeld } from '../../messages/catalog/held.ts';
import { alsoChanges } from '../../messages/other-workspaces.ts';
import type { RevertedCampaign, RevertReport, StatusChange } from '../../model/revert.ts';
import { counted, nameList } from '../../model/show.ts';
import { indent, wrap } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import type { TextOptions } from './plan-text.ts';
import { wrapPhrase } from './wrap-phrase.ts';

type Options = Pick<TextOptions, 'paint' | 'columns'>;

/** How many campaigns are named for a shared text. */
const NAMED = 5;

/** Which version each file gets, what else that changes, and what the plan will block. */
export function revertText(report: RevertReport, options: Options): string {
  const campaigns = report.campaigns.flatMap((one) => campaignLines(one, report, options));
  return `${[...campaigns, ...blockedLines(report, options)].join('\n')}\n`;
}

/** What the plan will block, under one heading for all campaigns. */
function blockedLines({ campaigns, workspace }: RevertReport, { paint, columns }: Options): string[] {
  const blocked = campaigns.filter(({ held }) => held.length > 0);
  if (blocked.length === 0) return [];
  return [
    ...wrap('With the last recorded status, the plan will block:', columns),
    ...blocked.flatMap(({ key, held }) => [
      `  ${paint.strong(visibleLine(key))}`,
      ...held.flatMap((one) => {
        const { why, todo } = describeHeld(one, workspace);
        return indent([...wrapPhrase(why, columns - 4), ...wrapPhrase(todo, columns - 4)], 4);
      }),
    ]),
  ];
}

function campaignLines(
  campaign: RevertedCampaign,
  report: RevertReport,
  { paint, columns }: Options,
): string[] {
  const { key, commit, written, shared, alsoChanges: others, held, mistakes, statuses } = campaign;
  const below = (text: string) => indent(wrap(text, columns - 4), 4);
  const version = report.isLastApplied
    ? `the version last applied in ${report.workspace}`
    : 'the version in this commit';
  const head = `${paint.strong(visibleLine(key))}  ${version}`;
  // What blocks the status names it, too.
  const isStatusBlocked = held.some(({ cause }) => cause.code === 'transition-not-possible');
  const { id, at, by, subject } = commit;
  return [
    written.length === 0 ? `${head}: nothing to write` : head,
    ...below(visibleLine(`${id.slice(0, 7)} · ${at.slice(0, 10)} · ${by}: ${subject}`)),
    ...written.map((file) => `    ${visibleLine(file)}`),
    ...shared.flatMap(({ file, keys }) => below(sharedSentence(file, keys))),
    ...indent(wrapPhrase(alsoChanges(others), columns - 4), 4),
    ...[...statuses].flatMap(([name, change]) => {
      if (name !== report.workspace) return below(`In ${name}: ${statusSentence(change)}`);
      return isStatusBlocked ? [] : below(statusSentence(change));
    }),
    ...mistakes.flatMap((one) => below(`This version breaks a current rule: ${visibleLine(one)}`)),
  ];
}

function statusSentence({ from, to }: StatusChange): string {
  if (to === null) return `The file then has no status, so the next apply leaves the live status alone.`;
  return `The file then has status: ${to}${from === null ? '' : ` instead of ${from}`}, which the next apply requests.`;
}

function sharedSentence(file: string, keys: readonly string[]): string {
  const rest = keys.length - NAMED;
  const named = nameList([...keys.slice(0, NAMED), ...(rest > 0 ? [`${rest} more`] : [])]);
  return `${visibleLine(file)} is also part of ${visibleLine(named)}: ${keys.length === 1 ? 'that campaign changes' : 'those campaigns change'}, too.`;
}

/** What was done, and what to do next. */
export function revertDoneText({ campaigns, workspace, isLastApplied }: RevertReport): string {
  const files = new Set(campaigns.flatMap(({ written }) => written));
  if (files.size === 0) {
    const key = campaigns.length === 1 ? campaigns.map((one) => one.key).join('') : 'KEY';
    const further = `To go back further, find the commit before the change that you want to undo (campaigns log ${key} -w ${workspace}), then run: campaigns revert ${key} --to COMMIT -w ${workspace}\n`;
    return `${campaigns.length === 1 ? 'The file already has this version' : 'All files already have these versions'}, so nothing was written.\n${isLastApplied ? further : ''}`;
  }
  const changed = [workspace, ...new Set(campaigns.flatMap((one) => one.alsoChanges))];
  const plans = changed.map((name) => `campaigns plan -w ${name}`);
  const [what, see] = plans.length === 1 ? ['the plan', 'the plan'] : ['the plans', 'them'];
  return `Wrote ${counted(files.size, 'file')}. Next: check ${what}, then commit the files. To see ${see}: ${plans.join('; ')}\n`;
}
