import type { Desired, Live } from '../../../src/model/campaign.ts';
import type { Binding } from '../../../src/model/state.ts';

/** The inputs of a plan that the check needs. Anything left out isn't checked. */
export interface CheckInputs {
  readonly desired: readonly Desired[];
  readonly bindings: readonly Binding[];
  /** The campaigns that could be read. */
  readonly live: readonly Live[];
  readonly open?: readonly {
    readonly key: string;
    readonly kind: string;
    readonly action?: string;
    readonly at?: number;
    readonly answered?: number | undefined;
  }[];
  readonly only?: ReadonlySet<string>;
  readonly allowed?: ReadonlySet<string>;
  readonly offline?: boolean;
  readonly sameName?: ReadonlyMap<string, { readonly kind: string; readonly campaigns?: readonly unknown[] }>;
  readonly drift?: 'revert' | 'hold';
  readonly guard?: { readonly share: number; readonly atLeast: number; readonly people?: number | undefined };
  readonly publish?: 'allowed' | 'never';
  readonly features?: readonly string[];
  /** Epoch milliseconds. */
  readonly now?: number;
  readonly maxWaitMs?: number;
}

export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
export interface JsonMap {
  readonly [name: string]: Json;
}

export interface PlanRequest {
  readonly method: string;
  readonly path: string;
  readonly body: JsonMap;
}

export interface PlanCampaign {
  readonly key: string;
  readonly file: string | null;
  readonly campaign_id: string | null;
  readonly live_status: string | null;
  readonly people: { readonly count: number; readonly live: number | null } | null;
  readonly verdict: string;
  readonly change_id: string | null;
  readonly components: readonly { readonly name: string; readonly cause: string }[];
  readonly transition: { readonly action: string; readonly from: string; readonly to: string } | null;
  readonly held: readonly {
    readonly reason: string;
    readonly components: readonly string[];
    readonly message?: string;
  }[];
  readonly requests: readonly PlanRequest[];
}

export interface PlanJson {
  readonly summary: Readonly<Record<string, number>>;
  readonly campaigns: readonly PlanCampaign[];
  readonly schedule: {
    readonly creations: number;
    readonly now: number;
    readonly deferred: number;
    readonly complete_at: string | null;
  };
  readonly changed_since?: object;
  readonly offline?: object;
}

/** PAUSE and STOP, which stop a campaign from sending. */
export const EMERGENCY_STOPS: readonly string[] = ['PAUSE', 'STOP'];

export function isPatch(request: PlanRequest | undefined): boolean {
  return request?.method === 'PATCH' && /^\/v5\/campaigns\/[^/]+$/.test(request.path);
}

export function problemIf(wrong: boolean, what: string): string[] {
  return wrong ? [what] : [];
}
