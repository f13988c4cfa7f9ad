import { randomUUID } from 'node:crypto';
import { ask, listAt, type Reply } from './reply.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A user whom the service knows. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly push_id: string;
  readonly attributes: object;
}

/** The control interface below `_control/`, which needs no credential. */
export class Control {
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  send(method: string, path: string, body?: object): Promise<Reply> {
    return ask(`${this.#baseUrl}_control/${path}`, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  }

  async now(): Promise<Date> {
    return new Date(String((await this.#done('GET', 'clock')).at('now')));
  }

  async advance(ms: number): Promise<void> {
    await this.#done('POST', 'clock', { advance_ms: ms });
  }

  /** Stores records in the first workspace as given, and returns their IDs. */
  async seed(...campaigns: readonly object[]): Promise<readonly string[]> {
    const answer = await this.#done('POST', 'campaigns', { campaigns });
    return listAt(answer, 'ids').map(String);
  }

  /** Stores one record in the first workspace under a new identifier. */
  async seedOne(campaign: object): Promise<string> {
    const id = freshId();
    await this.seed({ ...campaign, id });
    return id;
  }

  async fault(order: object): Promise<void> {
    await this.#done('POST', 'faults', order);
  }

  /** Adds a user with unique identifiers. */
  async user(attributes: object = { first_name: 'Ada', 'First Name': 'Ada' }): Promise<User> {
    const id = randomUUID();
    const user = { id, email: `${id}@example.com`, push_id: `push-${id}`, attributes };
    await this.#done('POST', 'users', { users: [user] });
    return user;
  }

  /** The messages that were sent, as text. */
  async outbox(): Promise<readonly string[]> {
    const messages = listAt(await this.#done('GET', 'outbox'), 'messages');
    return messages.map((message) => JSON.stringify(message));
  }

  async log(): Promise<readonly unknown[]> {
    return listAt(await this.#done('GET', 'log'), 'requests');
  }

  async #done(method: string, path: string, body?: object): Promise<Reply> {
    const answer = await this.send(method, path, body);
    if (answer.status !== 200) {
      throw new Error(`control ${method} ${path} answered ${answer.status}: ${answer.text}`);
    }
    return answer;
  }
}

/** An unused identifier of the service's form. */
export function freshId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 24);
}
