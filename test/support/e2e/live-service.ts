import { randomUUID } from 'node:crypto';
import { holdAgainst } from './agreement.ts';
import { temporaryFolder } from './cleanup.ts';
import { startCampaigns } from './program.ts';

/** A record or a part of one, as JSON has it. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonMap = Record<string, Json>;

/** One request that the service answered. */
export interface LoggedRequest {
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly effect: string;
  readonly request_id: string | null;
}

/** How an exchange with the service is to go wrong. */
export interface Fault {
  readonly operation?: string;
  readonly kind:
    'status' | 'reset-before' | 'reset-after' | 'truncate' | 'html' | 'content-type' | 'slow' | 'delay';
  readonly nth?: number;
  readonly times?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ms?: number;
}

const READS = ['get', 'search', 'validate', 'meta', 'executions'];

/** The built `campaigns serve` in a process of its own, told and asked through its control interface. */
export class LiveService {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** All requests that were answered, in order. */
  async requests(): Promise<readonly LoggedRequest[]> {
    const { requests } = await this.control('GET', 'log');
    return requests as unknown as LoggedRequest[];
  }

  /** The operations that change something, in order. */
  async writes(): Promise<string[]> {
    const requests = await this.requests();
    return requests.flatMap(({ operation }) =>
      operation !== null && READS.includes(operation) ? [] : [operation ?? 'unknown'],
    );
  }

  async arm(fault: Fault): Promise<void> {
    await this.control('POST', 'faults', { ...fault });
  }

  async disarm(): Promise<void> {
    await this.control('DELETE', 'faults');
  }

  /** Forgets campaigns, keys and the log. */
  async reset(): Promise<void> {
    await this.control('POST', 'reset', {});
  }

  /** Puts campaigns there that nobody sent, and returns their ids. */
  async seed(...campaigns: JsonMap[]): Promise<string[]> {
    return (await this.control('POST', 'campaigns', { campaigns })).ids as string[];
  }

  /** An edit by hand in the service's own interface. */
  async editByHand(id: string, edit: JsonMap): Promise<void> {
    await this.control('PATCH', `campaigns/${id}`, edit);
  }

  async get(id: string): Promise<JsonMap> {
    return this.ask('GET', `v5/campaigns/${id}`);
  }

  /** All campaigns of just this name, in any status. */
  async named(name: string): Promise<JsonMap[]> {
    const statuses = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'SENT', 'PAUSED', 'STOPPED', 'ARCHIVED'];
    const fields = { limit: 15, page: 1, include_archive_campaigns: true, include_child_campaigns: true };
    const { campaigns } = await this.ask('POST', 'v5/campaigns/search', {
      ...fields,
      campaign_fields: { name, status: statuses },
    });
    return (campaigns as JsonMap[]).filter(
      ({ basic_details: details }) => (details as JsonMap).name === name,
    );
  }

  /** The only campaign of this name; more or fewer are a failure of the test. */
  async only(name: string): Promise<JsonMap & { readonly id: string }> {
    const [found, ...others] = await this.named(name);
    if (!found || others.length > 0)
      throw new Error(`${others.length + (found ? 1 : 0)} campaigns are called ${name}`);
    return { ...found, id: found.id as string };
  }

  async control(method: string, path: string, body?: JsonMap): Promise<JsonMap> {
    const response = await fetch(`${this.url}_control/${path}`, {
      method,
      // A connection that was kept may be closed from the other side at the very moment of its next use.
      headers: { connection: 'close' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const value = (await response.json()) as JsonMap;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  private async ask(method: string, path: string, body?: JsonMap): Promise<JsonMap> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from('local:local').toString('base64')}`,
        'svc-appkey': 'local',
        'x-svc-request-id': randomUUID(),
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, error } = (await response.json()) as JsonMap;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(error)}`);
    return data as JsonMap;
  }
}

/** Starts the built service on a free port, without limits unless told otherwise; the test's end stops it. */
export async function startLiveService(...more: string[]): Promise<LiveService> {
  const args = ['serve', '--port', '0', '--control', '--quiet', '--limits', 'off', ...more];
  const service = new LiveService(await listening(args));
  holdAgainst(service);
  return service;
}

/** Runs `campaigns serve …` until it says where it listens. */
export async function listening(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { child, ended } = startCampaigns(args, { cwd: temporaryFolder(), env });
  const started = new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (part: string) => {
      text += part;
      const [, url] = /^listening on (\S+)$/m.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const failed = ended.then(({ status, stderr }) => {
    throw new Error(`the service ended early (exit ${String(status)}): ${stderr}`);
  });
  // Once it listens, its end is the test's business only.
  failed.catch(() => undefined);
  return Promise.race([started, failed]);
}
