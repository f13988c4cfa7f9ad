/** A requirement of the service in our words, or the reason why no case of this suite can test it. */
type Entry = string | { readonly about: string; readonly untested: string };

/** Every section of the specification and every open point, by the name that cases cite. */
export const CHAPTERS = {
  'What the service does': {
    'Service 1': 'campaigns are created as drafts, completed, validated, managed and found',
    'Service 2': 'the order of a campaign’s life',
    'Service 3': 'which channels each operation knows',
    'Service 4': 'which delivery types each channel knows',
    'Service 5': 'SMS can be read and previewed, but not written',
    'Service 6': 'what only the earlier version offers: publishing, children, the global control group',
    'Service 7': 'personalized content',
  },
  'Resources and their fields': {
    'Campaign record': 'fields of a record',
    'Create request body': 'fields of a creation',
    'Push basic_details': 'name, platforms and what the delivery type requires',
    'Email basic_details': 'content type, identifier, category',
    Connector: 'who delivers an email',
    'Push campaign_content': 'templates, locales and variations',
    'Content shape 1': 'flat content',
    'Content shape 2': 'content by locale and variation',
    'Email campaign_content': 'html or a custom template',
    trigger_condition: 'events, delays, anchors',
    Filters: 'groups, kinds of filters and their operators',
    segmentation_details: 'who gets it',
    scheduling_details: 'when it is sent',
    'Push delivery_controls': 'caps, offline messages, queuing',
    'Email delivery_controls': 'caps',
    conversion_goal_details: 'what counts as success',
    control_group_details: 'who is excluded',
    utm_params: 'link parameters',
    campaign_audience_limit: 'the maximum number of messages',
    advanced: 'expiry and priority',
    Geofences: 'places',
  },
  'Cross-cutting validation rules': {
    'Cross-cutting rule 1': 'what each delivery type requires',
    'Cross-cutting rule 2': 'delays',
    'Cross-cutting rule 3': 'upper and lower case',
    'Cross-cutting rule 4': 'periodic schedules',
    'Cross-cutting rule 5': 'best time and user timezone',
    'Cross-cutting rule 6': 'do not disturb on event-triggered push',
    'Cross-cutting rule 7': 'queue duration',
  },
  'States and transitions': {
    'States: creation': 'a new campaign is a draft',
    'States: STOP': 'from which statuses, for which delivery types',
    'States: PAUSE': 'from which statuses, for which delivery types',
    'States: RESUME': 'from which statuses, for which delivery types',
    'States rule 1': 'the status after an action (W10)',
    'States rule 2': 'what is refused',
    'States rule 3': 'how a draft goes live (W19)',
    'States rule 4': 'edits are restricted by status',
    'Edits in DRAFT': 'everything',
    'Edits in SCHEDULED': 'everything but the scheduling type',
    'Edits in ACTIVE': 'content and platforms, not the audience or the start',
    'Edits in STOPPED and ARCHIVED': 'nothing',
  },
  Endpoints: {
    'Common request headers': 'workspace, request ID, idempotency key',
    'Create Campaign Draft': 'POST v5/campaigns',
    'Update Campaign': 'PATCH v5/campaigns/{campaign_id}',
    'Get Campaign': 'GET v5/campaigns/{campaign_id}',
    'Validate Campaign': 'POST v5/campaigns/{campaign_id}/validate',
    'Update Campaign Status': 'stop, pause, resume',
    'Search Campaigns': 'filters, omissions, pages',
    'Get Campaign Meta': 'the short form, reachability',
    'Test Campaign': 'inline and draft mode',
    'Personalized Preview': 'content for one user',
  },
  Authentication: {
    'Authentication 1': 'the workspace header',
    'Authentication 2': 'basic authentication',
    'Authentication 3': 'the scope for updates',
    'Authentication 4': 'the answer to a missing or wrong credential',
  },
  Events: {
    Events: {
      about: 'what the service emits',
      untested: 'The specification shows no event that the service emits.',
    },
  },
  Errors: {
    'Error envelope': 'the shape of every failure',
    'Error codes': 'the closed list of codes, with the open points’ additions',
    'Errors 400': 'validation',
    'Errors 401': 'credentials',
    'Errors 422': 'not possible now',
    'Errors 429': 'too many',
    'Errors 500': 'the service’s own failure',
  },
  Limits: {
    'Limits: create requests': 'calls per second, minute and hour',
    'Limits: creations': 'successes per minute, hour and day',
    'Limits: windows': 'rolling',
    'Limits: enforcement': 'the stricter limit wins, a breach rejects',
    'Limits: request_id reuse': 'an hour for push, a day for email',
    'Limits: test recipients': 'ten',
    'Limits: search page': 'fifteen rows',
    'Limits: custom utm keys': 'five',
    'Limits: queue_duration': 'hours',
    'Limits: queue capacity': {
      about: 'the maximum number of queued messages',
      untested: 'Filling a queue takes millions of messages, and no operation shows how full it is.',
    },
    'Limits: control group': 'percent',
    'Limits: audience limit': 'messages',
    'Limits: content propagation': {
      about: 'how late an edit takes effect in messages',
      untested: 'It concerns the content of messages to customers, which no operation shows.',
    },
    'Limits: reachability cache': 'a day',
  },
  Versioning: {
    'Versioning 1': 'the path prefix',
    'Versioning 2': 'versions of a live campaign',
    'Versioning 3': 'what is unchanged from the earlier version',
  },
  'Open points: wire': {
    W1: 'the envelope of a success',
    W2: 'the envelope of a failure',
    W3: 'what get returns',
    W4: 'an unknown campaign',
    W5: 'the read view of a schedule',
    W6: 'what an update returns',
    W7a: 'what an update must not change',
    W7: 'components are replaced completely, or merged',
    W8: 'answers to a lock, a missing scope, an unknown campaign',
    W9: 'status actions on the wire',
    W10: 'the status after an action',
    W11: 'what validate returns',
    W12: 'search on the wire',
    W13: 'what search rows show',
    W14: 'search requires a key',
    W15: 'meta on the wire',
    W16: 'test on the wire',
    W17: 'preview on the wire',
    W18: 'template expressions',
    W19: 'publishing in the earlier version',
    W20: 'child campaigns in the earlier version',
    W21: 'the parts of the credential',
    W22: 'the request ID',
    W23: 'the idempotency key',
    W24: 'a reused request ID',
    W25: 'limits of the other operations',
    W26: 'what a 429 says and costs',
    W27: 'short windows roll too',
    W28: {
      about: 'the prefix of header names',
      untested: 'It is a setting of the client; a single service has a fixed prefix.',
    },
    W29: "requests that can't be read",
    W30: 'the global control group in the earlier version',
    W31: {
      about: 'how late an answered write is visible',
      untested:
        'A write may be visible immediately or late, so any delay is valid; the quirks read-lag and search-lag have tests of their own.',
    },
    W32: {
      about: 'values that are returned in another spelling',
      untested:
        'A service may respell values or not; the quirks respell, late-default and moving-value have tests of their own.',
    },
  },
  'Open points: states and locks': {
    S1: 'the scheduling type',
    S2: 'locks in ACTIVE, and an omitted start',
    S3: 'locks in PAUSED',
    S4: 'locks in SENDING and SENT',
    S5: 'locks in STOPPED and ARCHIVED',
    S6: 'channel and delivery type never change',
    S7: 'with versioning, a patch of a live campaign creates a new document',
    S8: 'without versioning there is one identifier',
    S9: 'children of a periodic campaign',
    S10: 'read-only campaigns',
    S11: 'a one-time campaign over time',
    S12: 'statuses other than the eight',
  },
  'Open points: creation and validation': {
    V1: 'what creation checks',
    V2: 'what publishing checks',
    V3: 'template types',
    V4: 'the two spellings of interruption_level',
    V5: 'numbers that are sent as text',
    V6: 'unknown fields inside a component',
    V7: 'flat content stays flat',
    V8: 'shares of variations',
    V9: 'every variation in every locale',
    V10: 'audience limits per send',
    V11: 'the case of operators and data types',
    V12: 'one geofence, not a list',
    V13: 'filters on event attributes',
    V14: 'when a timezone is needed',
    V15: 'a start in the past',
    V16: 'fields without effect',
    V17: {
      about: 'times that do not exist, unbalanced braces',
      untested: 'These are warnings about campaign files; the service never sees the file.',
    },
    V18: {
      about: 'record fields in a campaign file',
      untested: 'These are warnings about campaign files; the client does not send such fields.',
    },
    V19: 'times with and without an offset',
    V20: 'unknown fields of a request',
    V21: 'a name is required only for publishing',
    V22: 'both fields of a connector',
    V23: 'the audience limit of a one-time campaign',
    V24: {
      about: 'what live campaigns may have although the rules for files refuse it',
      untested: 'These are warnings about campaign files; the service never sees the file.',
    },
    V25: {
      about: 'preferred spellings',
      untested: 'These are rewritten in campaign files; the service accepts both spellings.',
    },
  },
  'Control interface': {
    'Control: clock': 'reading and moving the clock',
    'Control: faults': 'requested failures',
    'Control: campaigns': 'records as given, manual edits',
    'Control: log': 'the requests',
    'Control: outbox': 'the sent messages',
    'Control: users': 'the known users',
    'Control: quirks': 'ways in which a real service may differ',
    'Control: reset': 'a clean start',
  },
} as const satisfies Record<string, Record<string, Entry>>;

type Chapters = typeof CHAPTERS;

/** The name of a section or open point. */
export type Reference = { [Chapter in keyof Chapters]: keyof Chapters[Chapter] }[keyof Chapters];

/** A section or open point with its position. `untested` is the reason why it has no case. */
export interface Section {
  readonly chapter: string;
  readonly name: string;
  readonly about: string;
  readonly untested: string | null;
}

/** All sections and open points, in the order of the specification. */
export function sections(): readonly Section[] {
  return Object.entries<Record<string, Entry>>(CHAPTERS).flatMap(([chapter, entries]) =>
    Object.entries(entries).map(([name, entry]) =>
      typeof entry === 'string'
        ? { chapter, name, about: entry, untested: null }
        : { chapter, name, ...entry },
    ),
  );
}
