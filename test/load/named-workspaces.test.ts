import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { load, workspace } from '../support/load/marked.ts';
import { withNamedWorkspaces, type OfWorkspace } from '../../src/load/named-workspaces.ts';

const found = (
  workspace: string,
  message: string,
  line = 3,
  more: Partial<Diagnostic> = {},
): OfWorkspace => ({
  workspace,
  diagnostic: {
    ...{ file: 'campaigns/a.yaml', line, column: 5, width: 1 },
    ...{ code: 'E_START_PAST', message, hint: 'write a later time' },
    ...more,
  },
});

it.each<[what: string, given: readonly OfWorkspace[], messages: readonly string[]]>([
  ['the same words stay', [found('local', 'past'), found('staging', 'past')], ['past', 'past']],
  [
    'other words at one place name their workspaces',
    [found('local', 'past, and live'), found('staging', 'past'), found('production', 'past')],
    ['past, and live (in local)', 'past (in staging, production)', 'past (in staging, production)'],
  ],
  ['other places stay', [found('local', 'past'), found('staging', 'late', 4)], ['past', 'late']],
  [
    'what an override makes wrong has its name already',
    [found('local', 'past'), found('staging', 'past (in staging)', 3, { namesWorkspace: true })],
    ['past', 'past (in staging)'],
  ],
])('of one mistake in several workspaces, %s', (_, given, messages) => {
  expect(withNamedWorkspaces(given).map(({ message }) => message)).toEqual(messages);
});

it('a variable that several workspaces lack is reported for each, without their names once more', () => {
  const text = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details:\n  name: { $var: nobody }\n';
  const both = [workspace({ vars: { a: 'b' } }), workspace({ name: 'staging', vars: { a: 'b' } })];
  const { diagnostics } = load({ 'a.yaml': text }, { workspaces: both });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'the workspace local has no variable "nobody"',
    'the workspace staging has no variable "nobody"',
  ]);
});
