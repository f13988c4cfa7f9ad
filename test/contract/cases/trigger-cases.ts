import { BARE_PUSH, drop, email, onEvent, push, put, type Body } from '../../support/contract/bodies.ts';
import { group } from '../../support/contract/contract.ts';
import {
  accepted,
  acceptedValues,
  refused,
  refusedGaps,
  refusedValues,
} from '../../support/contract/verdicts.ts';

const DELAY = {
  ...{ included_filters: onEvent('Order placed'), trigger_delay_type: 'DELAY', trigger_delay_value: 2 },
  ...{ trigger_delay_granularity: 'HOURS', trigger_relation: 'AFTER', trigger_attr: 'If Action' },
};
const INTELLIGENT = {
  ...{ included_filters: onEvent('Order placed'), trigger_delay_type: 'INTELLIGENT_DELAY' },
  intelligent_delay_optimization: {
    ...{
      min_delay_value: 10,
      min_delay_granularity: 'MINUTES',
      max_delay_value: 2,
      max_delay_granularity: 'HOURS',
    },
  },
};
const T = 'trigger_condition';
const OPTIMIZATION = `${T}.intelligent_delay_optimization`;
const DELAYED = triggered(DELAY);
const DELAYED_MAIL = email('EVENT_TRIGGERED', { [T]: DELAY });
const BEFORE = put(put(DELAYED, `${T}.trigger_relation`, 'BEFORE'), `${T}.trigger_attr`, {
  name: 'departure',
});

export const triggerCases = group('trigger_condition', [
  accepted(['Cross-cutting rule 2', T], 'a delay', DELAYED),
  accepted(['Cross-cutting rule 2', T], 'a delay of an email', DELAYED_MAIL),
  accepted(['Cross-cutting rule 2', T], 'a delay before a time of the event', BEFORE),
  accepted(['Cross-cutting rule 2', T], 'an intelligent delay', triggered(INTELLIGENT)),
  ...[DELAYED, DELAYED_MAIL].flatMap((whole) =>
    refusedGaps({ references: ['Cross-cutting rule 2', T], whole }, [
      `${T}.trigger_delay_value`,
      `${T}.trigger_delay_granularity`,
      `${T}.trigger_relation`,
    ]).map((one) => ({ ...one, title: `${one.title} (${String(whole.channel)})` })),
  ),
  ...acceptedValues({ references: [T], whole: DELAYED }, [
    [`${T}.trigger_delay_value`, 0],
    [`${T}.trigger_delay_granularity`, 'MINUTES'],
    [`${T}.trigger_delay_granularity`, 'DAYS'],
    [`${T}.trigger_delay_type`, 'ASAP'],
  ]),
  ...refusedValues({ references: [T], whole: DELAYED }, [
    [`${T}.trigger_delay_type`, 'LATER'],
    [`${T}.trigger_delay_type`, 'delay'],
    [`${T}.trigger_delay_value`, -1],
    [`${T}.trigger_delay_value`, 1.5],
    [`${T}.trigger_delay_value`, '2'],
    [`${T}.trigger_delay_granularity`, 'WEEKS'],
    [`${T}.trigger_relation`, 'DURING'],
  ]),
  ...refusedGaps({ references: ['Cross-cutting rule 2', T], whole: BEFORE }, [
    `${T}.trigger_attr.name`,
    `${T}.trigger_attr`,
  ]),
  ...refusedValues({ references: ['Cross-cutting rule 2', T], whole: BEFORE }, [
    [`${T}.trigger_attr`, 'If Action'],
  ]),
  refused(['Cross-cutting rule 2', T], 'an intelligent delay of an email', {
    body: email('EVENT_TRIGGERED', { [T]: INTELLIGENT }),
    at: `${T}.trigger_delay_type`,
  }),
  ...refusedGaps({ references: ['Cross-cutting rule 2', T], whole: triggered(INTELLIGENT) }, [OPTIMIZATION]),
  ...acceptedValues({ references: [T], whole: triggered(INTELLIGENT) }, [
    [`${OPTIMIZATION}.min_delay_granularity`, 'HOURS'],
    [`${OPTIMIZATION}.max_delay_granularity`, 'DAYS'],
  ]),
  ...refusedValues({ references: [T], whole: triggered(INTELLIGENT) }, [
    [`${OPTIMIZATION}.min_delay_granularity`, 'DAYS'],
    [`${OPTIMIZATION}.max_delay_granularity`, 'MINUTES'],
    [`${OPTIMIZATION}.min_delay_value`, '10'],
    [`${OPTIMIZATION}.max_delay_value`, 2.5],
  ]),
  accepted([T], 'a second condition', put(DELAYED, `${T}.secondary_included_filters`, onEvent('Order paid'))),
  ...refusedValues(
    {
      references: [T, 'Cross-cutting rule 3'],
      whole: put(DELAYED, `${T}.secondary_included_filters`, onEvent('Order paid')),
    },
    [
      [`${T}.included_filters.filter_operator`, 'AND'],
      [`${T}.secondary_included_filters.filter_operator`, 'OR'],
    ],
  ),
  refused(['V16', 'Cross-cutting rule 2'], 'a wrong trigger_condition even where nothing is triggered', {
    body: { ...BARE_PUSH, [T]: drop(DELAY, 'trigger_delay_value') },
    at: `${T}.trigger_delay_value`,
  }),
]);

function triggered(condition: Body): Body {
  return push('EVENT_TRIGGERED', { [T]: condition });
}
