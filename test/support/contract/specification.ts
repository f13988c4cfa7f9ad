/**
 * The sections of the specification and the open points that have cases, by name. No case can test these:
 *
 * - Events: the specification shows no event that the service emits.
 * - Limits: queue capacity: filling a queue takes millions of messages, and no operation shows how full it is.
 * - Limits: content propagation: no operation shows the content of messages to customers.
 * - W28: the prefix of header names is a setting of the client; a single service has a fixed prefix.
 * - W31, W32: a service may show writes late, and respell values, or not; the quirks have tests of their own.
 * - V17, V18, V24, V25: these are warnings about campaign files, or rewrite them; the service never sees the files.
 */
export const SECTIONS = [
  // What the service does
  ...['Service 1', 'Service 2', 'Service 3', 'Service 4', 'Service 5', 'Service 6', 'Service 7'],
  // Resources and their fields
  ...['Campaign record', 'Create request body', 'Push basic_details', 'Email basic_details', 'Connector'],
  ...['Push campaign_content', 'Content shape 1', 'Content shape 2', 'Email campaign_content'],
  ...['trigger_condition', 'Filters', 'segmentation_details', 'scheduling_details'],
  ...['Push delivery_controls', 'Email delivery_controls', 'conversion_goal_details'],
  ...['control_group_details', 'utm_params', 'campaign_audience_limit', 'advanced', 'Geofences'],
  // Cross-cutting validation rules
  ...['Cross-cutting rule 1', 'Cross-cutting rule 2', 'Cross-cutting rule 3', 'Cross-cutting rule 4'],
  ...['Cross-cutting rule 5', 'Cross-cutting rule 6', 'Cross-cutting rule 7'],
  // States and transitions
  ...['States: creation', 'States: STOP', 'States: PAUSE', 'States: RESUME', 'States rule 1'],
  ...['States rule 2', 'States rule 3', 'States rule 4', 'Edits in DRAFT', 'Edits in SCHEDULED'],
  ...['Edits in ACTIVE', 'Edits in STOPPED and ARCHIVED'],
  // Endpoints
  ...['Common request headers', 'Create Campaign Draft', 'Update Campaign', 'Get Campaign'],
  ...['Validate Campaign', 'Update Campaign Status', 'Search Campaigns', 'Get Campaign Meta'],
  ...['Test Campaign', 'Personalized Preview'],
  // Authentication
  ...['Authentication 1', 'Authentication 2', 'Authentication 3', 'Authentication 4'],
  // Errors
  ...['Error envelope', 'Error codes', 'Errors 400', 'Errors 401', 'Errors 422', 'Errors 429'],
  'Errors 500',
  // Limits
  ...['Limits: create requests', 'Limits: creations', 'Limits: windows', 'Limits: enforcement'],
  ...['Limits: request_id reuse', 'Limits: test recipients', 'Limits: search page'],
  ...['Limits: custom utm keys', 'Limits: queue_duration', 'Limits: control group'],
  ...['Limits: audience limit', 'Limits: reachability cache'],
  // Versioning
  ...['Versioning 1', 'Versioning 2', 'Versioning 3'],
  // Open points: wire
  ...['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7a', 'W7', 'W8', 'W9', 'W10', 'W11', 'W12', 'W13', 'W14'],
  ...['W15', 'W16', 'W17', 'W18', 'W19', 'W20', 'W21', 'W22', 'W23', 'W24', 'W25', 'W26', 'W27', 'W29'],
  'W30',
  // Open points: states and locks
  ...['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S9', 'S10', 'S11', 'S12', 'S13'],
  // Open points: creation and validation
  ...['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7', 'V8', 'V9', 'V10', 'V11', 'V12', 'V13', 'V14', 'V15'],
  ...['V16', 'V19', 'V20', 'V21', 'V22', 'V23', 'V26'],
  // Control interface
  ...['Control: clock', 'Control: faults', 'Control: campaigns', 'Control: log', 'Control: outbox'],
  ...['Control: users', 'Control: quirks', 'Control: reset'],
] as const;

/** The name of a section or open point. */
export type Reference = (typeof SECTIONS)[number];
