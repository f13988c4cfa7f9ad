import { memberOf, type JsonValue, type Path } from '../../model/json.ts';
import { CONTENT_KEYS } from '../../model/channel.ts';
import { show } from '../../model/show.ts';
import { onKey, type Problem } from '../problem.ts';

/** Why a value can't stand where it stands, by the name of its place, and what to do. */
const REASONS: Readonly<Record<string, readonly [why: string, todo: string]>> = {
  value: ['the operator exists takes no value', 'remove value'],
  html_content: ["html_content can't stand beside custom_template_id", 'keep one of the two'],
  ...Object.fromEntries(
    CONTENT_KEYS.map((key) => [
      key,
      [
        `content.${key} can't stand alone once there are locales or variations`,
        `write content.default.variation_1.${key}, and so on for each`,
      ] as const,
    ]),
  ),
  locales: ['default is always there', 'list the other locales only'],
  queuing_enabled: [
    "campaigns triggered by a device or a place can't queue messages",
    'remove queuing_enabled and queue_duration',
  ],
  queue_duration: [
    "campaigns triggered by a device or a place can't queue messages",
    'remove queue_duration',
  ],
  metric: ["a limit that is switched off can't have a metric", 'remove it'],
  frequency: ["a limit that is switched off can't have a frequency", 'remove it'],
  limit: ["a limit that is switched off can't have a limit", 'remove it'],
};

/** A field that can't stand where it stands: it is the key that is wrong. */
export function outOfPlace(path: Path, field: string, seen: JsonValue | undefined): Problem {
  const known = memberOf(REASONS, field);
  const [why, todo] = known ?? [`${show(seen)} can't stand here`, 'remove it'];
  return onKey(path, 'E_NOT_ALLOWED', why, todo);
}
