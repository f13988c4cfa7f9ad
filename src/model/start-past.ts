import type { Desired, Live } from './campaign.ts';
import { held, type Held } from './held.ts';
import type { JsonObject } from './json.ts';
import { written } from './read-view.ts';
import { startInstant, startIsPast } from './schedule.ts';
import { bare } from './show.ts';

// The service publishes nothing whose start is past, and a creation spent on it is gone: a hundred a day are all there
// are. So a plan holds it, and a run looks again right before it sends, since waiting for quota takes its time. Files are
// judged by the same rule (startIsPast), except those of campaigns that are live already.

/** The schedule that will be published: the file's, else the one that live has. */
export function scheduleToPublish(desired: Desired, live: Live | undefined): JsonObject {
  return written(desired.components.scheduling_details ?? live?.components.scheduling_details ?? {});
}

/** When a campaign would be published, in epoch milliseconds, and what there is of it. */
interface Publishing {
  readonly live: Live | undefined;
  readonly at: number;
  /** When quota allows its creation, where that is later. */
  readonly createdAt?: number;
  /** Whether it is yet to be created. */
  readonly isNew: boolean;
}

/** Why a campaign can't be published then; undefined where its start is not past. */
export function heldByStart(desired: Desired, { live, at, createdAt, isNew }: Publishing): Held | undefined {
  const schedule = scheduleToPublish(desired, live);
  if (!startIsPast(desired.deliveryType, schedule, createdAt ?? at)) return undefined;
  const { start_time: start, timezone: zone } = schedule;
  return held('transition-not-possible', {
    ...{ code: 'start-past', start: bare(start), zone: typeof zone === 'string' ? zone : undefined },
    ...{ agoMs: at - startInstant(schedule), isNew },
    ...(createdAt !== undefined && { createdAt: new Date(createdAt).toISOString() }),
  });
}
