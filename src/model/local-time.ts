import { DAY_MS } from './time.ts';

/**
 * The instant (epoch milliseconds) at which clocks in `zone` show `local` (an ISO date-time without offset); NaN for an
 * impossible date-time or an unknown zone. If clocks show it twice, the earlier instant is used; if a daylight-saving gap
 * skips it, it moves by the length of the gap, to after it.
 */
export function instantOf(local: string, zone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return NaN;
  try {
    const [before, after] = [offsetAt(asUtc - DAY_MS, zone), offsetAt(asUtc + DAY_MS, zone)];
    if (before === after) return asUtc - before;
    const shown = [asUtc - before, asUtc - after].filter(
      (instant) => instant + offsetAt(instant, zone) === asUtc,
    );
    return shown.length > 0 ? Math.min(...shown) : asUtc - before;
  } catch (error) {
    if (error instanceof RangeError) return NaN;
    throw error;
  }
}

/** Whether a name is a zone of the IANA database. An offset such as +02:00 isn't. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return /^[A-Za-z]/.test(zone);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** One name for all names of a time zone: `Etc/UTC` becomes `UTC`, a link its target. An unknown name stays. */
export function canonicalZone(zone: string): string {
  return isZone(zone) ? formatOf(zone).resolvedOptions().timeZone : zone;
}

/** What clocks in `zone` show at an instant, to the minute: `2031-05-04T09:00`. Throws RangeError for an unknown zone. */
export function clockAt(instant: number, zone: string): string {
  return new Date(Math.floor(instant / 1000) * 1000 + offsetAt(instant, zone)).toISOString().slice(0, 16);
}

/** What clocks in the zone show at an instant, with seconds, and a fraction if there is one; `undefined` for an unknown zone. */
export function localAt(instant: number, zone: string): string | undefined {
  if (!isZone(zone)) return undefined;
  return new Date(instant + offsetAt(instant, zone)).toISOString().replace(/\.?0*Z$/, '');
}

/** How far clocks in `zone` are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

/** Creating a format takes longer than using it, so a limited number is cached. */
const FORMATS_KEPT = 50;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size >= FORMATS_KEPT) formats.clear();
  formats.set(zone, format);
  return format;
}
