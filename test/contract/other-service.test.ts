/**
 * The contract suite against a service that runs elsewhere. Environment variables configure it:
 *
 * - `CONTRACT_BASE_URL`: its base address. Without it nothing here runs.
 * - `CONTRACT_APP_KEY`, `CONTRACT_API_KEY`: a workspace and its key, with the scope `campaigns:create_manage`.
 * - `CONTRACT_CONTROL=1`: it has the control interface, and the workspace is the one that records are seeded into.
 *   Without it the cases that move time, create records or set faults are skipped.
 * - `CONTRACT_FEATURES=queuing,audience_limit`: the features of the workspace; default none.
 * - `CONTRACT_LIMITS=off`, `CONTRACT_READ_VIEW=normalized` (or `documented`), `CONTRACT_UPDATES=merged`: the options that it was started with;
 *   default `real`, `written` and `replaced`.
 * - `CONTRACT_OTHER_APP_KEY`, `CONTRACT_OTHER_API_KEY`: a second workspace of it, if there is one.
 * - `CONTRACT_CREATES_CAMPAIGNS=yes`: consent. The suite creates campaigns and publishes some, so without it, it refuses an
 *   address that is not on this machine.
 *
 * For example `campaigns serve --control --clock manual --port 4010` in one terminal, and in another
 * `CONTRACT_BASE_URL=http://127.0.0.1:4010/ CONTRACT_APP_KEY=local CONTRACT_API_KEY=local CONTRACT_CONTROL=1 npx vitest run
 * test/contract/other-service.test.ts`.
 */
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../support/contract/environment.ts';
import { runContract } from '../support/contract/run-contract.ts';

const target = readEnvironment(process.env);

describe('a service that runs elsewhere fulfills the contract', () => {
  if (target === null) {
    test('its address is not configured', ({ skip }) => {
      skip('CONTRACT_BASE_URL is not set');
    });
  } else {
    runContract(target);
  }
});

describe('the environment of the suite', () => {
  const ACCESS = { CONTRACT_APP_KEY: 'shop', CONTRACT_API_KEY: 'secret' };

  test.each(['http://127.0.0.1:4010/', 'http://127.8.8.8/', 'http://localhost:4010', 'http://[::1]:4010/'])(
    '%s needs no permission',
    (address) => {
      expect(readEnvironment({ ...ACCESS, CONTRACT_BASE_URL: address })).not.toBeNull();
    },
  );

  test.each([
    'https://api-01.example.com/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
  ])('%s needs permission to create campaigns', (address) => {
    const variables = { ...ACCESS, CONTRACT_BASE_URL: address };
    expect(() => readEnvironment(variables)).toThrow(/CONTRACT_CREATES_CAMPAIGNS=yes/);
    expect(() => readEnvironment({ ...variables, CONTRACT_CREATES_CAMPAIGNS: 'no' })).toThrow();
    expect(readEnvironment({ ...variables, CONTRACT_CREATES_CAMPAIGNS: 'yes' })).not.toBeNull();
  });
});
