import { expect, it } from 'vitest';
import type { CampaignKind } from '../../src/apply/ports.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { NameSearches } from '../../src/remote/name-searches.ts';
import { live } from '../support/builders.ts';

function kind(name: string): CampaignKind {
  return { name, channel: 'EMAIL', deliveryType: 'ONE_TIME' };
}

function searchesOver(...stored: string[]) {
  const asked: JsonObject[] = [];
  const rows = stored.map((name) => ({
    ...({ kind: 'record', versioned: false, version: 0 } as const),
    live: { ...live({ key: name, components: {} }), name },
  }));
  const searches = new NameSearches({
    // Services match parts of the stored names, ignoring case.
    search: (fields) => {
      asked.push(fields);
      const part = (fields.name as string).toLowerCase();
      const found = rows.filter(({ live: { name } }) => name.toLowerCase().includes(part));
      return Promise.resolve({ kind: 'rows', rows: found });
    },
    get: () => Promise.resolve({ kind: 'missing' }),
    listAll: () => Promise.resolve(undefined),
  });
  return { searches, asked };
}

it.each([
  ['Fish & Chips', 'Fish &amp; Chips', 'Chips'],
  ['"Sale" <b>now</b>', '&quot;Sale&quot; &lt;b&gt;now&lt;/b&gt;', 'Sale'],
  ['Café de nuit', 'Cafe\u0301 de nuit', 'de nuit'],
  ['Cafe\u0301 de nuit', 'Café de nuit', 'de nuit'],
  ['Two  blanks here ', 'two blanks here', 'blanks here'],
  ['Plain-name, 50 % (2026)', 'Plain-name, 50 % (2026)', 'Plain-name, 50 % (2026)'],
  ['夏の大売り出し', '夏の大売り出し', '夏の大売り出し'],
])('finds %j where it is stored as %j, by its part %j', async (name, stored, part) => {
  const { searches, asked } = searchesOver(stored, 'Another one');
  const found = await searches.search(kind(name), []);
  expect(asked.map((fields) => fields.name)).toEqual([part, part]);
  expect(found).toMatchObject({ kind: 'found', campaigns: [{ name: stored }] });
});

it('searches for a name without a safe piece unchanged', async () => {
  const { searches, asked } = searchesOver();
  await searches.search(kind(' é&è '), []);
  expect(asked[0]).toMatchObject({ name: 'é&è' });
});

it('a campaign that shares only the searched part does not have the name', async () => {
  const { searches } = searchesOver('Chips', 'Fish and Chips', 'Fish & Chips 2');
  expect(await searches.search(kind('Fish & Chips'), [])).toEqual({ kind: 'found', campaigns: [] });
});
