import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  textAt,
  isJsonObject,
  parseJson,
  valueAt,
  type JsonObject,
  type JsonValue,
} from '../../../src/service/domain/json.ts';
import type { RunningService } from '../../../src/service/http/start-service.ts';
import type { Reply } from '../contract/client.ts';

/** One operation in the document. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly number[];
  /** Whether it belongs to the control interface. */
  readonly control: boolean;
  readonly examples: readonly JsonValue[];
}

/** The document of a running service, with checks of requests and answers. */
export class DescribedService {
  readonly document: JsonObject;
  readonly operations: readonly DescribedOperation[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(document: JsonObject) {
    this.document = document;
    this.operations = Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
      Object.entries(objectAt(item)).map(([method, found]) => operationOf(method, path, objectAt(found))),
    );
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'document', ...document });
  }

  /** The errors of a body by the schema of an operation's request. */
  requestErrors({ method, path }: DescribedOperation, body: JsonValue): readonly string[] {
    return this.#errors(['paths', path, method, 'requestBody'], body);
  }

  /** The errors of an answer by the schema of its operation and status. */
  answerErrors(
    { id, method, path }: DescribedOperation,
    reply: Pick<Reply, 'status' | 'text'>,
  ): readonly string[] {
    const at = ['paths', path, method, 'responses', String(reply.status)];
    const response = valueAt(this.document, ...at);
    if (response === undefined) return [`${id}: ${reply.status} is not in the document`];
    const named = textAt(response, '$ref')?.split('/').slice(1) ?? at;
    if (valueAt(this.document, ...named, 'content') === undefined)
      return reply.text === '' ? [] : [`${id}: ${reply.status} has a body`];
    const body = parseJson(reply.text);
    return body.kind === 'parsed' ? this.#errors(named, body.value) : [`${id}: the answer is not JSON`];
  }

  /** All references, each with its target. */
  references(): readonly { readonly to: string; readonly found: JsonValue | undefined }[] {
    return referencesIn(this.document).map((to) => ({
      to,
      found: valueAt(this.document, ...to.replace(/^#\//, '').split('/')),
    }));
  }

  operation(id: string): DescribedOperation {
    const found = this.operations.find((operation) => operation.id === id);
    if (!found) throw new Error(`${id} is not in the document`);
    return found;
  }

  #errors(place: readonly string[], value: JsonValue): readonly string[] {
    const pointer = [...place, 'content', 'application/json', 'schema']
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = this.#ajv.compile({ $ref: `document#/${pointer}` });
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  }
}

/** Fetches a service's document. */
export async function describedBy(service: Pick<RunningService, 'url'>): Promise<DescribedService> {
  const response = await fetch(`${service.url}openapi.json`);
  const parsed = parseJson(await response.text());
  if (parsed.kind !== 'parsed' || !isJsonObject(parsed.value)) throw new Error('no document');
  return new DescribedService(parsed.value);
}

function operationOf(method: string, path: string, found: JsonObject): DescribedOperation {
  const content = valueAt(found, 'requestBody', 'content', 'application/json');
  const example = valueAt(content, 'example');
  const examples = Object.values(objectAt(content, 'examples')).flatMap((one) => valueAt(one, 'value') ?? []);
  return {
    id: textAt(found, 'operationId') ?? '',
    ...{ method, path },
    statuses: Object.keys(objectAt(found, 'responses')).map(Number),
    control: path.startsWith('/_control/'),
    examples: example === undefined ? examples : [example],
  };
}

function objectAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, ...path);
  return isJsonObject(found) ? found : {};
}

function referencesIn(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, JsonValue]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}
