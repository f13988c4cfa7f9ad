import type { ContractClient } from './client.ts';
import type { Control } from './control.ts';
import type { Reference } from './specification.ts';
import type { Needs } from './target.ts';

/** What a case can use. If the target doesn't have it, the case is skipped with the reason. */
export interface CaseContext {
  readonly client: ContractClient;
  /** The same service, but another workspace. */
  readonly other: ContractClient;
  readonly control: Control;
  /** The service's time. */
  readonly now: () => Promise<Date>;
  readonly skip: (reason: string) => never;
}

/** One requirement, with the sections and open points that it comes from. */
export interface ContractCase {
  readonly title: string;
  readonly references: readonly Reference[];
  readonly needs: Needs;
  readonly run: (given: CaseContext) => Promise<void>;
}

export interface CaseGroup {
  readonly name: string;
  readonly cases: readonly ContractCase[];
}

/** The references of a case, at least one. */
export type References = readonly [Reference, ...Reference[]];
type MakeCase = (references: References, title: string, run: ContractCase['run']) => ContractCase;

/** A case that runs on every instance. */
export const contract: MakeCase = contractOn({});

/** Cases that run only on instances with certain properties. */
export function contractOn(needs: Needs): MakeCase {
  return (references, title, run) => ({ title, references: [...new Set(references)], needs, run });
}

export function group(name: string, cases: readonly ContractCase[]): CaseGroup {
  return { name, cases };
}

/** The title of a case in tests and documents. */
export function titleOf({ title, references }: ContractCase): string {
  return `${title} [${references.join('; ')}]`;
}
