import { expect, it } from 'vitest';
import type { CampaignId } from '../../../src/model/campaign.ts';
import type { DiagnosticCode } from '../../../src/model/diagnostic.ts';
import type { LeftOut } from '../../../src/model/import.ts';
import { leftOutGroups } from '../../../src/render/rows/import-view.ts';

function invalid(id: string, code: DiagnosticCode, message: string): LeftOut {
  const diagnostic = { file: 'campaigns/a.yaml', line: 1, column: 1, code, message, hint: '' };
  return {
    id: id as CampaignId,
    live: undefined,
    reason: { code: 'invalid', diagnostics: [diagnostic] },
  };
}

it('tells a missing value from one that a file cannot hold', () => {
  const leftOut = [
    invalid('1', 'E_MISSING', 'utm_source is missing in utm_params'),
    invalid('2', 'E_RANGE', 'the name is too long'),
    invalid('3', 'E_MISSING', 'subject is missing'),
  ];
  expect(leftOutGroups({ leftOut }).map(({ names }) => names)).toEqual([
    ['1: utm_source is missing in utm_params', '3: subject is missing'],
    ['2: the name is too long'],
  ]);
});
