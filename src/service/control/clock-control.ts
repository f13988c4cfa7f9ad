import { invalid, plain } from '../exchange/envelope.ts';
import type { JsonObject } from '../json.ts';
import type { Service } from '../service.ts';
import { settle } from '../settle.ts';
import { refused, value, type Result } from './control-result.ts';

/** The instants that fit the notation of record fields, with their four digits for the year. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0), Date.UTC(9999, 0)];

export function showClock(service: Service): Result {
  return value({ now: new Date(service.clock.now()).toISOString() });
}

/** Moves the clock, forth or back; what has happened by then happens now. */
export function moveClock(service: Service, body: JsonObject): Result {
  const { clock, store } = service;
  if (clock.kind === 'real') {
    return refused(plain(409, 'BAD_REQUEST', 'only a manual clock can be moved: start with --clock manual'));
  }
  const instant = instantIn(body, clock.now());
  if (!(instant >= EARLIEST && instant < LATEST)) {
    const wanted = 'give advance_ms, a number of milliseconds, or now, an ISO instant with its offset';
    return refused(invalid('', wanted));
  }
  clock.moveTo(Math.round(instant));
  store.atomically(() => {
    store.remember('clock', clock.now());
    settle(service, clock.now());
  });
  return showClock(service);
}

function instantIn({ advance_ms: advance, now }: JsonObject, before: number): number {
  if (typeof advance === 'number') return before + advance;
  return typeof now === 'string' && /(Z|[+-]\d{2}:\d{2})$/.test(now) ? Date.parse(now) : NaN;
}
