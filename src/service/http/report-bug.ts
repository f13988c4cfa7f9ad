import sqlite from 'node-sqlite3-wasm';
import type { Service } from './service.ts';

/** The most nested causes that are logged. More would be a cycle. */
const DEEPEST = 5;

/** The most characters of an exception, because a message may quote its input. */
const LONGEST_CHARS = 8000;

/** Reasons why the store can't write, by SQLite's message, because this SQLite build has no error codes. */
const STORE_FAILURES: readonly (readonly [said: RegExp, words: string])[] = [
  [
    /disk I\/O error|disk is full/,
    'the data could not be written: the disk is full or has failed. Nothing in the request was stored; free some space and send it again',
  ],
  [
    /readonly database/,
    'the data could not be written: the data file is no longer writable. Nothing in the request was stored',
  ],
];

/** Logs an exception with all its causes. An exception is never the client's fault. */
export function reportBug({ options, clock }: Service, error: unknown): void {
  options.log?.(bugLine(error, clock.now()));
}

/** The log line for an exception at an instant, in milliseconds since 1970. */
export function bugLine(error: unknown, now: number): string {
  const chain = chainOf(error);
  const issue = STORE_FAILURES.find(([said]) =>
    chain.some((link) => link instanceof sqlite.SQLite3Error && said.test(link.message)),
  );
  return JSON.stringify({
    level: issue ? 'error' : 'bug',
    at: new Date(now).toISOString(),
    ...(issue && { message: issue[1] }),
    error: chain.map(textOf).join('\ncaused by ').slice(0, LONGEST_CHARS),
  });
}

function chainOf(error: unknown): readonly unknown[] {
  const chain = [error];
  for (let link = error; link instanceof Error && link.cause !== undefined; link = link.cause) {
    if (chain.length > DEEPEST) break;
    chain.push(link.cause);
  }
  return chain;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
