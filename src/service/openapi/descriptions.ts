import type { JsonObject } from '../json.ts';
import type { OperationName } from '../operations/operation.ts';
import {
  CONTROL_GROUP,
  PREVIEW,
  PUBLICATION,
  SALE_PUSH,
  TEST_OF_CONTENT,
  TEST_OF_DRAFT,
  UTM_CHANGE,
  WELCOME_EMAIL,
} from './examples.ts';
import type { FailureStatus } from './failures.ts';

/** What the document says of an operation beyond what its row in the operation table says. */
interface OperationDescription {
  readonly tag: 'Drafts' | 'Live campaigns' | 'Reading' | 'Trying' | 'Earlier version';
  readonly summary: string;
  readonly text: string;
  /** Bodies by name that the service takes. */
  readonly examples: Readonly<Record<string, JsonObject>>;
  readonly success: 200 | 201 | 204;
  /** Statuses that do not follow from the row. */
  readonly failures: readonly FailureStatus[];
}

/** One row per operation. Specification, Endpoints, and Versioning, point 3. */
export const DESCRIPTIONS: Readonly<Record<OperationName, OperationDescription>> = {
  create: {
    tag: 'Drafts',
    summary: 'Create a draft',
    text: 'Components may come later, by update; those that are sent are checked whole. A new campaign is always a DRAFT.',
    examples: { push: SALE_PUSH, email: WELCOME_EMAIL },
    success: 201,
    failures: [],
  },
  get: {
    tag: 'Reading',
    summary: 'Get a campaign',
    text: 'The whole campaign as it is now, by its id or its campaign id.',
    examples: {},
    success: 200,
    failures: [],
  },
  update: {
    tag: 'Drafts',
    summary: 'Change components',
    text: 'A component that is sent replaces the stored one whole: fields that it leaves out are gone. The status decides what may be edited.',
    examples: { utm_params: UTM_CHANGE },
    success: 200,
    failures: [],
  },
  validate: {
    tag: 'Drafts',
    summary: 'Ask whether a campaign is fit to be published',
    text: 'Changes nothing. A campaign that is not fit is a success too, with valid: false.',
    examples: { nothing: {} },
    success: 200,
    failures: [],
  },
  status: {
    tag: 'Live campaigns',
    summary: 'Stop, pause or resume',
    text: 'STOP is for ONE_TIME, PAUSE and RESUME for PERIODIC and EVENT_TRIGGERED. The new status is not in the answer.',
    examples: { pause: { action: 'PAUSE' } },
    success: 200,
    failures: [422],
  },
  search: {
    tag: 'Reading',
    summary: 'Search campaigns',
    text: 'Whole campaigns, 15 a page at most. Each page, and each repeat that is to see anew, needs a key of its own.',
    examples: { drafts: { limit: 15, page: 1, campaign_fields: { status: ['DRAFT'], name: 'welcome' } } },
    success: 200,
    failures: [],
  },
  meta: {
    tag: 'Reading',
    summary: 'Get metadata',
    text: 'Campaigns in a few words each, with an estimate of how many users they reach.',
    examples: { scheduled: { limit: 15, page: 1, campaign_fields: { status: ['SCHEDULED'] } } },
    success: 200,
    failures: [],
  },
  test: {
    tag: 'Trying',
    summary: 'Send a test',
    text: 'To ten recipients at most, of a draft or of content that is sent along, not of both. A send that failed is told in a 200. Nothing leaves the local service: messages go to its outbox.',
    examples: { content: TEST_OF_CONTENT, draft: TEST_OF_DRAFT },
    success: 200,
    // The draft may be unknown, or not far enough yet.
    failures: [404, 422],
  },
  preview: {
    tag: 'Trying',
    summary: 'See content as one user would',
    text: 'Sends nothing and saves nothing. An unknown user is a 400.',
    examples: { push: PREVIEW },
    success: 200,
    failures: [],
  },
  publish: {
    tag: 'Earlier version',
    summary: 'Publish a draft',
    text: 'SCHEDULED where the start lies ahead, else ACTIVE. What validate finds is a 422 here.',
    examples: { publish: PUBLICATION },
    success: 204,
    failures: [422],
  },
  executions: {
    tag: 'Earlier version',
    summary: 'List the sends of a periodic campaign',
    text: 'Each send is a campaign of its own.',
    examples: { first: { page: 1, limit: 15 } },
    success: 200,
    failures: [],
  },
  'control-group': {
    tag: 'Earlier version',
    summary: 'Change the global control group',
    text: 'Takes the address of a list of users. The local service notes it and fetches nothing.',
    examples: { add: CONTROL_GROUP },
    success: 204,
    failures: [],
  },
};
