import type { Access, ContractTarget, Feature, ReadView } from './target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const READ_VIEWS: readonly ReadView[] = ['written', 'normalized', 'documented'];
const FEATURES: readonly Feature[] = ['queuing', 'audience_limit', 'portfolio', 'versioning'];

/**
 * The service in the environment variables, or `null` if there is none; see `other-service.test.ts`. Throws if they are
 * invalid, or if they name a service on another machine without consent.
 */
export function readEnvironment(environment: Environment): ContractTarget | null {
  const address = environment.CONTRACT_BASE_URL;
  if (!address) return null;
  const baseUrl = new URL(address.endsWith('/') ? address : `${address}/`);
  if (!isLoopback(baseUrl.hostname) && environment.CONTRACT_CREATES_CAMPAIGNS !== 'yes') {
    throw new Error(
      `the contract suite creates and publishes campaigns at ${baseUrl.host}: set CONTRACT_CREATES_CAMPAIGNS=yes if that is meant`,
    );
  }
  const access = {
    baseUrl: baseUrl.href,
    appKey: needed(environment, 'CONTRACT_APP_KEY'),
    apiKey: needed(environment, 'CONTRACT_API_KEY'),
  };
  const other = otherAccess(environment, access);
  const connection = { access, ...(other && { other }), hasControl: environment.CONTRACT_CONTROL === '1' };
  const traits = {
    features: readFeatures(environment.CONTRACT_FEATURES ?? ''),
    limits: environment.CONTRACT_LIMITS === 'off' ? 'off' : 'real',
    readView: READ_VIEWS.find((view) => view === environment.CONTRACT_READ_VIEW) ?? 'written',
    updates: environment.CONTRACT_UPDATES === 'merged' ? 'merged' : 'replaced',
    scope: 'managing',
  } as const;
  return [{ traits, open: () => Promise.resolve(connection) }];
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

function needed(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`CONTRACT_BASE_URL is set, and ${name} is not`);
  return value;
}

function otherAccess(environment: Environment, { baseUrl }: Access): Access | null {
  const { CONTRACT_OTHER_APP_KEY: appKey, CONTRACT_OTHER_API_KEY: apiKey } = environment;
  return appKey && apiKey ? { baseUrl, appKey, apiKey } : null;
}

function readFeatures(text: string): readonly Feature[] {
  const names = text.split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '')
    .map((name) => {
      const known = FEATURES.find((feature) => feature === name);
      if (!known) throw new Error(`CONTRACT_FEATURES names ${name}; there are ${FEATURES.join(', ')}`);
      return known;
    });
}
