import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';
import type { Environment } from '../model/clock.ts';
import { isLoopback } from '../model/workspace.ts';

/** The connections to an address, through the proxy that the environment names for it; TLS is end to end. */
export function dispatcherFor(address: string, options: Agent.Options, environment: Environment): Dispatcher {
  const proxy = proxyFor(address, environment);
  if (proxy === undefined) return new Agent(options);
  const noProxy = variable(environment, 'no_proxy') ?? '';
  return new EnvHttpProxyAgent({ ...options, httpProxy: proxy, httpsProxy: proxy, noProxy });
}

type NodeDispatcher = NonNullable<RequestInit['dispatcher']>;

/** A fetch that uses the proxy for an address; `undefined` if there is none. */
export function fetchThrough(address: string, environment: Environment): typeof fetch | undefined {
  if (proxyFor(address, environment) === undefined) return undefined;
  // Node's own fetch, which takes the connections of another undici. The types of the two differ.
  const dispatcher = dispatcherFor(address, {}, environment) as unknown as NodeDispatcher;
  return (input, init) => fetch(input, { ...init, dispatcher });
}

/** The proxy for an address; `undefined` if there is none. An invalid proxy address is ignored. */
function proxyFor(address: string, environment: Environment): string | undefined {
  if (isLoopback(new URL(address).hostname)) return undefined;
  const proxy = variable(environment, 'https_proxy') ?? variable(environment, 'http_proxy');
  return proxy !== undefined && URL.canParse(proxy) && /^https?:/i.test(proxy) ? proxy : undefined;
}

function variable(environment: Environment, name: string): string | undefined {
  return environment[name] || environment[name.toUpperCase()] || undefined;
}
