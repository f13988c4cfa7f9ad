import { InvalidArgumentError } from 'commander';
import { durationMs } from '../../app/duration.ts';
import { CHANNELS, type Channel } from '../../model/campaign.ts';

/** `10m` in milliseconds. */
export function duration(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined) throw new InvalidArgumentError('write 90s, 10m or 2h.');
  return ms;
}

/** A port to listen on; 0 takes a free one. */
export function port(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new InvalidArgumentError('a port is 0 to 65535.');
  return number;
}

/** The parts between commas, without blanks. */
export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
}

export const CHANNELS_HINT = 'Write email, push or email,push.';

/** `email,push` as channels. */
export function channels(text: string): Channel[] {
  const known = channelsIn(text);
  if (!known) throw new InvalidArgumentError(CHANNELS_HINT);
  return known;
}

/** The same; undefined where a name is no channel that can be written, or there is none. */
export function channelsIn(text: string): Channel[] | undefined {
  const names = text.split(/[\s,]+/).filter(Boolean);
  const known = CHANNELS.filter((one) => names.some((name) => name.toUpperCase() === one));
  const isAll = names.every((name) => known.some((one) => one === name.toUpperCase()));
  return isAll && known.length > 0 ? known : undefined;
}
