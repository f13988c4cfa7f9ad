import { startService, type RunningService } from '../../../src/service/http/start-service.ts';
import type { ServiceOptions, WorkspaceOptions } from '../../../src/service/domain/service-options.ts';
import { ContractClient } from '../contract/client.ts';
import { afterTest } from '../cleanup.ts';

export const LOCAL: WorkspaceOptions = {
  ...{
    appKey: 'local',
    apiKey: 'open sesame',
    features: [],
    scopes: ['campaigns:create_manage', 'campaigns:publish'],
  },
};

/** A service for one test, with a client for its first workspace. */
export interface Playground {
  readonly service: RunningService;
  readonly client: ContractClient;
  /** Calls the control interface. */
  readonly control: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; value: unknown }>;
  readonly advance: (ms: number) => Promise<unknown>;
  /** Lines that the service logged. */
  readonly lines: readonly string[];
}

/** Starts a service, by default without limits and with a clock that stands still. Stopped after the test. */
export async function play(options: Partial<ServiceOptions> = {}): Promise<Playground> {
  const lines: string[] = [];
  const service = await startService({
    ...{ port: 0, workspaces: [LOCAL], limits: 'off', clock: 'manual', control: true },
    log: (line) => lines.push(line),
    ...options,
  });
  afterTest(() => service.close());
  const control: Playground['control'] = async (method, path, body) => {
    const response = await fetch(`${service.url}_control/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, value: await response.json() };
  };
  return {
    ...{ service, control, lines },
    client: clientOf(service, options.workspaces?.[0] ?? LOCAL),
    advance: (ms) => control('POST', 'clock', { advance_ms: ms }),
  };
}

export function clientOf(service: RunningService, { appKey, apiKey }: WorkspaceOptions): ContractClient {
  return new ContractClient({ baseUrl: service.url, appKey, apiKey });
}
