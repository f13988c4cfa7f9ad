import type { CampaignId } from './campaign.ts';
import type { JsonValue } from './json.ts';
import type { TeamRules } from './team-rules.ts';

/** Operations with a rate limit of their own (open point W25). */
export type LimitedOperation =
  'create' | 'search' | 'get' | 'update' | 'status' | 'validate' | 'meta' | 'test';

/** At most `limit` calls in any `spanMs`; `counts` says whether failed ones count too. */
export interface Window {
  readonly limit: number;
  readonly spanMs: number;
  readonly counts: 'attempts' | 'successes';
}

export type Limits = Readonly<Record<LimitedOperation, readonly Window[]>>;

/** A named target with its settings, from `campaigns/workspaces.yaml`. */
export interface Workspace {
  readonly name: string;
  /** With a trailing slash. */
  readonly baseUrl: string;
  /** The workspace identifier that the service knows; not a secret. */
  readonly appKey: string;
  /** The environment variable that holds the secret. */
  readonly apiKeyEnv: string;
  /** The one with the key for publishing, by the earlier version of the API; undefined where that takes the same key. */
  readonly publishApiKeyEnv: string | undefined;
  readonly actor: string | undefined;
  readonly actorFrom: 'commit' | 'fixed';
  readonly features: readonly string[];
  readonly publish: 'earlier-api' | 'never';
  /** `never` for a service that updates nothing but drafts (open point W8). */
  readonly editLive: 'allowed' | 'never';
  /** Where people see a campaign, with `{campaign_id}` for its ID; undefined: nothing is linked. */
  readonly dashboardUrl: string | undefined;
  readonly headerPrefix: string;
  readonly limits: Limits;
  readonly vars: Readonly<Record<string, JsonValue>>;
}

/** Where people see a campaign in the service's own dashboard; undefined where the workspace names none. */
export function dashboardAddress(
  { dashboardUrl }: Pick<Workspace, 'dashboardUrl'>,
  id: CampaignId,
): string | undefined {
  return dashboardUrl?.replaceAll('{campaign_id}', () => encodeURIComponent(id));
}

/** The environment variables that hold API keys of a workspace. */
export function variablesWithKeys({ apiKeyEnv, publishApiKeyEnv }: Workspace): string[] {
  return publishApiKeyEnv === undefined ? [apiKeyEnv] : [apiKeyEnv, publishApiKeyEnv];
}

/** What decides where an API key goes, and which one: each field as workspaces.yaml calls it, with its value. */
export function targetFields({
  baseUrl,
  appKey,
  apiKeyEnv,
  publishApiKeyEnv = apiKeyEnv,
  headerPrefix,
}: Workspace): readonly (readonly [field: string, value: string])[] {
  return [
    ['base_url', baseUrl],
    ['app_key', appKey],
    ['api_key_env', apiKeyEnv],
    ['publish_api_key_env', publishApiKeyEnv],
    ['header_prefix', headerPrefix],
  ];
}

/** Whether two workspaces send the same key to the same place. */
export function sameTarget(one: Workspace, other: Workspace): boolean {
  return JSON.stringify(targetFields(one)) === JSON.stringify(targetFields(other));
}

/** Names of this machine itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

export interface Policy {
  readonly drift: 'revert' | 'hold';
  /** Refuse a plan that touches more than `share` of at least `atLeast` live campaigns. */
  readonly guard: { readonly share: number; readonly atLeast: number };
  /** What the team itself asks for; left out: nothing. */
  readonly rules?: TeamRules;
}

export interface Configuration {
  readonly default: string | undefined;
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly policy: Policy;
}

/** What a person has consented to on the command line. */
export const CONSENTS = ['guard', 'same-name', 'conflict', 'unconfirmed'] as const;
export type Consent = (typeof CONSENTS)[number];

/** What can be consented to beside what a plan shows: of the commit, of its files, and of where a key is sent. */
export type ApplyConsent = Consent | 'dirty' | 'branch' | 'target';

export function isConsent(word: string): word is Consent {
  return CONSENTS.some((one) => one === word);
}
