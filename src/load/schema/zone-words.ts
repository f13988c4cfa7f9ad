import { nearest } from '../../model/nearest.ts';

/** What to write in place of a text that is no time zone. Only a zone of the same place is proposed. */
export function zoneHint(zone: string): string {
  const city = (name: string) => name.split('/').at(-1)?.toLowerCase().replaceAll(' ', '_');
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  const zones = Intl.supportedValuesOf('timeZone');
  const same =
    zones.find((one) => city(one) === city(zone) || letters(one) === letters(zone)) ??
    nearest(zone, zones, 1);
  if (same !== undefined) return `did you mean ${same}?`;
  return /^(?:GMT|UTC)?[+-]?\d/i.test(zone)
    ? 'write a city with that time, such as Europe/Berlin: an offset has no daylight saving time'
    : 'write the name of a large city in the same time zone, such as Europe/Berlin, or UTC';
}
