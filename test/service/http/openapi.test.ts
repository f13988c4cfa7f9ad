import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { describe, expect, test } from 'vitest';
import shared from '../../../schemas/components.schema.json' with { type: 'json' };
import {
  DELIVERY_TYPES,
  RECORD_STATUSES,
  STATUSES,
} from '../../../src/service/domain/campaign/campaign-record.ts';
import { ACTIONS } from '../../../src/service/domain/campaign/lifecycle.ts';
import { FAULT_KINDS } from '../../../src/service/http/faults.ts';
import { listAt, textAt, valueAt, type JsonObject } from '../../../src/service/domain/json.ts';
import { FEATURES } from '../../../src/service/domain/service-options.ts';
import { bundledOpenApi } from '../../../src/service/http/request-validators.ts';
import { OPERATIONS } from '../../../src/service/http/operations/operations.ts';
import { DescribedService, describedBy } from '../../support/service/described-service.ts';
import { READ_CHANNELS } from '../../support/service/fuzz-requests.ts';
import { play } from '../../support/service/running.ts';

const DOCUMENT = new DescribedService(bundledOpenApi());
const API = DOCUMENT.operations.filter(({ control }) => !control);

describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    const schema = 'https://spec.openapis.org/oas/3.1/schema-base';
    expect(await validate(schema, bundledOpenApi() as never, 'DETAILED')).toMatchObject({ valid: true });
  });

  test('has no broken references', () => {
    const references = DOCUMENT.references();
    expect(references.length).toBeGreaterThan(300);
    expect(references.filter(({ found }) => found === undefined)).toEqual([]);
  });

  test('has each operation of the table under its own name, and no name twice', () => {
    expect(API.map(({ id }) => id).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
    const ids = DOCUMENT.operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(OPERATIONS)('describes $name as the operation table has it', (row) => {
    const described = valueAt(DOCUMENT.document, 'paths', row.path, row.method.toLowerCase());
    const references = listAt(described, 'parameters').map((one) => textAt(one, '$ref')?.split('/').at(-1));
    const security = [{ basic: [row.scope], app_key: [row.scope] }];
    expect(described).toMatchObject(row.scope === null ? {} : { security });
    expect(valueAt(described, 'requestBody', 'required')).toBe(
      row.body === 'ignored' ? undefined : row.body === 'required',
    );
    expect(references).toEqual([
      ...(row.path.includes('{campaign_id}') ? ['campaign_id'] : []),
      row.requestId === 'required' ? 'request_id_needed' : 'request_id',
      ...(row.idempotencyKey === 'ignored' ? [] : [row.idempotencyKey === 'required' ? 'key_needed' : 'key']),
    ]);
    const statuses = DOCUMENT.operation(row.name).statuses.filter((status) => status >= 400);
    expect(statuses.filter((status) => status !== 422)).toEqual([
      ...[400, 401],
      ...(row.scope !== null || row.name === 'status' ? [403] : []),
      ...(row.path.includes('{campaign_id}') || row.name === 'test' ? [404] : []),
      ...(row.idempotencyKey === 'ignored' ? [] : [409]),
      ...(row.limits.length > 0 ? [429] : []),
      500,
    ]);
  });

  test.each<[place: string, words: readonly (string | null)[]]>([
    ['action', ACTIONS],
    ['feature', FEATURES],
    ['record_status', RECORD_STATUSES],
    ['status_filter.items', STATUSES],
    ['read_channel', READ_CHANNELS],
    ['delivery_type', [...DELIVERY_TYPES.PUSH, 'BROADCAST_LIVE_ACTIVITY']],
    ['push_campaign.properties.campaign_delivery_type', DELIVERY_TYPES.PUSH],
    ['email_campaign.properties.campaign_delivery_type', DELIVERY_TYPES.EMAIL],
    ['fault.properties.kind', FAULT_KINDS],
    ['fault.properties.operation', OPERATIONS.map(({ name }) => name)],
    ['logged_request.properties.operation', [...OPERATIONS.map(({ name }) => name), null]],
  ])('has the same values as the service: %s', (place, words) => {
    const schema = valueAt(DOCUMENT.document, 'components', 'schemas', ...place.split('.'));
    expect(listAt(schema, 'enum')).toEqual(words);
  });

  test('has all shared schemas, and none of its own with their names', () => {
    const { schemas } = DOCUMENT.document.components as { readonly schemas: JsonObject };
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(Object.keys(shared.$defs)));
    expect(JSON.stringify(schemas)).not.toContain('$defs');
  });

  test('has examples that are valid by their schemas', () => {
    for (const operation of DOCUMENT.operations) {
      for (const example of operation.examples)
        expect([operation.id, DOCUMENT.requestErrors(operation, example)]).toEqual([operation.id, []]);
    }
  });
});

describe('/openapi.json', () => {
  test('requires no credential, names its own address and is not logged', async () => {
    const { service, control } = await play();
    const { document } = await describedBy(service);
    // Each path begins with a slash of its own.
    const [server] = listAt(document, 'servers');
    expect(server).toMatchObject({ url: new URL(service.url).origin });
    expect(JSON.stringify(document)).not.toContain('deprecationMessage');
    expect((await control('GET', 'log')).value).toEqual({ requests: [] });
  });

  test('describes the control interface only if it is on', async () => {
    const shut = await play({ control: false });
    expect(JSON.stringify((await describedBy(shut.service)).document.paths)).not.toContain('/_control');
  });
});
