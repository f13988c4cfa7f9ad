import { Agent, EnvHttpProxyAgent, fetch as fetchByUndici, type Dispatcher } from 'undici';

/** Names of this machine itself; what a proxy is asked for is elsewhere. */
const HERE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** The variables by which a machine says that the way out is through a proxy. */
type ProxyVariables = Readonly<Record<string, string | undefined>>;

/**
 * The connections to an address: through the proxy that `https_proxy` or `http_proxy` name, in either case, unless
 * `no_proxy` has the host or it is this machine. TLS is with the address itself: the proxy sees the host's name only.
 */
export function dispatcherFor(
  address: string,
  options: Agent.Options,
  environment: ProxyVariables,
): Dispatcher {
  const proxy = proxyFor(address, environment);
  if (proxy === undefined) return new Agent(options);
  const noProxy = said(environment, 'no_proxy') ?? '';
  return new EnvHttpProxyAgent({ ...options, httpProxy: proxy, httpsProxy: proxy, noProxy });
}

/** A fetch that goes to an address by its way out; undefined where Node's own does. */
export function fetchThrough(address: string, environment: ProxyVariables): typeof fetch | undefined {
  if (proxyFor(address, environment) === undefined) return undefined;
  const dispatcher = dispatcherFor(address, {}, environment);
  // The same function in two packages of types: Node has undici's inside.
  const asked = fetchByUndici as unknown as (
    input: Parameters<typeof fetch>[0],
    init: Omit<RequestInit, 'dispatcher'> & { dispatcher: Dispatcher },
  ) => Promise<Response>;
  return (input, init) => asked(input, { ...init, dispatcher });
}

/** The proxy that an address is asked for through; undefined: there is none. What is no address of one counts as none. */
function proxyFor(address: string, environment: ProxyVariables): string | undefined {
  if (HERE.test(new URL(address).hostname)) return undefined;
  const proxy = said(environment, 'https_proxy') ?? said(environment, 'http_proxy');
  return proxy !== undefined && URL.canParse(proxy) && /^https?:/i.test(proxy) ? proxy : undefined;
}

function said(environment: ProxyVariables, name: string): string | undefined {
  return environment[name] || environment[name.toUpperCase()] || undefined;
}
