import { afterAll, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service.ts';
import { runContract } from './support/run-contract.ts';
import type { Connection, ContractTarget, Instance, Traits } from './support/target.ts';

const PLAIN: Traits = { features: [], limits: 'off', readView: 'written', scope: 'managing' };

/** How the local service is set up for the cases: the first row that fits one runs it. */
const SETUPS: readonly Traits[] = [
  PLAIN,
  { ...PLAIN, features: ['queuing', 'audience_limit'] },
  { ...PLAIN, features: ['portfolio'] },
  { ...PLAIN, features: ['versioning'] },
  { ...PLAIN, limits: 'real' },
  { ...PLAIN, readView: 'normalized' },
  { ...PLAIN, scope: 'none' },
];

const KEYS = { local: 'open sesame', other: 'open barley' };
const running: RunningService[] = [];

afterAll(() => Promise.all(running.map((service) => service.close())));

function instance(traits: Traits): Instance {
  let connection: Promise<Connection> | undefined;
  return { traits, open: () => (connection ??= start(traits)) };
}

async function start({ features, limits, readView, scope }: Traits): Promise<Connection> {
  const scopes = scope === 'managing' ? ['campaigns:create_manage'] : [];
  const service = await startService({
    ...{ port: 0, clock: 'manual', control: true, limits, readView },
    workspaces: Object.entries(KEYS).map(([appKey, apiKey]) => ({ appKey, apiKey, features, scopes })),
  });
  running.push(service);
  const access = (appKey: keyof typeof KEYS) => ({ baseUrl: service.url, appKey, apiKey: KEYS[appKey] });
  return { access: access('local'), other: access('other'), hasControl: true };
}

const target: ContractTarget = SETUPS.map(instance);

describe('the local service keeps the contract', () => {
  const skipped = runContract(target);

  test('no case is skipped', () => {
    expect(skipped).toEqual([]);
  });
});
