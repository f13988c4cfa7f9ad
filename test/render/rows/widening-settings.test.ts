import { expect, it } from 'vitest';
import schema from '../../../schemas/components.schema.json' with { type: 'json' };
import type { Components } from '../../../src/model/campaign.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/model/json.ts';
import { planHtml } from '../../../src/render/html/plan-html.tsx';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/report-texts.ts';
import { desired, digest, live, managing, planFor } from '../../support/builders.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';

// Every setting that the schema marks as widening the reach or the times of a campaign is in the text that is reviewed.

/** Where a definition of the schema stands in a campaign. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  push_basic_details: ['basic_details'],
  email_basic_details: ['basic_details'],
  platform_specific_details: ['basic_details', 'platform_specific_details'],
  connector: ['connector'],
  segmentation_details: ['segmentation_details'],
  user_timezone_details: ['scheduling_details', 'user_timezone_details'],
  push_delivery_controls: ['delivery_controls'],
  email_delivery_controls: ['delivery_controls'],
  control_group_details: ['control_group_details'],
  utm_params: ['utm_params'],
};

/** What a setting has no effect without. */
const BESIDE: Readonly<Record<string, JsonObject>> = {
  send_campaign_to_opt_out_users: { is_all_user_campaign: true },
  campaign_control_group_percentage: { is_campaign_control_group_enabled: true },
};

/** Settings that are part of a sentence have other words than their names. */
const SAID_AS: Readonly<Record<string, string>> = { is_all_user_campaign: 'all users' };

function widening(value: JsonValue, path: readonly string[]): (readonly string[])[] {
  if (!isJsonObject(value)) return [];
  if (value['x-widens'] === true) return [path];
  const { properties } = value;
  return isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, one]) => widening(one, [...path, name]))
    : [];
}

const definitions: Readonly<Record<string, JsonValue>> = schema.$defs;
const all = Object.entries(ROOTS).flatMap(([name, path]) => widening(definitions[name] ?? null, path));

/** A new campaign with this value, or an edit of one that had another. */
function rendered(path: readonly string[], value: JsonValue, was?: JsonValue): readonly string[] {
  const shown = was === undefined ? [] : [live({ components: componentsWith(path, was) })];
  const plan = planFor(managing([desired({ components: componentsWith(path, value) })], shown));
  const options = { subject: 'Merging this', addressOf: () => 'x', footnotes: [], digest };
  const text = planText(plan, { paint: PLAIN, columns: 80 });
  return [text, planMarkdown(plan, options), planHtml(plan, options)];
}

function componentsWith(path: readonly string[], value: JsonValue): Components {
  const beside = BESIDE[path.at(-1) ?? ''] ?? {};
  const [component = '', ...steps] = path;
  const nest = (inner: JsonValue, step: string, at: number) => ({
    ...{ ...(at === steps.length - 1 && beside), [step]: inner },
  });
  return { [component]: steps.reduceRight(nest, value) };
}

it('finds every marked setting', () => {
  expect(all).toHaveLength(JSON.stringify(schema).split('"x-widens":true').length - 1);
});

it.each([...new Set(all.map((path) => path.join('.')))])('%s is shown in every medium', (name) => {
  const path = name.split('.');
  const isText = rendered(path, 'a-VALUE').every((text) => text.includes('a-VALUE'));
  const [yes, no] = [rendered(path, true), rendered(path, false)];
  for (const [at, text] of yes.entries()) expect(isText || text !== no[at], text).toBe(true);
  const field = path.at(-1) ?? '';
  for (const text of rendered(path, true, false)) expect(text).toContain(SAID_AS[field] ?? field);
});
