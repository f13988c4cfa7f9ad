import fc from 'fast-check';
import {
  DESIRED_STATUSES,
  STATUSES,
  type Components,
  type Desired,
  type Live,
} from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { Binding } from '../../src/model/state.ts';
import { bindingOf, desired, live, stateOf, type World } from './builders.ts';

// Worlds of a few campaigns whose components have a few variants each: small enough for every meeting of
// desired, applied, observed and live to come up, in every status.

const VARIANTS: Readonly<Record<string, readonly JsonObject[]>> = {
  trigger_condition: [
    { included_filters: { filter_operator: 'and', filters: [{ filter_type: 'actions', action_name: 'A' }] } },
    { included_filters: { filter_operator: 'or', filters: [{ filter_type: 'actions', action_name: 'B' }] } },
  ],
  campaign_content: [
    { content: { email: { subject: 'One' } } },
    { content: { default: { variation_1: { email: { subject: 'One' } } } } },
    { content: { email: { subject: 'Two', html_content: 'a\nb\n' } } },
  ],
  segmentation_details: [{ is_all_user_campaign: true }, { is_all_user_campaign: false }],
  scheduling_details: [
    { delivery_type: 'ASAP' },
    { delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-01T09:00:00', timezone: 'Europe/Berlin' },
    { delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-01T09:00', timezone: 'Europe/Berlin' },
    { delivery_type: 'SCHEDULED', schedule_time: '2031-05-01T09:00:00', time_zone: 'Europe/Berlin' },
    {
      delivery_type: 'AT_FIXED_TIME',
      start_time: '2031-06-01T09:00:00',
      timezone: 'UTC',
      expiry_time: '2031-07-01T00:00:00Z',
    },
  ],
  utm_params: [
    { utm_source: 'a', utm_medium: 'b' },
    { utm_source: 'a', utm_medium: 'c' },
    { utm_source: 'a', utm_medium: 'b', utm_term: 'd' },
  ],
};

const components: fc.Arbitrary<Components> = fc.record(
  Object.fromEntries(
    Object.entries(VARIANTS).map(([name, variants]) => [name, fc.constantFrom(...variants)]),
  ),
  { requiredKeys: [] },
);

/** A campaign as file, binding and live one, each of which may be missing, and may agree with the others or not. */
function campaign(name: string) {
  return fc
    .record({
      wanted: components,
      applied: fc.option(components, { nil: undefined }),
      observed: fc.option(components, { nil: undefined }),
      shown: fc.option(components, { nil: undefined }),
      status: fc.constantFrom(...STATUSES),
      observedStatus: fc.constantFrom(...STATUSES),
      desiredStatus: fc.option(fc.constantFrom(...DESIRED_STATUSES), { nil: undefined }),
      appliedStatus: fc.option(fc.constantFrom(...DESIRED_STATUSES), { nil: undefined }),
      type: fc.constantFrom(
        'ONE_TIME' as const,
        'PERIODIC' as const,
        'EVENT_TRIGGERED' as const,
        'BUSINESS_EVENT_TRIGGERED' as const,
      ),
      liveType: fc.constantFrom('same', 'same', 'same', 'other'),
      parts: fc.constantFrom(
        'file',
        'file and live',
        'file and live',
        'file and live',
        'live',
        'file and gone',
      ),
    })
    .map(
      ({
        wanted,
        applied,
        observed,
        shown,
        status,
        observedStatus,
        desiredStatus,
        appliedStatus,
        type,
        liveType,
        parts,
      }) => {
        const sent = applied ?? wanted;
        const answered = observed ?? sent;
        const now = live({
          key: name,
          type: liveType === 'same' ? type : 'DEVICE_TRIGGERED',
          status,
          components: shown ?? answered,
        });
        return {
          desired: parts.includes('file')
            ? [desired({ key: name, type, components: wanted, status: desiredStatus })]
            : [],
          live: parts.includes('live') ? [now] : [],
          bindings:
            parts === 'file'
              ? []
              : [
                  bindingOf(now, {
                    applied: { basic_details: { name: `The ${name}` }, ...sent },
                    observed: { basic_details: { name: `The ${name}` }, ...answered },
                    status: { applied: appliedStatus, observed: observedStatus },
                  }),
                ],
        };
      },
    );
}

export interface Drawn {
  readonly desired: readonly Desired[];
  readonly live: readonly Live[];
  readonly bindings: readonly Binding[];
}

/** Four campaigns, each as it happens to be. */
export const drawn: fc.Arbitrary<Drawn> = fc
  .tuple(...['a', 'b/one', 'b/two', 'c'].map(campaign))
  .map((parts) => ({
    desired: parts.flatMap((part) => part.desired),
    live: parts.flatMap((part) => part.live),
    bindings: parts.flatMap((part) => part.bindings),
  }));

export function worldOf({ desired: wanted, live: shown, bindings }: Drawn): World {
  return { desired: wanted, live: shown, state: stateOf(bindings) };
}
