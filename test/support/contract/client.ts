import { randomUUID } from 'node:crypto';
import { ask, instantOf, type Reply } from './reply.ts';
import type { Access } from './target.ts';

export type { Reply } from './reply.ts';

/** Parts of a request besides method, path and body. A header that is `null` is omitted. */
export interface Extra {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent instead of the body's JSON. */
  readonly rawBody?: string;
}

/** Waits as long as a rejected call asks, and returns whether to retry. */
export type Patience = (seconds: number) => Promise<boolean>;

/** The operations of the service over plain HTTP. Keys and identifiers are new unless given. */
export class ContractClient {
  readonly access: Access;
  readonly #patience: Patience;

  /** By default, rejected calls are returned and not retried. */
  constructor(access: Access, patience: Patience = () => Promise.resolve(false)) {
    this.access = access;
    this.#patience = patience;
  }

  async send(method: string, path: string, body?: object, extra: Extra = {}): Promise<Reply> {
    const answer = await this.#sendOnce(method, path, body, extra);
    if (answer.status !== 429 || !(await this.#patience(Number(answer.headers.get('retry-after')))))
      return answer;
    return this.#sendOnce(method, path, body, extra);
  }

  async #sendOnce(method: string, path: string, body: object | undefined, extra: Extra): Promise<Reply> {
    const { appKey, apiKey, baseUrl } = this.access;
    const usual: Record<string, string | null> = {
      'SVC-APPKEY': appKey,
      Authorization: basic(appKey, apiKey),
      'X-SVC-Request-Id': randomUUID(),
      'Idempotency-Key': extra.key ?? randomUUID(),
      'Content-Type': 'application/json',
      ...extra.headers,
    };
    const headers = Object.fromEntries(
      Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== null),
    );
    const text = extra.rawBody ?? (body && JSON.stringify(body));
    return ask(`${baseUrl}${path}`, { method, headers, ...(text !== undefined && { body: text }) });
  }

  create(body: object, extra?: Extra): Promise<Reply> {
    return this.send('POST', 'v5/campaigns', placedAnew(body), extra);
  }

  get(id: string, extra?: Extra): Promise<Reply> {
    return this.send('GET', `v5/campaigns/${id}`, undefined, extra);
  }

  update(id: string, body: object, extra?: Extra): Promise<Reply> {
    return this.send('PATCH', `v5/campaigns/${id}`, body, extra);
  }

  validate(id: string, extra?: Extra): Promise<Reply> {
    return this.send('POST', `v5/campaigns/${id}/validate`, {}, extra);
  }

  act(id: string, action: string, extra?: Extra): Promise<Reply> {
    return this.send('PATCH', `v5/campaigns/${id}/status`, { action }, extra);
  }

  search(body: object, extra?: Extra): Promise<Reply> {
    return this.send('POST', 'v5/campaigns/search', body, extra);
  }

  meta(body: object, extra?: Extra): Promise<Reply> {
    return this.send('POST', 'v5/campaigns/meta', body, extra);
  }

  test(body: object, extra?: Extra): Promise<Reply> {
    return this.send('POST', 'v5/campaigns/test', body, extra);
  }

  preview(body: object, extra?: Extra): Promise<Reply> {
    return this.send('POST', 'v5/personalization/preview', body, extra);
  }

  executions(parent: string, body: object, extra?: Extra): Promise<Reply> {
    return this.send('POST', `core-services/v1/campaigns/${parent}/executions`, body, extra);
  }

  controlGroup(body: object, extra?: Extra): Promise<Reply> {
    return this.send('PUT', 'core-services/v1/global-control-group/users', body, extra);
  }

  publish(id: string, extra?: Extra): Promise<Reply> {
    const body = { updated_by: 'growth@example.com', status: 'PUBLISH' };
    return this.send('PATCH', `core-services/v1/campaigns/${id}`, body, extra);
  }

  /** Creates a campaign, which must succeed, and returns its ID. */
  async created(body: object): Promise<string> {
    const answer = await this.create(body);
    const id = answer.at('data.id');
    if (answer.status !== 201 || typeof id !== 'string') throw new Error(`not created: ${answer.text}`);
    return id;
  }

  /** Creates and publishes a campaign, which must both succeed. */
  async published(body: object): Promise<string> {
    const id = await this.created(body);
    const answer = await this.publish(id);
    if (Math.floor(answer.status / 100) !== 2) throw new Error(`not published: ${answer.text}`);
    return id;
  }

  async statusOf(id: string): Promise<unknown> {
    return (await this.get(id)).at('data.status');
  }

  /** The service's time, from the timestamp of a new campaign. */
  async now(): Promise<Date> {
    const id = await this.created({
      channel: 'PUSH',
      campaign_delivery_type: 'ONE_TIME',
      created_by: 'clock@example.com',
    });
    return instantOf((await this.get(id)).at('data.created_at'));
  }
}

/** A geofence has a name of its own (open point V12), so that of the bodies is numbered. */
function placedAnew(body: object): object {
  const { basic_details: details } = body as { readonly basic_details?: { readonly geofences?: object } };
  const { name } = (details?.geofences ?? {}) as { readonly name?: unknown };
  if (name !== 'Shop') return body;
  const geofences = { ...details?.geofences, name: `Shop ${randomUUID()}` };
  return { ...body, basic_details: { ...details, geofences } };
}

/** A value for the `Authorization` header. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
