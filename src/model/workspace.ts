import type { CampaignId, FilePlace } from './campaign.ts';
import type { JsonValue } from './json.ts';
import type { TeamRules } from './team-rules.ts';
import type { TestRecipient } from './test-send.ts';

/** Operations with a rate limit of their own (open point W25). */
export type LimitedOperation =
  'create' | 'search' | 'get' | 'update' | 'status' | 'validate' | 'meta' | 'test' | 'preview';

/** At most `limit` calls in any `spanMs`. `counts` says whether failed calls count too. */
export interface Window {
  readonly limit: number;
  readonly spanMs: number;
  readonly counts: 'attempts' | 'successes';
}

export type Limits = Readonly<Record<LimitedOperation, readonly Window[]>>;

/** A person whose view of a message is shown: the ID in the service, and the team's name. */
export interface PreviewUser {
  readonly id: string;
  readonly label: string;
}

/** A named target with its settings, from `campaigns/workspaces.yaml`. */
export interface Workspace {
  readonly name: string;
  /** With a trailing slash. */
  readonly baseUrl: string;
  /** The service's workspace identifier, which is not secret. */
  readonly appKey: string;
  readonly apiKeyEnv: string;
  /** Of the key for publishing, as in the earlier version of the API; `undefined` if the same key is used. */
  readonly publishApiKeyEnv: string | undefined;
  readonly actor: string | undefined;
  readonly actorFrom: 'commit' | 'fixed';
  readonly features: readonly string[];
  readonly publish: 'allowed' | 'never';
  /** `never` for a service in which only drafts can be updated (open point W8). */
  readonly editLive: 'allowed' | 'never';
  /** The address of a campaign for people, with `{campaign_id}` for its ID. If `undefined`, nothing is linked. */
  readonly dashboardUrl: string | undefined;
  /** Whose view of the messages reports show. */
  readonly previewUsers: readonly PreviewUser[];
  /** Who gets the test messages of pull requests. */
  readonly testRecipients?: readonly TestRecipient[];
  readonly headerPrefix: string;
  /** The user attributes that exist in the service; `undefined` if the file doesn't list them. */
  readonly attributes?: readonly string[];
  /** The position of `base_url` in workspaces.yaml; `undefined` for a workspace that doesn't come from a file. */
  readonly baseUrlAt?: FilePlace;
  readonly limits: Limits;
  readonly vars: Readonly<Record<string, JsonValue>>;
}

/** The address of a campaign in the service's dashboard; `undefined` if the workspace doesn't configure one. */
export function dashboardAddress(
  { dashboardUrl }: Pick<Workspace, 'dashboardUrl'>,
  id: CampaignId,
): string | undefined {
  return dashboardUrl?.replaceAll('{campaign_id}', () => encodeURIComponent(id));
}

/** Whether two workspaces send the same key to the same address. */
export function sameTarget(one: Workspace, other: Workspace): boolean {
  const [target, otherTarget] = [one, other].map((each) => {
    const { baseUrl, appKey, apiKeyEnv, publishApiKeyEnv = apiKeyEnv, headerPrefix } = each;
    return JSON.stringify([baseUrl, appKey, apiKeyEnv, publishApiKeyEnv, headerPrefix]);
  });
  return target === otherTarget;
}

export const LOCAL_PORT = 4010;

export function isOnThisMachine({ baseUrl }: Pick<Workspace, 'baseUrl'>): boolean {
  return isLoopback(new URL(baseUrl).hostname);
}

/** Whether a host name, of an address or alone, means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(hostname);
}

export interface Policy {
  readonly drift: 'revert' | 'hold';
  /** Refuse a plan that touches more than `share` of at least `atLeast` live campaigns, or newly reaches more `people`. */
  readonly guard: {
    readonly share: number;
    readonly atLeast: number;
    /** Undefined: people don't count. */
    readonly people?: number | undefined;
  };
  readonly rules?: TeamRules;
}

export interface Configuration {
  readonly default: string | undefined;
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly policy: Policy;
}

/** What a person can allow on the command line. */
export const CONSENTS = ['guard', 'same-name', 'conflict', 'unconfirmed'] as const;
export type Consent = (typeof CONSENTS)[number];

/** What can be allowed in addition: a property of the commit, of its files, or of the target of a key. */
export type ApplyConsent = Consent | 'dirty' | 'branch' | 'target';

export function isConsent(word: string): word is Consent {
  return CONSENTS.some((one) => one === word);
}
