import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import type { Environment } from '../model/clock.ts';
import { isLoopback } from '../model/workspace.ts';

/** The connections to an address, through the proxy that the environment names for it; TLS is end to end. */
export function dispatcherFor(address: string, options: Agent.Options, environment: Environment): Dispatcher {
  const proxy = proxyFor(address, environment);
  if (proxy === undefined) return new Agent(options);
  const noProxy = variable(environment, 'no_proxy') ?? '';
  const proxies = { httpProxy: proxy, httpsProxy: proxy, noProxy, clientFactory: proxyClient };
  return new EnvHttpProxyAgent({ ...options, ...proxies });
}

/** The proxy refused, or could not be reached, so nothing reached the service. `said`: its status, or the cause. */
export class ProxyFault extends Error {
  readonly said: string;

  constructor(said: string) {
    super(`proxy:${said}`);
    this.said = said;
  }
}

/** The connections to a proxy. What fails there is told apart from what fails behind it, in the tunnel. */
function proxyClient(origin: URL, options: object): Pool {
  const pool = new Pool(origin, options);
  const open = pool.connect.bind(pool);
  const connect = async (params: Dispatcher.ConnectOptions) => {
    const opened = await open(params).catch((cause: unknown) => {
      const { code, message } = Object(cause) as { readonly code?: string; readonly message?: string };
      throw new ProxyFault(code ?? message ?? String(cause));
    });
    if (opened.statusCode === 200) return opened;
    opened.socket.on('error', () => undefined).destroy();
    throw new ProxyFault(String(opened.statusCode));
  };
  return Object.assign(pool, { connect });
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
