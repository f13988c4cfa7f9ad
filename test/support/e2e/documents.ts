import { expect } from 'vitest';
import { checker, schemaNames } from '../../schemas/schemas.ts';
import type {
  DriftDocument,
  PlanDocument,
  ResultDocument,
} from '../../../src/render/documents/plan-document.ts';
import type { Json, JsonMap } from './live-service.ts';
import type { Ended } from './program.ts';

interface AdoptionDocument {
  readonly done: boolean;
  readonly bound: readonly { readonly key: string }[];
  readonly doubtful: readonly { readonly key: string }[];
  readonly without_candidate: readonly string[];
}

interface ImportDocument {
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

interface OfflineDocument {
  readonly offline?: { readonly record: JsonMap | null; readonly from: string };
}

interface CalendarDocument extends OfflineDocument {
  readonly from: string;
  readonly to: string;
  readonly sends: readonly (JsonMap & {
    readonly key: string;
    readonly at: string;
    readonly change: string | null;
  })[];
  readonly warnings: readonly JsonMap[];
}

interface ShowDocument extends OfflineDocument {
  readonly campaign_id: string | null;
  readonly live_status: string | null;
  readonly words: readonly { readonly label: string; readonly value: string }[];
  readonly next_sends: readonly string[];
}

type Said = Pick<Ended, 'stdout'>;

// Standard output as a document that its schema accepts.

export const planOf = ({ stdout }: Said) => documentOf('plan', stdout) as PlanDocument;
export const resultOf = ({ stdout }: Said) => documentOf('result', stdout) as ResultDocument;
export const driftOf = ({ stdout }: Said) => documentOf('drift', stdout) as DriftDocument;
export const importOf = ({ stdout }: Said) => documentOf('import', stdout) as ImportDocument;
export const adoptionOf = ({ stdout }: Said) => documentOf('adoption', stdout) as AdoptionDocument;

export const calendarOf = ({ stdout }: Said) => documentOf('calendar', stdout) as CalendarDocument;
export const previewOf = ({ stdout }: Said) => documentOf('preview', stdout) as JsonMap;
export const showOf = ({ stdout }: Said) => documentOf('show', stdout) as ShowDocument;

/** The only campaign of a plan. */
export function onlyCampaign(ended: Said): PlanDocument['campaigns'][number] {
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
export function expectDocument({ stdout }: Said): void {
  const [, name] = /^\{\s*"format": "campaign-([a-z-]+)\/1"/.exec(stdout) ?? [];
  if (name !== undefined && schemaNames().includes(name)) documentOf(name, stdout);
}

export function documentOf(schema: string, text: string): unknown {
  const value = JSON.parse(text) as Json;
  expect(checker(schema)(value)).toEqual([]);
  return value;
}
