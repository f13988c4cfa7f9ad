import { expect, it } from 'vitest';
import { movedTo, type AuditEntry } from '../../src/model/audit.ts';

/** Entries in the order in which they were recorded: a commit, a key and, for a move, the previous key. */
function trail(
  ...entries: readonly (readonly [id: string, key: string, movedFrom?: string])[]
): AuditEntry[] {
  return entries
    .map(([id, key, movedFrom = null]) => ({
      ...{ id, key, movedFrom, change: movedFrom === null ? 'create' : 'move' },
      ...{ at: '2031-01-01T00:00:00Z', summary: '', words: null, components: [], status: null, commit: null },
      ...{ allowed: [], pullRequest: null, actor: null, run: null, page: null },
      ...{ requestId: null, responseId: null },
    }))
    .reverse();
}

it.each<readonly [what: string, entries: AuditEntry[], now: string | undefined]>([
  ['was never moved', trail(['1', 'a']), undefined],
  ['was moved', trail(['1', 'a'], ['2', 'b', 'a']), 'b'],
  ['was moved twice', trail(['1', 'a'], ['2', 'b', 'a'], ['3', 'c', 'b']), 'c'],
  ['was moved back', trail(['1', 'a'], ['2', 'b', 'a'], ['3', 'a', 'b']), undefined],
  ['belongs to another campaign since', trail(['1', 'a'], ['2', 'b', 'a'], ['3', 'a']), undefined],
  [
    'was moved together with another one',
    trail(['1', 'a'], ['1', 'b'], ['2', 'b', 'a'], ['2', 'c', 'b']),
    'b',
  ],
])('a campaign %s', (_, entries, now) => {
  expect(movedTo(entries, 'a')).toBe(now);
});
