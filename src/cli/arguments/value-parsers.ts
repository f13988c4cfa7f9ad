import { InvalidArgumentError } from 'commander';
import { durationMs } from '../../app/duration.ts';

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
