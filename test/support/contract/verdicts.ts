import { expect } from 'vitest';
import { drop, put, type Body } from './bodies.ts';
import { contractOn, type ContractCase, type References } from './contract.ts';
import { column, type Reply } from './reply.ts';
import type { Needs } from './target.ts';

/** Matchers without the type `any` that vitest gives them. */
export const A_TEXT: unknown = expect.stringMatching(/./);
export const A_NUMBER: unknown = expect.any(Number);

/** Expects this failure in a complete envelope (open point W2). */
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

/** Expects a refusal, which is neither a success nor an error of the service. */
export function expectRefusal(answer: Reply): void {
  expect(Math.floor(answer.status / 100), answer.text).toBe(4);
}

/**
 * Expects a failure that names the path of the mistake, in its target or one of its details. The documents do not say
 * how deep a target is, so a parent or child of the path is accepted.
 */
export function expectBlame(answer: Reply, place: string): void {
  const targets = [answer.at('error.target'), ...column(answer, 'error.details', 'target')];
  expect(
    targets.some((target) => concerns(target, place)),
    `${place} is blamed in ${answer.text}`,
  ).toBe(true);
}

/** Whether one path contains the other. */
export function concerns(target: unknown, place: string): boolean {
  if (typeof target !== 'string' || target === '') return false;
  const path = `${target.replace(/\[(\w+)\]/g, '.$1')}.`;
  return path.startsWith(`${place}.`) || `${place}.`.startsWith(path);
}

/** A case: creation accepts a body. */
export function accepted(references: References, what: string, body: Body, needs: Needs = {}): ContractCase {
  return contractOn(needs)(references, `creation accepts ${what}`, async ({ client }) => {
    expectStatus(await client.create(body), 201);
  });
}

/** A case: creation refuses a body because of the value at a path. */
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

/** What the rows of a table of mistakes share. */
export interface Mistakes {
  readonly references: References;
  /** A body that creation accepts. */
  readonly whole: Body;
  readonly needs?: Needs;
}

/** Cases: creation refuses a body with an invalid value. */
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

/** Cases: creation accepts a body with another value. */
export function acceptedValues(
  { references, whole, needs = {} }: Mistakes,
  rows: readonly (readonly [path: string, value: unknown])[],
): readonly ContractCase[] {
  return rows.map(([path, value]) =>
    accepted(references, `${JSON.stringify(value)} as ${path}`, put(whole, path, value), needs),
  );
}

/** Cases: creation refuses a body with a missing field. */
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
