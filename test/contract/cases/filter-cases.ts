import { onAttribute, onEvent, push, put, type Body } from '../../support/contract/bodies.ts';
import { contractOn, group } from '../../support/contract/contract.ts';
import {
  accepted,
  acceptedValues,
  expectBlame,
  expectFailure,
  refused,
  refusedGaps,
  refusedValues,
} from '../../support/contract/verdicts.ts';

/** Operators by data type, each with a valid value. Specification, Filters. */
const OPERATORS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bool: { is: true, exists: undefined },
  double: { in: [1, 2], between: [1, 2], lessThan: 1, greaterThan: 1, exists: undefined },
  string: {
    ...{ in: ['a'], contains: 'a', containsInTheFollowing: ['a'], startWithInTheFollowing: ['a'] },
    ...{ endsWithInTheFollowing: ['a'], exists: undefined, is: 'a' },
  },
  datetime: {
    ...{ inTheLast: 3, on: '2030-01-01', between: ['2030-01-01', '2030-01-02'], before: '2030-01-01' },
    ...{ after: '2030-01-01', inTheNext: 3, exists: undefined, today: undefined },
  },
};
const ALL_OPERATORS = [...new Set(Object.values(OPERATORS).flatMap((row) => Object.keys(row)))];

const GROUP = 'segmentation_details.included_filters';
const FILTER = `${GROUP}.filters.0`;
const BY_AGE = { name: 'Age', data_type: 'double', operator: 'lessThan', value: 30 };
const AGED = segment(onAttribute(BY_AGE));
const BOUGHT = segment(onEvent('Order placed'));
const PLACED_IN = put(BOUGHT, `${FILTER}.attributes`, {
  filter_operator: 'and',
  filters: [
    { filter_type: 'user_attributes', name: 'City', data_type: 'string', operator: 'is', value: 'Bonn' },
  ],
});
const portfolio = { needs: { with: ['portfolio'] } } as const;

export const filterCases = group('filters', [
  ...Object.entries(OPERATORS).flatMap(([data_type, operators]) => [
    accepted(
      ['Filters'],
      `every operator of ${data_type}`,
      segment({
        filter_operator: 'or',
        filters: Object.entries(operators).map(([operator, value]) => ({
          ...{ filter_type: 'user_attributes', category: 'Custom', name: 'A', data_type, operator },
          ...(value !== undefined && { value }),
        })),
      }),
    ),
    ...ALL_OPERATORS.filter((operator) => !Object.hasOwn(operators, operator)).map((operator) =>
      refused(['Filters'], `the operator ${operator} on a ${data_type}`, {
        body: segment(onAttribute({ name: 'A', data_type, operator, value: 'a' })),
        at: `${FILTER}.operator`,
      }),
    ),
  ]),
  ...acceptedValues({ references: ['Filters', 'Cross-cutting rule 3'], whole: AGED }, [
    [`${GROUP}.filter_operator`, 'or'],
    [`${FILTER}.case_sensitive`, true],
    [`${FILTER}.negate`, true],
  ]),
  ...refusedValues({ references: ['V11', 'Cross-cutting rule 3', 'Filters'], whole: AGED }, [
    [`${GROUP}.filter_operator`, 'AND'],
    [`${GROUP}.filter_operator`, 'Or'],
    [`${FILTER}.data_type`, 'DOUBLE'],
    [`${FILTER}.data_type`, 'String'],
  ]),
  ...refusedValues({ references: ['Filters'], whole: AGED }, [
    [`${GROUP}.filter_operator`, 'xor'],
    [`${GROUP}.filters`, { 0: 'Age' }],
    [`${FILTER}.filter_type`, 'weather'],
    [`${FILTER}.data_type`, 'number'],
    [`${FILTER}.negate`, 'no'],
    [`${FILTER}.case_sensitive`, 'no'],
  ]),
  ...acceptedValues({ references: ['Filters'], whole: BOUGHT }, [
    [`${FILTER}.execution.type`, 'atmost'],
    [`${FILTER}.execution.type`, 'exactly'],
    [`${FILTER}.executed`, false],
    [`${FILTER}.condition`, 'IF'],
  ]),
  ...refusedValues({ references: ['Filters'], whole: BOUGHT }, [
    [`${FILTER}.execution.type`, 'sometimes'],
    [`${FILTER}.execution.count`, 1.5],
    [`${FILTER}.execution.count`, '1'],
    [`${FILTER}.executed`, 'yes'],
    [`${FILTER}.action_name`, 7],
  ]),
  accepted(
    ['Filters'],
    'a custom segment',
    segment({
      filter_operator: 'and',
      filters: [{ filter_type: 'custom_segments', name: 'VIP', id: 's-1' }],
    }),
  ),
  accepted(['V13'], 'a filter on an event attribute', PLACED_IN),
  ...refusedGaps({ references: ['V13'], whole: PLACED_IN }, [`${FILTER}.attributes.filters.0.filter_type`]),
  ...refusedValues({ references: ['V13', 'Filters'], whole: PLACED_IN }, [
    [`${FILTER}.condition`, 'WHEN'],
    [`${FILTER}.attributes.filters.0.filter_type`, 'event_attributes'],
    [`${FILTER}.attributes.filters.0.filter_type`, 'actions'],
    [`${FILTER}.attributes.filter_operator`, 'AND'],
    [`${FILTER}.attributes.filters.0.data_type`, 'STRING'],
    [`${FILTER}.attributes.filters.0.operator`, 'lessThan'],
  ]),
  ...refusedValues({ references: ['segmentation_details'], whole: AGED }, [
    ['segmentation_details.is_all_user_campaign', 'yes'],
    ['segmentation_details.send_campaign_to_opt_out_users', 1],
    ['segmentation_details.included_filters', []],
  ]),
  accepted(
    ['segmentation_details'],
    'excluded users',
    put(AGED, 'segmentation_details.excluded_filters', onEvent('Complained')),
  ),
  ...refusedValues(
    {
      references: ['segmentation_details', 'V11'],
      whole: put(AGED, 'segmentation_details.excluded_filters', onEvent('Complained')),
    },
    [['segmentation_details.excluded_filters.filter_operator', 'AND']],
  ),

  accepted(
    ['Filters'],
    'a project_name if there are projects',
    put(AGED, `${FILTER}.project_name`, 'Shop'),
    portfolio.needs,
  ),
  contractOn(portfolio.needs)(
    ['Filters', 'Errors 400'],
    'creation requires a project_name if there are projects',
    async ({ client }) => {
      const answer = await client.create(AGED);
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expectBlame(answer, `${FILTER}.project_name`);
    },
  ),
  accepted(
    ['V13'],
    'event attributes without project_name if there are projects',
    PLACED_IN,
    portfolio.needs,
  ),
]);

function segment(included_filters: Body): Body {
  return push('ONE_TIME', { segmentation_details: { included_filters } });
}
