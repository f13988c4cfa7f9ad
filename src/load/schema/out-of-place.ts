import { memberOf, type JsonValue, type Path } from '../../model/json.ts';
import { CONTENT_KEYS } from '../../model/channel.ts';
import { clip, show } from '../../model/show.ts';
import { onKey, type Problem } from '../problem.ts';

/** Why a value isn't allowed in its place, by the name of the place, and what to do. */
const REASONS: Readonly<Record<string, readonly [why: string, todo: string]>> = {
  value: ['the operator exists takes no value', 'remove value'],
  html_content: ["html_content and custom_template_id can't be used together", 'keep one of the two'],
  ...Object.fromEntries(
    CONTENT_KEYS.map((key) => [
      key,
      [
        `content can't be flat (${key}) if there are locales or variations`,
        `write content.default.variation_1.${key}, and so on for each locale and variation`,
      ] as const,
    ]),
  ),
  locales: ['default is implied', 'list only the other locales'],
  queuing_enabled: [
    "device-triggered and location-triggered campaigns can't queue messages",
    'remove queuing_enabled and queue_duration',
  ],
  queue_duration: [
    "device-triggered and location-triggered campaigns can't queue messages",
    'remove queue_duration',
  ],
  metric: ['metric is not allowed while the audience limit is turned off', 'remove it'],
  frequency: ['frequency is not allowed while the audience limit is turned off', 'remove it'],
  limit: ['limit is not allowed while the audience limit is turned off', 'remove it'],
};

/** A field that isn't allowed in its place: the key is wrong, not the value. */
export function outOfPlace(path: Path, field: string, seen: JsonValue | undefined): Problem {
  const known = memberOf(REASONS, field);
  const [why, todo] = known ?? [`${show(seen)} is not allowed here`, 'remove it'];
  return onKey(path, 'E_NOT_ALLOWED', why, todo);
}

/** Our own names that people put into a component by mistake. */
export const OF_FILES = ['status', 'workspaces', 'overrides'];

/** A name of the file itself that is indented, so that it is inside a component. */
export function outOfComponent(path: Path): Problem {
  const parent = path.findLast((step, index) => index < path.length - 1 && typeof step === 'string');
  const message = `${String(path.at(-1))} is inside ${clip(String(parent))}, where it does nothing`;
  return onKey(path, 'E_UNKNOWN_KEY', message, 'move it to the left margin of the file');
}
