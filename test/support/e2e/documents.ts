import { expect } from 'vitest';
import { checker, schemaNames } from '../../schemas/schemas.ts';
import type { Json, JsonMap } from './live-service.ts';
import type { Ended } from './program.ts';

/** The parts of a plan document that tests read. */
export interface PlanDocument {
  readonly fingerprint: string;
  readonly commit: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly campaigns: readonly PlannedDocument[];
  readonly schedule: JsonMap;
}

export interface PlannedDocument {
  readonly key: string;
  readonly campaign_id: string | null;
  readonly live_status: string | null;
  readonly verdict: string;
  readonly change_id: string | null;
  readonly components: readonly { readonly name: string; readonly cause: string }[];
  readonly transition: { readonly action: string; readonly from: string; readonly to: string } | null;
  readonly held: readonly { readonly reason: string; readonly components: readonly string[] }[];
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body: JsonMap }[];
}

/** The parts of a result document that tests read. */
export interface ResultDocument {
  readonly outcome: string;
  readonly reason?: string;
  readonly applied: readonly {
    readonly key: string;
    readonly change: string;
    readonly components: readonly string[];
  }[];
  readonly deferred: readonly { readonly key: string; readonly resume_at: string }[];
  readonly stale: readonly { readonly key: string; readonly message: string }[];
  readonly unconfirmed: readonly { readonly key: string }[];
  readonly held: readonly { readonly key: string; readonly reason: string }[];
  readonly failed: readonly { readonly key: string; readonly code: string }[];
  readonly resume_at: string | null;
}

/** The parts of a drift report that tests read. */
export interface DriftDocument {
  readonly drifted: readonly {
    readonly key: string;
    readonly file: string | null;
    readonly live_status: string | null;
    readonly missing: boolean;
    readonly status: { readonly from: string; readonly to: string } | null;
    readonly components: readonly { readonly name: string; readonly operations: readonly JsonMap[] }[];
    readonly remedy: string;
    readonly held: readonly { readonly reason: string; readonly message: string }[];
  }[];
  readonly unknown: readonly { readonly key: string; readonly message: string }[];
  readonly orphaned: readonly string[];
  readonly checked: number;
  readonly files: string;
  readonly unmanaged_count?: number;
  readonly unmanaged?: readonly JsonMap[];
}

/** The parts of an import document that tests read. */
export interface ImportDocument {
  readonly done: boolean;
  readonly candidates: readonly {
    readonly key: string;
    readonly file: string;
    readonly campaign_id: string;
    readonly name: string;
    readonly notes: readonly JsonMap[];
  }[];
  readonly left_out: readonly { readonly campaign_id: string; readonly reason: string }[];
  readonly not_asked: number;
}

/** Parses standard output as an import document and checks its schema. */
export function importOf({ stdout }: Pick<Ended, 'stdout'>): ImportDocument {
  return documentOf('import', stdout) as unknown as ImportDocument;
}

export interface AdoptionDocument {
  readonly done: boolean;
  readonly bound: readonly { readonly key: string }[];
  readonly doubtful: readonly { readonly key: string }[];
  readonly without_candidate: readonly string[];
}

/** Standard output as an adoption that its schema accepts. */
export function adoptionOf({ stdout }: Pick<Ended, 'stdout'>): AdoptionDocument {
  return documentOf('adoption', stdout) as unknown as AdoptionDocument;
}

/** Standard output as a plan that its schema accepts. */
export function planOf({ stdout }: Pick<Ended, 'stdout'>): PlanDocument {
  return documentOf('plan', stdout) as unknown as PlanDocument;
}

/** Parses standard output as a result and checks its schema. */
export function resultOf({ stdout }: Pick<Ended, 'stdout'>): ResultDocument {
  return documentOf('result', stdout) as unknown as ResultDocument;
}

/** Parses standard output as a drift report and checks its schema. */
export function driftOf({ stdout }: Pick<Ended, 'stdout'>): DriftDocument {
  return documentOf('drift', stdout) as unknown as DriftDocument;
}

/** The only campaign of a plan. */
export function onlyCampaign(ended: Pick<Ended, 'stdout'>): PlannedDocument {
  const [campaign, ...others] = planOf(ended).campaigns;
  if (!campaign || others.length > 0) throw new Error('the plan is not of one campaign');
  return campaign;
}

/** Expects a message for people: no stack trace and no report of a bug in the program. */
export function expectWords({ stdout, stderr }: Ended): void {
  expect(stderr).not.toContain('\n    at ');
  expect(stderr).not.toContain('This is a bug');
  expect(stdout).not.toContain('\n    at ');
}

/** Expects of a document for machines that its schema accepts it, where there is one of its format. */
export function expectDocument({ stdout }: Pick<Ended, 'stdout'>): void {
  const [, name] = /^\{\s*"format": "campaign-([a-z-]+)\/1"/.exec(stdout) ?? [];
  if (name !== undefined && schemaNames().includes(name)) documentOf(name, stdout);
}

function documentOf(schema: string, text: string): Json {
  const value = JSON.parse(text) as Json;
  expect(checker(schema)(value)).toEqual([]);
  return value;
}
