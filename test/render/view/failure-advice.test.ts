import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { failureAdvice } from '../../../src/render/view/failure-advice.ts';

it.each([
  [400, 'Correct the file in a pull request.'],
  [403, 'The credential may not change this campaign: ask its team, or take the file out.'],
  [418, 'Run this again. If it fails again, open a pull request that corrects the file.'],
])('a refusal with %i says what to do, whatever the code of the service', (status, advice) => {
  expect(failureAdvice({ code: 'unclear', status })).toBe(advice);
});

const APPLY = fileURLToPath(new URL('../../../src/apply/', import.meta.url));
const OWN_CODES = readdirSync(APPLY).flatMap((file) =>
  [
    ...readFileSync(APPLY + file, 'utf8').matchAll(/(?<!held\('[a-z-]+', \{ |cause = \{ )code: '([a-z-]+)'/g),
  ].map(([, code]) => code ?? ''),
);

it.each([...new Set(OWN_CODES)])('our own code %s has an advice of its own', (code) => {
  expect(failureAdvice({ code })).not.toBe(failureAdvice({ code: 'no such code' }));
});

it('has found our own codes', () => {
  expect(OWN_CODES.length).toBeGreaterThan(5);
});
