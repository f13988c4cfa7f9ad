import type { DriftedCampaign, DriftReport, StatusMove } from '../../model/drift.ts';
import { addMove, type ComponentView } from './component-view.ts';
import { describeReadPart } from '../../messages/drift-messages.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { describeHeld } from '../../messages/held-messages.ts';
import { command, joined, say, type Phrase } from '../../messages/phrase.ts';
import { counted } from '../../model/show.ts';
import { visibleLine } from '../visible-text.ts';

/** What somebody changed of a campaign, for whatever renders it. */
export interface DriftView {
  readonly campaign: DriftedCampaign;
  /** What differs, by name: `status, utm_params`; `missing` for a campaign that is gone. */
  readonly headline: string;
  /** `ACTIVE`, then `PAUSED`; null where the status is as it was. */
  readonly status: StatusMove | null;
  readonly components: readonly ComponentView[];
  /** `last edited by ada@example.com on 2031-01-01 08:00 UTC`; empty where the service doesn't say. */
  readonly edited: string;
  /** What becomes of it and what to do, a text for each thing that stands in the way. */
  readonly todo: readonly Phrase[];
}

/** The same for several campaigns: said once, below them. */
export function putAllBackIn(workspace: string): Phrase {
  return say`To keep these changes, write them into the files: ${command(`campaigns pull -w ${workspace}`, 'pull them.')} Otherwise the next apply restores the files' values.`;
}

/** On a command line, where an apply asks for no review. */
function putBackIn(workspace: string): Phrase {
  return say`To keep it, write it into the file: ${command(`campaigns pull -w ${workspace}`, 'pull it.')} Otherwise the next apply restores the file's value.`;
}

/**
 * One campaign's drift: what it was when we last looked, what it is now, and what can be done. `putBack` is the advice
 * where an apply could restore what the file says; empty where that is said elsewhere.
 */
export function describeDrift(
  campaign: DriftedCampaign,
  workspace: string,
  putBack = putBackIn(workspace),
): DriftView {
  const { status, components, liveStatus } = campaign;
  const names = [...(status ? ['status'] : []), ...components.map(({ name }) => name)];
  return {
    campaign,
    headline: liveStatus === null ? 'missing' : names.join(', '),
    status,
    components: components.map(({ name, observed, live }) =>
      addMove(name, { before: observed, after: live }),
    ),
    edited: editedWords(campaign),
    todo: todoOf(campaign, { workspace, putBack }),
  };
}

function editedWords({ edit, unchangedAt }: DriftedCampaign): string {
  if (!edit) return '';
  const isSame = unchangedAt === null || (edit.at !== null && minute(edit.at) === minute(unchangedAt));
  return `last edited ${editWords(edit)}${isSame ? '' : `; unchanged until ${minute(unchangedAt)}`}`;
}

/** An instant to the minute. */
export function minute(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

function todoOf(
  { remedy }: DriftedCampaign,
  { workspace, putBack }: { readonly workspace: string; readonly putBack: Phrase },
): Phrase[] {
  switch (remedy.kind) {
    case 'put-back':
      return putBack.length === 0 ? [] : [putBack];
    case 'held':
      return remedy.held.map((one) => {
        const { why, todo } = describeHeld(one, workspace);
        return joined(why, todo);
      });
    case 'stopped':
      return [say`The next apply stops the campaign, as the file says, and leaves this as it is.`];
    case 'noted':
      return [say`The next apply only records it: the file doesn't manage this, or already says the same.`];
  }
}

/** `2 of 6 campaigns were changed outside of this repository.` */
export function driftSentence({ drifted, unknown, checked }: DriftReport): string {
  if (checked === 0)
    return unknown.length > 0 ? 'No campaign could be compared.' : 'There is nothing to compare.';
  if (drifted.length === 0)
    return checked === 1
      ? 'The one campaign is as it was last seen.'
      : `All ${checked} campaigns are as they were last seen.`;
  return `${drifted.length} of ${counted(checked, 'campaign')} ${drifted.length === 1 ? 'was' : 'were'} changed outside of this repository.`;
}

/** What a report leaves open, a sentence for each. */
export function openSentences({ unknown, orphaned, past, unreviewed, files, part }: DriftReport): string[] {
  const left = orphaned.length - past;
  return [
    ...(part ? [describeReadPart(part)] : []),
    ...(unreviewed.length === 0 ? [] : [unreviewedSentence(unreviewed)]),
    ...(unknown.length === 0
      ? []
      : [`${counted(unknown.length, 'campaign')} could not be read: nothing is known of ${them(unknown)}.`]),
    ...(left === 0
      ? []
      : [`${counted(left, 'campaign')} without a file ${left === 1 ? 'was' : 'were'} not compared.`]),
    ...(files === 'read'
      ? []
      : [
          'Some campaign files have errors (campaigns validate shows them); campaigns without a good file are compared with what was last applied.',
        ]),
  ];
}

function them({ length }: readonly unknown[]): string {
  return length === 1 ? 'it' : 'them';
}

const NAMED_AT_MOST = 20;

function unreviewedSentence(keys: readonly string[]): string {
  const named = keys.slice(0, NAMED_AT_MOST).map(visibleLine).join(', ');
  const more = keys.length > NAMED_AT_MOST ? ` and ${keys.length - NAMED_AT_MOST} more` : '';
  const [has, its] = keys.length === 1 ? ['has', 'its file'] : ['have', 'their files'];
  return `${counted(keys.length, 'campaign')} ${has} merged changes that no reviewed plan showed, so they are not applied: ${named}${more}. Open a pull request that touches ${its}: its plan shows what is pending, and its merge applies it.`;
}
