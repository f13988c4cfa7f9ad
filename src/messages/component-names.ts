import type { ComponentName } from '../model/campaign.ts';
import { stepsOf } from '../model/component-leaves.ts';
import type { Lock } from '../model/held.ts';
import { memberOf } from '../model/json.ts';
import type { LockedPath } from '../model/locks.ts';
import { code, listed, say, type Phrase } from './phrase.ts';

const NAMES: Readonly<Record<ComponentName, string>> = {
  basic_details: 'basic details',
  trigger_condition: 'trigger',
  connector: 'connector',
  campaign_content: 'content',
  segmentation_details: 'audience',
  scheduling_details: 'schedule',
  delivery_controls: 'delivery controls',
  conversion_goal_details: 'conversion goals',
  control_group_details: 'control group',
  utm_params: 'UTM parameters',
  campaign_audience_limit: 'audience limit',
  advanced: 'expiry and priority',
};

const FIELDS: Readonly<Record<LockedPath, string>> = {
  'scheduling_details.delivery_type': 'schedule type',
  'scheduling_details.start_time': 'start time',
};

/** `audience`, `UTM parameters` */
export function componentName(name: ComponentName): string {
  return NAMES[name];
}

/** `the audience (segmentation_details) and the UTM parameters (utm_params)` */
export function componentList(names: readonly ComponentName[]): Phrase {
  return listed(names.map((name) => named(NAMES[name], name)));
}

/** `the start time (scheduling_details.start_time)` */
export function lockList(locks: readonly Lock[]): Phrase {
  return listed(
    locks.map(({ component, field }) => {
      const path = field === undefined ? component : `${component}.${field}`;
      return named(memberOf(FIELDS, path) ?? NAMES[component], path);
    }),
  );
}

function named(name: string, path: string): Phrase {
  return say`the ${name} (${code(path)})`;
}

/** A field with its component: `utm_params.utm_term`. */
export function dottedName(component: ComponentName, path: string): string {
  return [component, ...stepsOf(path)].join('.');
}
