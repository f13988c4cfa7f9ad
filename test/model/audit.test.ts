import { expect, it } from 'vitest';
import { lastApplies, type AuditEntry } from '../../src/model/audit.ts';
import type { CampaignStatus, Components } from '../../src/model/campaign.ts';
import { editOfMove } from '../../src/plan/status.ts';
import { live } from '../support/builders.ts';

/**
 * Entries in the order in which they were recorded: a commit, which is also the time, a key and, for a move, the previous key
 * or otherwise another change than a creation.
 */
function trail(
  ...entries: readonly (readonly [id: string, key: string, movedFrom?: string | null, change?: string])[]
): AuditEntry[] {
  return entries
    .map(([id, key, movedFrom = null, change = movedFrom === null ? 'create' : 'move']) => ({
      ...{ id, key, movedFrom, change },
      ...{ at: id, summary: '', words: null, components: [], restored: [], status: null, commit: null },
      ...{
        allowed: [],
        pullRequest: null,
        editedAt: null,
        editedBy: [],
        approvedBy: [],
        mergedBy: null,
        actor: null,
        run: null,
        page: null,
      },
      ...{ requestId: null, responseId: null },
    }))
    .reverse();
}

it.each<readonly [what: string, entries: AuditEntry[], expected: Readonly<Record<string, string>>]>([
  ['was created', trail(['1', 'a']), { a: 'apply 1' }],
  ['was updated', trail(['1', 'a'], ['2', 'a', null, 'update']), { a: 'apply 2' }],
  ['changed in the service', trail(['1', 'a'], ['2', 'a', null, 'status']), { a: 'apply 1' }],
  ['was imported', trail(['1', 'a', null, 'import']), { a: 'import 1' }],
  ['was adopted and applied', trail(['1', 'a', null, 'adopt'], ['2', 'a', null, 'note']), { a: 'apply 2' }],
  ['was moved', trail(['1', 'a'], ['2', 'b', 'a']), { b: 'apply 1' }],
  ['was moved twice', trail(['1', 'a'], ['2', 'b', 'a'], ['3', 'c', 'b']), { c: 'apply 1' }],
  ['was moved back', trail(['1', 'a'], ['2', 'b', 'a'], ['3', 'a', 'b']), { a: 'apply 1' }],
  [
    'was moved before another one got its key',
    trail(['1', 'a'], ['2', 'b', 'a'], ['3', 'a', null, 'import']),
    { a: 'import 3', b: 'apply 1' },
  ],
  [
    'was moved to the key of a forgotten one',
    trail(['1', 'b'], ['2', 'a', null, 'import'], ['3', 'b', null, 'forget'], ['4', 'b', 'a']),
    { b: 'import 2' },
  ],
  ['was forgotten', trail(['1', 'a'], ['2', 'a', null, 'forget']), {}],
])('the last apply of a campaign that %s', (_, entries, expected) => {
  const found = [...lastApplies(entries)].map(([key, { change, at }]) => [key, `${change} ${at}`] as const);
  expect(Object.fromEntries(found)).toEqual(expected);
});

const UTM: Components = { utm_params: { utm_source: 'shop' } };
const EDITED: Components = { utm_params: { utm_source: 'app' } };
const BY_BOB = { updatedBy: 'bob@example.com', updatedAt: '2030-12-24 18:00:00' };
const AT = '2030-12-24T18:00:00.000Z';

it.each<readonly [what: string, from: CampaignStatus, observed: Components, by: string | null]>([
  ['a publication names its user', 'DRAFT', UTM, 'bob@example.com'],
  ['a pause names nobody', 'ACTIVE', UTM, null],
  ['after an edit, its author is not the one who published', 'DRAFT', EDITED, null],
])('%s', (_, from, observed, by) => {
  const shown = { ...live({ components: UTM }), ...BY_BOB };
  expect(editOfMove(from, shown, { observed })).toEqual({ by, at: AT });
});
