import { BARE_PUSH, WEB, type Body } from './bodies.ts';
import type { ContractClient, Extra } from './client.ts';
import type { Reply } from './reply.ts';
import type { Reference } from './specification.ts';

/** An operation of the service, by its name in the control interface, with a valid request. */
export interface Operation {
  readonly name: string;
  readonly section: Reference;
  /** Whether an `Idempotency-Key` is required. */
  readonly needsKey: boolean;
  readonly send: (client: ContractClient, id: string, extra?: Extra) => Promise<Reply>;
}

export const AUTHOR = 'growth@example.com';
export const UTM = { utm_params: { utm_source: 'shop', utm_medium: 'push' } };
export const FIRST_PAGE = { limit: 15, page: 1 };
export const GROUP_LIST = {
  file_url: 'https://files.example.com/users.csv',
  action_type: 'add',
  updated_by: AUTHOR,
};

/** A test of unsaved content for one user. */
export function inlineTest(user: string): Body {
  return {
    channel: 'PUSH',
    campaign_content: { content: { push: WEB } },
    test_campaign_meta: { identifier: 'USER_ATTRIBUTE_UNIQUE_ID', identifier_values: [user] },
  };
}

/** A preview of a title for one user. */
export function previewFor(user: string): Body {
  return {
    channel: 'PUSH',
    user_identification: { type: 'USER_ATTRIBUTE_UNIQUE_ID', value: user },
    campaign_content: { content: { push: WEB } },
  };
}

/** All twelve operations, in the order of the specification. */
export const OPERATIONS: readonly Operation[] = [
  {
    ...{ name: 'create', section: 'Create Campaign Draft', needsKey: true },
    send: (client, _id, extra) => client.create(BARE_PUSH, extra),
  },
  {
    ...{ name: 'update', section: 'Update Campaign', needsKey: true },
    send: (client, id, extra) => client.update(id, UTM, extra),
  },
  {
    ...{ name: 'get', section: 'Get Campaign', needsKey: false },
    send: (client, id, extra) => client.get(id, extra),
  },
  {
    ...{ name: 'validate', section: 'Validate Campaign', needsKey: false },
    send: (client, id, extra) => client.validate(id, extra),
  },
  {
    ...{ name: 'status', section: 'Update Campaign Status', needsKey: true },
    send: (client, id, extra) => client.act(id, 'PAUSE', extra),
  },
  {
    ...{ name: 'search', section: 'Search Campaigns', needsKey: true },
    send: (client, _id, extra) => client.search(FIRST_PAGE, extra),
  },
  {
    ...{ name: 'meta', section: 'Get Campaign Meta', needsKey: true },
    send: (client, _id, extra) => client.meta(FIRST_PAGE, extra),
  },
  {
    ...{ name: 'test', section: 'Test Campaign', needsKey: true },
    send: (client, id, extra) => client.test(inlineTest(id), extra),
  },
  {
    ...{ name: 'preview', section: 'Personalized Preview', needsKey: true },
    send: (client, id, extra) => client.preview(previewFor(id), extra),
  },
  {
    ...{ name: 'publish', section: 'W19', needsKey: false },
    send: (client, id, extra) => client.publish(id, extra),
  },
  {
    ...{ name: 'executions', section: 'W20', needsKey: false },
    send: (client, id, extra) => client.executions(id, FIRST_PAGE, extra),
  },
  {
    ...{ name: 'control-group', section: 'W30', needsKey: false },
    send: (client, _id, extra) => client.controlGroup(GROUP_LIST, extra),
  },
];
