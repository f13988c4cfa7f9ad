import type { CreationSchedule } from '../model/plan.ts';
import { instant } from './text-layout.ts';

const SPANS: Readonly<Record<number, string>> = {
  60_000: 'this minute',
  3_600_000: 'this hour',
  86_400_000: 'today',
};

/** How many creations go at once, by when the others can, which are put off, and what the quota has left. */
export function creationWords({ creations, now, deferred, completeAt, left }: CreationSchedule): string {
  if (creations === 0) return '';
  const until = completeAt === null ? '' : ` by ${instant(completeAt)}`;
  const later = creations - now - deferred;
  const parts = [
    `${now} now`,
    ...(later > 0 ? [`${later} more${deferred === 0 ? until : ' while it waits'}`] : []),
    ...(deferred > 0 ? [`${deferred} put off (over --max-wait), possible${until}`] : []),
  ];
  const room = left.flatMap(({ count, spanMs }) => (SPANS[spanMs] ? [{ count, span: SPANS[spanMs] }] : []));
  const words = room.map(({ count, span }, at) => `${count} ${at === 0 ? 'left ' : ''}${span}`);
  const rest = words.length === 0 || now < creations ? '' : `; then ${words.join(', ')}`;
  return `Creations: ${parts.join(', ')}${rest}.`;
}
