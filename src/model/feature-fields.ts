/**
 * Specification, Push delivery_controls and campaign_audience_limit: parts of a campaign that work only if a workspace
 * has the feature.
 */
export const FEATURE_FIELDS: readonly { readonly path: readonly string[]; readonly feature: string }[] = [
  { path: ['delivery_controls', 'queuing_enabled'], feature: 'queuing' },
  { path: ['delivery_controls', 'queue_duration'], feature: 'queuing' },
  { path: ['campaign_audience_limit'], feature: 'audience_limit' },
];
