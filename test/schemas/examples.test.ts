import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAMPAIGNS, checker, exampleFiles, readYaml } from './schemas.ts';

// That the examples load without a word in every workspace is in specification.test.ts.

const asFile = checker('campaign');

describe.each(exampleFiles())('the example %s', (file) => {
  test('is a campaign file', () => {
    expect(asFile(readYaml(file))).toEqual([]);
  });

  test('names its schema in the first line', () => {
    const up = '../'.repeat(file.split('/').length);
    const [first] = readFileSync(join(CAMPAIGNS, file), 'utf8').split('\n');
    expect(first).toBe(`# yaml-language-server: $schema=${up}schemas/campaign.schema.json`);
  });
});

test('the example workspaces are accepted', () => {
  expect(checker('workspaces')(readYaml('workspaces.yaml'))).toEqual([]);
});
