import { randomUUID } from 'node:crypto';
import type { ContractTarget } from './target.ts';

/** An answer, with its text as it came and a look into its JSON. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The value at a path of field names joined by dots; `undefined` where there is none. */
  readonly at: (path: string) => unknown;
}

/** What a request says beyond method, path and body. A header that is `null` is left out. */
export interface Extra {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent instead of the JSON of the body. */
  readonly rawBody?: string;
}

/** The operations of the service over plain HTTP, with fresh keys and identifiers unless told otherwise. */
export class ContractClient {
  readonly #target: ContractTarget;

  constructor(target: ContractTarget) {
    this.#target = target;
  }

  async send(method: string, path: string, body?: object, extra: Extra = {}): Promise<Reply> {
    const { appKey, apiKey, baseUrl } = this.#target;
    const headers = new Headers({
      'SVC-APPKEY': appKey,
      Authorization: `Basic ${Buffer.from(`${appKey}:${apiKey}`).toString('base64')}`,
      'X-SVC-Request-Id': randomUUID(),
      'Idempotency-Key': extra.key ?? randomUUID(),
      'Content-Type': 'application/json',
    });
    for (const [name, value] of Object.entries(extra.headers ?? {})) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    const text = extra.rawBody ?? (body && JSON.stringify(body));
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(text !== undefined && { body: text }),
    });
    return reply(response, await response.text());
  }

  create(body: object, extra?: Extra): Promise<Reply> {
    return this.send('POST', 'v5/campaigns', body, extra);
  }

  get(id: string, extra?: Extra): Promise<Reply> {
    return this.send('GET', `v5/campaigns/${id}`, undefined, extra);
  }

  update(id: string, body: object, extra?: Extra): Promise<Reply> {
    return this.send('PATCH', `v5/campaigns/${id}`, body, extra);
  }

  validate(id: string, extra?: Extra): Promise<Reply> {
    return this.send('POST', `v5/campaigns/${id}/validate`, undefined, extra);
  }

  act(id: string, action: string, extra?: Extra): Promise<Reply> {
    return this.send('PATCH', `v5/campaigns/${id}/status`, { action }, extra);
  }

  search(body: object, extra?: Extra): Promise<Reply> {
    return this.send('POST', 'v5/campaigns/search', body, extra);
  }

  publish(id: string, extra?: Extra): Promise<Reply> {
    const body = { updated_by: 'growth@example.com', status: 'PUBLISH' };
    return this.send('PATCH', `core-services/v1/campaigns/${id}`, body, extra);
  }

  /** Creates a campaign that must succeed, and says its id. */
  async created(body: object): Promise<string> {
    const answer = await this.create(body);
    const id = answer.at('data.id');
    if (answer.status !== 201 || typeof id !== 'string') throw new Error(`not created: ${answer.text}`);
    return id;
  }

  /** Creates and publishes a campaign, both of which must succeed. */
  async published(body: object): Promise<string> {
    const id = await this.created(body);
    const answer = await this.publish(id);
    if (answer.status !== 200) throw new Error(`not published: ${answer.text}`);
    return id;
  }

  async statusOf(id: string): Promise<unknown> {
    return (await this.get(id)).at('data.status');
  }

  /** What the service's clock shows, by the time stamp of a new campaign. */
  async now(): Promise<Date> {
    const id = await this.created({
      channel: 'PUSH',
      campaign_delivery_type: 'ONE_TIME',
      created_by: 'clock@example.com',
    });
    const created = String((await this.get(id)).at('data.created_at'));
    return new Date(`${created.replace(' ', 'T').slice(0, 23)}Z`);
  }
}

function reply(response: Response, text: string): Reply {
  const at = (path: string): unknown => {
    let here: unknown = JSON.parse(text);
    for (const field of path.split('.')) {
      if (typeof here !== 'object' || here === null) return undefined;
      here = Object.getOwnPropertyDescriptor(here, field)?.value;
    }
    return here;
  };
  return { status: response.status, headers: response.headers, text, at };
}
