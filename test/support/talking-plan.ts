import type { Components } from '../../src/model/campaign.ts';
import type { Plan } from '../../src/model/plan.ts';
import { bindingOf, desired, live, planFor, stateOf } from './builders.ts';

/** A plan in which campaigns contain a text wherever they can: as a name, a value, a long body, a field, in filters. */
export function planSaying(text: string): Plan {
  const filters = (name: string) => ({
    included_filters: {
      filter_operator: 'and',
      filters: [{ filter_type: 'custom_segments', name, id: '1' }],
    },
  });
  const event = {
    included_filters: {
      filter_operator: 'and',
      filters: [{ filter_type: 'actions', action_name: text, executed: true }],
    },
  };
  const spoken: Components = {
    basic_details: { name: text, tags: [text, 'tag'] },
    campaign_content: { content: { email: { subject: text, html_content: `<p>\n${text}\n</p>` } } },
    utm_params: { utm_source: text, [text]: text },
    conversion_goal_details: { goals: [{ [text]: text }] },
  };
  const silent: Components = {
    basic_details: { name: 'plain', tags: ['tag'] },
    campaign_content: { content: { email: { subject: 'plain', html_content: '<p>\nplain\n</p>' } } },
    utm_params: { utm_source: 'plain' },
  };
  const edited = live({ key: 'edited', components: silent });
  const held = live({
    key: 'held',
    type: 'EVENT_TRIGGERED',
    status: 'ACTIVE',
    components: { segmentation_details: filters('plain'), trigger_condition: {} },
  });
  const noted = live({ key: 'noted', components: { utm_params: { utm_source: 'a', [text]: 'b' } } });
  return planFor({
    desired: [
      desired({
        key: 'created',
        type: 'EVENT_TRIGGERED',
        components: { segmentation_details: filters(text), trigger_condition: event },
      }),
      desired({ key: 'edited', components: spoken }),
      desired({
        key: 'held',
        type: 'EVENT_TRIGGERED',
        components: { segmentation_details: filters(text), trigger_condition: event },
      }),
      desired({ key: 'noted', components: { utm_params: { utm_source: 'a' } } }),
    ],
    state: stateOf([bindingOf(edited), bindingOf(held), bindingOf(noted, { applied: {}, observed: {} })]),
    live: [edited, held, noted],
  });
}
