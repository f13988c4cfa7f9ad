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

/** The proxy for an address; `undefined` if there is none, or its setting can't be used. */
export function proxyFor(address: string, environment: Environment): string | undefined {
  if (isLoopback(new URL(address).hostname)) return undefined;
  return proxySetting(environment)?.proxy;
}

/** Whether a failed connection was to the proxy: such an error names the host or the port that wasn't reached. */
export function isToProxy(proxy: string, error: unknown): boolean {
  const { protocol, hostname, port } = new URL(proxy);
  const end = `:${port || (protocol === 'https:' ? '443' : '80')}`;
  const tried: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const named = tried.flatMap((one) => (one instanceof Error ? one.message.split(/[ ,()]+/) : []));
  return named.some((one) => one === hostname || one.endsWith(end));
}

/** The variable that names a proxy; its address, `undefined` if it can't be used. Without a scheme, it is http:. */
export function proxySetting(
  environment: Environment,
): { readonly name: string; readonly proxy: string | undefined } | undefined {
  const name = ['https_proxy', 'http_proxy'].find((one) => variable(environment, one) !== undefined);
  if (name === undefined) return undefined;
  const text = variable(environment, name) ?? '';
  const proxy = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const isUsable = URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol);
  return { name: name.toUpperCase(), proxy: isUsable ? proxy : undefined };
}

function variable(environment: Environment, name: string): string | undefined {
  return environment[name] || environment[name.toUpperCase()] || undefined;
}
