import { APP_KEY_HEADER } from '../exchange/authentication.ts';
import type { JsonObject } from '../json.ts';
import { NO_QUIRKS, type Quirks } from '../quirks/quirks.ts';
import type { ServiceOptions } from '../service-options.ts';
import { answerSchemas } from './answer-schemas.ts';
import { META_SCHEMAS, recordSchemas } from './campaign-schemas.ts';
import { controlPaths } from './control-paths.ts';
import { CONTROL_SCHEMAS } from './control-schemas.ts';
import { controlResponses, failureResponses, failureSchemas } from './failures.ts';
import { PARAMETERS } from './headers.ts';
import { operationPaths } from './operation-paths.ts';
import { requestSchemas } from './request-bodies.ts';
import { sharedSchemas } from './shared-schemas.ts';

/** The label that the interface description carries. Specification, Versioning, point 1. */
const VERSION = '2025-11-20';

/** What of the service's settings the document depends on. */
type Described = Pick<ServiceOptions, 'limits' | 'readView' | 'control'>;

/**
 * The OpenAPI 3.1 document of a service that runs with these settings at this address. Of the quirks it has those that
 * change the shape of an answer.
 */
export function openApiDocument(options: Described, address: string, quirks: Quirks = NO_QUIRKS): JsonObject {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Local campaign service',
      version: VERSION,
      summary: 'The campaign management service, version 5, to try, teach and test with.',
      description:
        'Nothing is sent to anybody. Every answer is JSON in an envelope; every failure has the same one. Campaigns are drafts until they are published, by the earlier version.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address, description: 'This service.' }],
    paths: { ...operationPaths(options.limits, quirks), ...(options.control && controlPaths()) },
    components: {
      schemas: {
        ...requestSchemas(),
        ...answerSchemas(quirks),
        ...recordSchemas(quirks.readView ?? options.readView),
        ...META_SCHEMAS,
        ...failureSchemas(quirks),
        ...sharedSchemas(),
        ...(options.control && CONTROL_SCHEMAS),
      },
      responses: { ...failureResponses(), ...(options.control && controlResponses()) },
      parameters: PARAMETERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Specification, Authentication; the composition of the credential is open point W21. */
const SECURITY_SCHEMES: JsonObject = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'User name: the workspace identifier. Password: its API key.',
  },
  app_key: {
    type: 'apiKey',
    in: 'header',
    name: APP_KEY_HEADER,
    description: 'The workspace identifier once more.',
  },
};
