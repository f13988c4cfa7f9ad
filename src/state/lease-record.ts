import { isJsonObject, type JsonValue } from '../model/json.ts';
import type { LeaseRecord } from '../model/lease.ts';
import type { LeaseHolder } from '../model/refusals/state-refusal.ts';
import type { Life } from './process-identity.ts';

/** The lease as it is kept. */
export interface SealedLease extends LeaseRecord {
  /** The process, as `sealed-process.ts` writes it; null where it can't be recognized. */
  readonly process: string | null;
}

/** How long a lease lasts without being renewed, in milliseconds. */
export const LEASE_TERM_MS = 120_000;
/** Two renewals may fail before the term runs short. */
export const LEASE_RENEWAL_MS = 40_000;
/**
 * What two clocks may differ by, and what a request that was just begun may take: a holder stops sending this long
 * before its term ends, and an end that lies further ahead than the term and this comes from a clock that is wrong.
 */
export const LEASE_MARGIN_MS = 30_000;

/** What a lease that somebody wrote means to a run that wants to work. */
export type LeaseVerdict =
  /** This run's own. */
  | 'ours'
  /** Its term is over: whoever comes next has it. */
  | 'expired'
  /** Its process was on this very machine and is over. */
  | 'dead'
  /** Another run is at work. */
  | 'held'
  /** The same as far as anybody can tell, but its end is further ahead than a lease is long. */
  | 'ahead';

export function judgeLease(
  { run, until }: LeaseRecord,
  viewer: { readonly run: string; readonly now: number; readonly life: Life },
): LeaseVerdict {
  if (run === viewer.run) return 'ours';
  if (until <= viewer.now) return 'expired';
  if (viewer.life === 'dead') return 'dead';
  return until > viewer.now + LEASE_TERM_MS + LEASE_MARGIN_MS ? 'ahead' : 'held';
}

/** Whether a lease of ours is good for one more send at `now`; a clock that was set back makes none good. */
export function isInTerm({ until }: LeaseRecord, now: number): boolean {
  return now < until - LEASE_MARGIN_MS && until <= now + LEASE_TERM_MS;
}

const FORMAT = 'campaign-lease/2';
/** It named the machine and the process in plain text, which is not read any more: it ends by itself. */
const OLDER_FORMAT = 'campaign-lease/1';

/** A commit message: for people in its first line, for programs below. */
export function encodeLease(workspace: string, record: SealedLease): string {
  const { run, page, user, process, since, until } = record;
  const times = { since: instant(since), until: instant(until) };
  const text = JSON.stringify({ format: FORMAT, run, page, user, process, ...times }, null, 2);
  return `lease of ${workspace}: ${holderOf(record)} until ${times.until}\n\n${text}\n`;
}

/** undefined where it is none that this version understands. */
export function decodeLease(message: string): SealedLease | undefined {
  const value = parse(message.slice(message.indexOf('\n\n') + 2));
  if (!isJsonObject(value) || (value.format !== FORMAT && value.format !== OLDER_FORMAT)) return undefined;
  const { run } = value;
  const [since, until] = [value.since, value.until].map((at) =>
    typeof at === 'string' ? Date.parse(at) : NaN,
  );
  if (typeof run !== 'string') return undefined;
  if (since === undefined || until === undefined || Number.isNaN(since + until)) return undefined;
  const [page, user, process] = [textOrNull(value.page), textOrNull(value.user), textOrNull(value.process)];
  return { run, page, user, process, since, until };
}

/** Whom a refusal or a notice names. */
export function holderIn({ run, page, user, since, until }: LeaseRecord): LeaseHolder {
  return { run, by: page ?? user, since, until };
}

function holderOf({ page, user }: Pick<LeaseRecord, 'page' | 'user'>): string {
  return page ?? user ?? 'an unknown user';
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
