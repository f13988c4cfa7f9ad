import { startService } from '../../../src/service/http/start-service.ts';
import { afterFile } from '../cleanup.ts';
import type { Connection, ContractTarget, Instance, Traits } from './target.ts';

const PLAIN: Traits = {
  ...{ features: [], limits: 'off', readView: 'written', updates: 'replaced', scope: 'managing' },
};

/** The setups of the local service. A case runs on the first one that fits. */
const SETUPS: readonly Traits[] = [
  PLAIN,
  { ...PLAIN, features: ['queuing', 'audience_limit'] },
  { ...PLAIN, features: ['portfolio'] },
  { ...PLAIN, features: ['versioning'] },
  { ...PLAIN, limits: 'real' },
  { ...PLAIN, readView: 'normalized' },
  { ...PLAIN, readView: 'documented' },
  { ...PLAIN, scope: 'none' },
];

const KEYS = { local: 'open sesame', other: 'open barley' };

/** The local service, with a setup for every case of the suite. Stopped after the test file. */
export function localTarget(): ContractTarget {
  return [...SETUPS, { ...PLAIN, updates: 'merged' as const }].map(instance);
}

/** The local service with merged updates in every setup. Cases about replaced components find no instance. */
export function mergingTarget(): ContractTarget {
  return SETUPS.map((traits) => instance({ ...traits, updates: 'merged' }));
}

function instance(traits: Traits): Instance {
  let connection: Promise<Connection> | undefined;
  return { traits, open: () => (connection ??= start(traits)) };
}

async function start({ features, limits, readView, updates, scope }: Traits): Promise<Connection> {
  const scopes = scope === 'managing' ? ['campaigns:create_manage', 'campaigns:publish'] : [];
  const service = await startService({
    ...{ port: 0, clock: 'manual', control: true, limits },
    quirks: [updates === 'merged' ? 'merge-updates' : '', readView === 'written' ? '' : readView],
    workspaces: Object.entries(KEYS).map(([appKey, apiKey]) => ({ appKey, apiKey, features, scopes })),
  });
  afterFile(() => service.close());
  const access = (appKey: keyof typeof KEYS) => ({ baseUrl: service.url, appKey, apiKey: KEYS[appKey] });
  return { access: access('local'), other: access('other'), hasControl: true };
}
