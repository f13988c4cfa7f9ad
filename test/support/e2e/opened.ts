import { startLiveService, type JsonMap, type LiveService } from './live-service.ts';
import { startServiceProxy, type ServiceProxy } from './service-proxy.ts';
import { openRepo, type TestRepository, type TestRepositoryOptions } from './test-repository.ts';

// A repository and the service that its workspace names, as most tests need them.

type Campaigns = TestRepositoryOptions['campaigns'];

/** How a repository and its service are made. */
export interface OpenOptions extends Omit<TestRepositoryOptions, 'url' | 'campaigns'> {
  /** Arguments of `campaigns serve`. */
  readonly service?: readonly string[];
}

export interface Opened {
  readonly service: LiveService;
  readonly repo: TestRepository;
  /** A manual edit of the campaign with a name. */
  readonly edit: (name: string, edit: JsonMap) => Promise<void>;
}

/** A repository with these campaigns, and a service that has none of them yet. */
export async function repoWithService(campaigns: Campaigns, more: OpenOptions = {}): Promise<Opened> {
  const { service: args = [], ...options } = more;
  const service = await startLiveService(...args);
  return openedWith(service, openRepo({ url: service.url, campaigns, ...options }));
}

/** The same with a proxy between the program and the service. */
export async function repoBehindProxy(
  campaigns: Campaigns,
  more: Partial<TestRepositoryOptions> = {},
): Promise<Opened & { readonly proxy: ServiceProxy }> {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  return { proxy, ...openedWith(service, openRepo({ ...more, url: proxy.url, campaigns })) };
}

/** A repository whose campaigns were applied. */
export async function appliedRepo(campaigns: Campaigns, more: OpenOptions = {}): Promise<Opened> {
  const opened = await repoWithService(campaigns, more);
  const { status, stdout, stderr } = await opened.repo.campaigns('apply');
  if (status !== 0) throw new Error(`the first apply exited ${String(status)}: ${stdout}${stderr}`);
  return opened;
}

function openedWith(service: LiveService, repo: TestRepository): Opened {
  return { service, repo, edit: async (name, by) => service.editByHand((await service.only(name)).id, by) };
}
