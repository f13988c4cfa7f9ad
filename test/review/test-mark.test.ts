import { expect, it } from 'vitest';
import { readTestMark, writeTestMark, type TestMark } from '../../src/review/test-mark.ts';
import { markerWith, PLACE, SIGNER } from '../support/review/comments.ts';

const { repository, folder, workspace, pull } = PLACE;
const MARK: TestMark = {
  repository,
  folder,
  workspace,
  pull,
  run: 'r',
  heads: ['a'.repeat(40)],
  sending: ['promo/sale'],
  waiting: [],
};

it('a mark is read where it was written, and nowhere else', () => {
  const line = writeTestMark(MARK, SIGNER);
  expect(readTestMark(line, PLACE, SIGNER)).toEqual(MARK);
  for (const other of [{ pull: 8 }, { workspace: 'other' }, { folder: '' }, { repository: 2 }])
    expect(readTestMark(line, { ...PLACE, ...other }, SIGNER)).toBeUndefined();
});

it('a plan that is signed with the same key is no mark, whatever name it is given', () => {
  const line = markerWith().replace('campaigns-review:v2', 'campaigns-test-mark:v1');
  expect(line).toContain('campaigns-test-mark:v1');
  expect(readTestMark(line, PLACE, SIGNER)).toBeUndefined();
});
