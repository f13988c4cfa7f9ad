import { holdAgainst } from './agreement.ts';
import { main } from '../../../src/cli/main.ts';
import type { Fault as ArmedFault } from '../../../src/service/http/faults.ts';
import { ROOT } from './built-program.ts';
import { afterFile, afterTest } from '../cleanup.ts';
import { ContractClient, type Reply } from '../contract/client.ts';
import { ask } from '../contract/reply.ts';
import { startHere, type GitHubEnvironment } from './program.ts';

/** A record or a part of one, as JSON. */
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

/** How an exchange with the service fails. */
export type Fault = Pick<ArmedFault, 'kind'> &
  Partial<Omit<ArmedFault, 'kind' | 'operation'>> & { readonly operation?: string };

const STATUSES = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'SENT', 'PAUSED', 'STOPPED', 'ARCHIVED'];
/** The other side may close a kept-alive connection at the very moment of its next use. */
const CLOSING = { headers: { connection: 'close' } };
const READS = ['get', 'search', 'validate', 'meta', 'executions'];

/** A running local service, controlled through its control interface. */
export class LiveService {
  readonly url: string;
  private readonly client: ContractClient;

  constructor(url: string) {
    this.url = url;
    this.client = new ContractClient({ baseUrl: url, appKey: 'local', apiKey: 'local' });
  }

  /** All answered requests, in order. */
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

  /** Deletes campaigns, keys and the log. */
  async reset(): Promise<void> {
    await this.control('POST', 'reset', {});
  }

  /** Adds campaigns directly and returns their IDs. */
  async seed(...campaigns: JsonMap[]): Promise<string[]> {
    return (await this.control('POST', 'campaigns', { campaigns })).ids as string[];
  }

  /** A manual edit in the service's own interface. */
  async editByHand(id: string, edit: JsonMap): Promise<void> {
    await this.control('PATCH', `campaigns/${id}`, edit);
  }

  async get(id: string): Promise<JsonMap> {
    return dataIn(await this.client.get(id, CLOSING));
  }

  /** Everything in the service, in any status; or what a search with these fields finds. */
  async all(fields: JsonMap = {}): Promise<JsonMap[]> {
    const found: JsonMap[] = [];
    for (let page = 1; ; page++) {
      const search = {
        ...{ limit: 15, page, include_archive_campaigns: true, include_child_campaigns: true },
        campaign_fields: { status: STATUSES, ...fields },
      };
      const { campaigns } = dataIn(await this.client.search(search, CLOSING));
      found.push(...(campaigns as JsonMap[]));
      if ((campaigns as JsonMap[]).length < 15) return found;
    }
  }

  /** All campaigns with exactly this name, in any status. */
  async named(name: string): Promise<JsonMap[]> {
    const found = await this.all({ name });
    return found.filter(({ basic_details: details }) => (details as JsonMap).name === name);
  }

  /** The only campaign with this name. None or several fail the test. */
  async only(name: string): Promise<JsonMap & { readonly id: string }> {
    const [found, ...others] = await this.named(name);
    if (!found || others.length > 0)
      throw new Error(`${others.length + (found ? 1 : 0)} campaigns are called ${name}`);
    return { ...found, id: found.id as string };
  }

  async control(method: string, path: string, body?: JsonMap): Promise<JsonMap> {
    const answer = ask(`${this.url}_control/${path}`, {
      ...{ method, ...CLOSING },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as JsonMap;
  }
}

function dataIn({ status, text, at }: Reply): JsonMap {
  if (status >= 300) throw new Error(text);
  return at('data') as JsonMap;
}

/** Services of this file that no test currently uses, by their arguments. */
const idle = new Map<string, LiveService[]>();

/**
 * The local service on a free port, in this process, without limits by default. Tests of a file that start it with the
 * same arguments share one, which is reset in between.
 */
export async function startLiveService(...more: string[]): Promise<LiveService> {
  const args = ['serve', '--port', '0', '--control', '--quiet', '--limits', 'off', ...more];
  const name = args.join(' ');
  const known = idle.get(name)?.pop();
  const service = known ?? new LiveService(await listening(args, { until: 'file' }));
  if (known) await known.reset();
  else afterFile(() => void idle.delete(name));
  afterTest(() => void idle.set(name, [...(idle.get(name) ?? []), service]));
  holdAgainst(service);
  return service;
}

/** Runs `campaigns serve …` in this process until it prints its address. */
export async function listening(
  args: readonly string[],
  { env = {}, until = 'test' }: { env?: GitHubEnvironment['env']; until?: 'test' | 'file' } = {},
): Promise<string> {
  const later = until === 'file' ? afterFile : afterTest;
  const { ended, says, shown } = startHere((host) => main(args, host), { cwd: ROOT, env }, later);
  const failed = ended.then(({ status, stderr }) => {
    throw new Error(`the service ended early (exit ${String(status)}): ${stderr}`);
  });
  // Once it listens, only the test cares about its end.
  failed.catch(() => undefined);
  await Promise.race([says('listening on ', 'stdout'), failed]);
  return shown('stdout').trim().replace('listening on ', '');
}
