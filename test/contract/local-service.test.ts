import { afterAll, beforeAll, describe } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service.ts';
import { authenticationRules } from './authentication-rules.ts';
import { creationRules } from './creation-rules.ts';
import { envelopeRules } from './envelope-rules.ts';
import { idempotencyRules } from './idempotency-rules.ts';
import { lockRules } from './lock-rules.ts';
import { publishRules } from './publish-rules.ts';
import { searchRules } from './search-rules.ts';
import { statusRules } from './status-rules.ts';
import type { ContractTarget } from './support/target.ts';
import { updateRules } from './update-rules.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService({
    ...{ port: 0, readView: 'written', limits: 'off', clock: 'manual', control: true },
    workspaces: [
      { appKey: 'local', apiKey: 'open sesame', features: [], scopes: ['campaigns:create_manage'] },
    ],
  });
});
afterAll(() => service.close());

async function control(path: string, body: object): Promise<void> {
  const { ok, status } = await fetch(`${service.url}_control/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`control ${path} answered ${status}`);
}

const target = (): ContractTarget => ({
  baseUrl: service.url,
  appKey: 'local',
  apiKey: 'open sesame',
  advance: (ms) => control('clock', { advance_ms: ms }),
  seed: (campaigns) => control('campaigns', { campaigns }),
});

describe('the local service keeps the contract', () => {
  envelopeRules(target);
  authenticationRules(target);
  idempotencyRules(target);
  creationRules(target);
  updateRules(target);
  lockRules(target);
  statusRules(target);
  publishRules(target);
  searchRules(target);
});
