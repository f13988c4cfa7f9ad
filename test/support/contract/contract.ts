import type { ContractClient } from './client.ts';
import type { Control } from './control.ts';
import type { Reference } from './specification.ts';
import type { Needs } from './target.ts';

/** What a case has in hand. Asking for something that the target lacks skips the case, with the reason. */
export interface Hands {
  readonly client: ContractClient;
  /** The same service, another workspace. */
  readonly other: ContractClient;
  readonly control: Control;
  /** What the service's clock shows. */
  readonly now: () => Promise<Date>;
  readonly skip: (reason: string) => never;
}

/** One thing that a service keeps or does not keep, with the sections and open points that say so. */
export interface ContractCase {
  readonly title: string;
  readonly references: readonly Reference[];
  readonly needs: Needs;
  readonly run: (hands: Hands) => Promise<void>;
}

export interface CaseGroup {
  readonly name: string;
  readonly cases: readonly ContractCase[];
}

/** What a case cites: never nothing. */
export type References = readonly [Reference, ...Reference[]];
type MakeCase = (references: References, title: string, run: ContractCase['run']) => ContractCase;

/** A case that runs on any instance. */
export const contract: MakeCase = contractOn({});

/** Cases that run only where the service is set up so. */
export function contractOn(needs: Needs): MakeCase {
  return (references, title, run) => ({ title, references: [...new Set(references)], needs, run });
}

export function group(name: string, cases: readonly ContractCase[]): CaseGroup {
  return { name, cases };
}

/** A case as tests and documents name it. */
export function titleOf({ title, references }: ContractCase): string {
  return `${title} [${references.join('; ')}]`;
}
