import { expect, it } from 'vitest';
import { copyText } from '../../../src/app/replacing/campaign-texts.ts';

const BODY = 'channel: EMAIL\nbasic_details: { name: A }\n';
const OWN = 'campaigns/.schemas/campaign.schema.json';

it.each([
  [
    'a path',
    '# yaml-language-server: $schema=../.schemas/campaign.schema.json\n',
    OWN,
    '../../.schemas/campaign.schema.json',
  ],
  [
    'a path without dots',
    '# yaml-language-server: $schema=campaign.schema.json\n',
    OWN,
    '../../promo/campaign.schema.json',
  ],
  [
    'an address',
    '# yaml-language-server: $schema=https://example.com/a.json\n',
    OWN,
    'https://example.com/a.json',
  ],
  ['no line, where there is a schema', '', OWN, '../../.schemas/campaign.schema.json'],
  ['no line, and Windows line endings', '\ufeff# Ours\r\n', OWN, '../../.schemas/campaign.schema.json'],
  ['no line, where there is no schema', '# Ours\n', undefined, undefined],
])('a copy names a schema that resolves from there: %s', (_, head, schema, named) => {
  const text = copyText(head + BODY, {
    ...{ file: 'campaigns/promo/a.yaml', moved: new Map(), schema },
    to: { file: 'campaigns/new/folder/b.yaml', key: 'new/folder/b' },
    nameFor: (name) => `${name} (2)`,
  });
  const first = /^\ufeff?# yaml-language-server: \$schema=(\S+)\r?\n/.exec(text ?? '');
  expect(first?.[1]).toBe(named);
  expect(text).toContain('basic_details: { name: A (2) }');
});
