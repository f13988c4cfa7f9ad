import type { Gap, GapParams } from '../../model/audit.ts';
import { isComponentName } from '../../model/campaign.ts';
import { firstFew } from '../../model/show.ts';
import { componentName } from '../field-names.ts';
import { code, run, type Message } from '../phrase.ts';
import { messageFor, row, type Catalog } from './row.ts';

/** What the audit trail doesn't prove, and how to find out. */
export const GAPS: Catalog<GapParams> = {
  'unrecorded-change': ({ commit, components }) => row`
    ${short(commit)} on the state branch changes ${firstFew(components.map(named), NAMED_AT_MOST)}, and no entry names that.
    — Somebody may have edited the branch by hand. To see who and what, ${run(`git show ${commit}`)}.`,
  'other-people': ({ commit, trailer }) => row`
    ${code(trailer)} in ${short(commit)} isn't what ${RECORDED[trailer]} says.
    — Somebody may have edited the branch by hand. To see the entry, ${run(`git show ${commit}`)}.`,
  'not-reviewed': ({ commit, pull }) => row`
    No reviewed plan shows this change${pull === null ? '' : ` (${pull.replace(/\d+/g, '#$&')})`}.
    — Ask who ran it why it was applied without a review. To see the entry, ${run(`git show ${commit}`)}.`,
  'not-approved': ({ pull }) => row`
    Nobody but who edited it is known to have approved #${pull}.
    — Ask who merged #${pull}, and require an approval for the default branch.`,
};

const RECORDED: Readonly<Record<GapParams['other-people']['trailer'], string>> = {
  'Edited-By': 'the history of the applied code',
  'Approved-By': 'the stored review of the pull request',
  'Merged-By': 'the stored review of the pull request',
};

/** How many components are named. */
const NAMED_AT_MOST = 4;

function named(component: string): string {
  return isComponentName(component) ? componentName(component) : component;
}

function short(commit: string): string {
  return commit.slice(0, 7);
}

export function describeGap(gap: Gap): Message {
  return messageFor(GAPS, gap.code, gap);
}
