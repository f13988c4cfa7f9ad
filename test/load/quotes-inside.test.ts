import { expect, it } from 'vitest';
import { load, told, unmark } from '../support/load/marked.ts';

const HEAD = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A push }\n';

it.each([
  [`${HEAD}utm_params:\n  utm_source: 'It'»s here'\n`, 'in double quotes'],
  [`${HEAD}utm_params:\n  utm_source: 'It'»s here\n  utm_medium: b\n`, 'in double quotes'],
  [`${HEAD}utm_params:\n  utm_source: "a "»b" c"\n  utm_medium: b\n`, 'for each quote inside'],
])('%j: the hint says how to write a quote inside a quoted text', (marked, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(told)).toEqual([`${places.join()} E_YAML_SYNTAX`]);
  expect(diagnostics[0]?.hint).toContain(hint);
});
