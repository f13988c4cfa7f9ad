import { expect } from 'vitest';
import { drop, put, type Body } from './bodies.ts';
import { contractOn, type ContractCase, type References } from './contract.ts';
import { column, type Reply } from './reply.ts';
import type { Needs } from './target.ts';

/** Matchers, without the `any` that vitest gives them. */
export const A_TEXT: unknown = expect.stringMatching(/./);
export const A_NUMBER: unknown = expect.any(Number);

/** An answer must be this failure, in the whole envelope (open point W2: complete in writing). */
export function expectFailure(answer: Reply, status: number, code: string): void {
  expect({ status: answer.status, code: answer.at('error.code') }, answer.text).toEqual({ status, code });
  expect(answer.at('response_id')).toEqual(A_TEXT);
  expect(answer.at('error.message')).toEqual(A_TEXT);
}

export function expectStatus(answer: Reply, status: number): void {
  expect(answer.status, answer.text).toBe(status);
}

export function expectSuccess(answer: Reply): void {
  expect(Math.floor(answer.status / 100), answer.text).toBe(2);
}

/** Neither done nor an accident of the service. */
export function expectRefusal(answer: Reply): void {
  expect(Math.floor(answer.status / 100), answer.text).toBe(4);
}

/**
 * A failure must name the place of the mistake, in its target or one of its details. The documents do not say how far
 * down a target reaches, so what is above or below the place will do.
 */
export function expectBlame(answer: Reply, place: string): void {
  const targets = [answer.at('error.target'), ...column(answer, 'error.details', 'target')];
  expect(
    targets.some((target) => concerns(target, place)),
    `${place} is blamed in ${answer.text}`,
  ).toBe(true);
}

/** Whether one path leads to the other. */
export function concerns(target: unknown, place: string): boolean {
  if (typeof target !== 'string' || target === '') return false;
  const path = `${target.replace(/\[(\w+)\]/g, '.$1')}.`;
  return path.startsWith(`${place}.`) || `${place}.`.startsWith(path);
}

/** Creation takes a body. */
export function accepted(references: References, what: string, body: Body, needs: Needs = {}): ContractCase {
  return contractOn(needs)(references, `creation takes ${what}`, async ({ client }) => {
    expectStatus(await client.create(body), 201);
  });
}

/** Creation refuses a body for what is at a place. */
export function refused(
  references: References,
  what: string,
  mistake: { readonly body: Body; readonly at: string; readonly needs?: Needs },
): ContractCase {
  return contractOn(mistake.needs ?? {})(references, `creation refuses ${what}`, async ({ client }) => {
    const answer = await client.create(mistake.body);
    expectFailure(answer, 400, 'VALIDATION_FAILED');
    expectBlame(answer, mistake.at);
  });
}

/** What a table of mistakes in one body needs to know besides its rows. */
export interface Mistakes {
  readonly references: References;
  /** A body that creation takes. */
  readonly whole: Body;
  readonly needs?: Needs;
}

/** Creation refuses a body once a value in it is wrong. */
export function refusedValues(
  { references, whole, needs = {} }: Mistakes,
  rows: readonly (readonly [path: string, value: unknown])[],
): readonly ContractCase[] {
  return rows.map(([path, value]) =>
    refused(references, `${JSON.stringify(value)} as ${path}`, {
      body: put(whole, path, value),
      at: path,
      needs,
    }),
  );
}

/** Creation takes a body with another value in it. */
export function acceptedValues(
  { references, whole, needs = {} }: Mistakes,
  rows: readonly (readonly [path: string, value: unknown])[],
): readonly ContractCase[] {
  return rows.map(([path, value]) =>
    accepted(references, `${JSON.stringify(value)} as ${path}`, put(whole, path, value), needs),
  );
}

/** Creation refuses a body once a field in it is missing. */
export function refusedGaps(
  { references, whole, needs = {} }: Mistakes,
  paths: readonly string[],
): readonly ContractCase[] {
  return paths.map((path) =>
    refused(references, `${String(whole.campaign_delivery_type)} without ${path}`, {
      body: drop(whole, path),
      at: path,
      needs,
    }),
  );
}
