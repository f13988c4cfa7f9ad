import type { GapParams } from '../../model/audit.ts';
import { firstFew } from '../../model/show.ts';
import { code, run } from '../phrase.ts';
import { row, type Catalog } from './row.ts';

/** What the audit trail doesn't prove, and how to find out. */
export const GAPS: Catalog<GapParams> = {
  'unrecorded-change': ({ commit, components }) => row`
    ${commit.slice(0, 7)} on the state branch changes ${firstFew(components, 4)}, and no entry names that.
    — Somebody may have edited the branch by hand. To see who and what, ${run(`git show ${commit}`)}.`,
  'other-people': ({ commit, trailer }) => row`
    ${code(trailer)} in ${commit.slice(0, 7)} isn't what ${trailer === 'Edited-By' ? 'the history of the applied code' : 'the stored review'} says.
    — Somebody may have edited the branch by hand. To see the entry, ${run(`git show ${commit}`)}.`,
  'not-reviewed': ({ commit, pull }) => row`
    No reviewed plan shows this change${pull === null ? '' : ` (${pull.replace(/\d+/g, '#$&')})`}.
    — Ask who ran it why it was applied without a review. To see the entry, ${run(`git show ${commit}`)}.`,
  'not-approved': ({ pull }) => row`
    Nobody but who edited it is known to have approved #${pull}.
    — Ask who merged #${pull}, and require an approval for the default branch.`,
};
