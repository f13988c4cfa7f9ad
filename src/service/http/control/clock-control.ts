import { invalid, plain, Refusal } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Service } from '../service.ts';
import {
  restartReachability,
  advanceLifecycle,
  WriteBudgetExceeded,
  type WriteBudget,
} from '../../store/advance-lifecycle.ts';

/** The range of instants that the control interface accepts. Record fields have four digits for the year. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0), Date.UTC(9999, 0)];

/** The most that one move may write. Otherwise, moving the clock by a thousand years would send for hours. */
const MOVE_BUDGET: WriteBudget = { sends: 2000, bytes: 64 * 1024 * 1024 };

export function showClock(service: Service): JsonObject {
  return { now: new Date(service.clock.now()).toISOString() };
}

/** Moves the clock forward or back and applies what is due by then. If a move fails, the clock keeps its time. */
export async function moveClock(service: Service, body: JsonObject): Promise<JsonObject> {
  const { clock, store } = service;
  if (!clock.moveTo) {
    throw new Refusal(
      plain(409, 'BAD_REQUEST', 'only a manual clock can be moved: start with --clock manual'),
    );
  }
  const before = clock.now();
  const instant = Math.round(instantIn(body, before));
  if (!(instant >= EARLIEST && instant < LATEST)) {
    const wanted = 'give advance_ms, a number of milliseconds, or now, an ISO instant with its offset';
    throw invalid('', wanted);
  }
  try {
    store.atomically(() => {
      store.remember('clock', instant);
      advanceLifecycle(service, instant, MOVE_BUDGET);
      if (instant < before) restartReachability(store, instant);
    });
    clock.moveTo(instant);
    await store.durable();
    return showClock(service);
  } catch (error) {
    clock.moveTo(before);
    if (!(error instanceof WriteBudgetExceeded)) throw error;
    const most = `${MOVE_BUDGET.sends} sends, ${MOVE_BUDGET.bytes / 1024 / 1024} MiB in all`;
    const message = `this move would send more than one move may send (${most}): move the clock in smaller steps`;
    throw new Refusal(plain(422, 'UNPROCESSABLE_ENTITY', message));
  }
}

/** The instant that the request's only field specifies, `NaN` if it is invalid. */
function instantIn(order: JsonObject, before: number): number {
  const [[field, given] = [], ...others] = Object.entries(order);
  if (others.length > 0) return NaN;
  if (field === 'advance_ms') return typeof given === 'number' ? before + given : NaN;
  return field === 'now' && typeof given === 'string' ? instantOf(given) : NaN;
}

/** `Date.parse` reads 30 February as 2 March. */
function instantOf(text: string): number {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const midnight = day === undefined ? NaN : Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return NaN;
  return Date.parse(text);
}
