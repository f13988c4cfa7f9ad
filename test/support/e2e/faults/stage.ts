import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../cleanup.ts';
import { startServiceProxy, type ServiceProxy } from '../service-proxy.ts';
import { startLiveService, type JsonMap, type LiveService } from '../live-service.ts';
import { openRepo } from '../test-repository.ts';
import { BEFORE, CHANGES } from './scenario.ts';
import { World, type RunsIn } from './world.ts';

/**
 * Creations are limited on both sides, so that a 429 caused by the program would show. The setup needs more than 5 a
 * minute.
 */
const CREATE_LIMITS = { created_per_minute: 20 };
const UNLIMITED = ['search', 'get', 'update', 'status', 'validate', 'meta', 'test'];
const LIMITS = { create: CREATE_LIMITS, ...Object.fromEntries(UNLIMITED.map((name) => [name, 'off'])) };

/**
 * A service behind a proxy, and the test repository right before the apply under test. Both are created once and
 * restored before each fault run, which is much cheaper than creating them again.
 */
export class Stage {
  readonly service: LiveService;
  readonly proxy: ServiceProxy;
  readonly runsIn: RunsIn;
  private readonly template: string;
  private readonly records: readonly JsonMap[];
  private count = 0;

  private constructor(
    { service, proxy, runsIn }: Pick<Stage, 'service' | 'proxy' | 'runsIn'>,
    made: { template: string; records: JsonMap[] },
  ) {
    this.service = service;
    this.proxy = proxy;
    this.runsIn = runsIn;
    this.template = made.template;
    this.records = made.records;
  }

  /**
   * `through` says whether the program connects to the proxy, which can delay a request, or directly to the service.
   */
  static async open(through: 'proxy' | 'service', runsIn: RunsIn = 'this process'): Promise<Stage> {
    const limits = join(temporaryFolder(), 'limits.json');
    writeFileSync(limits, JSON.stringify(LIMITS));
    const service = await startLiveService('--limits', limits);
    const proxy = await startServiceProxy(service.url);
    const url = through === 'proxy' ? proxy.url : service.url;
    const template = await setUp(url);
    return new Stage({ service, proxy, runsIn }, { template, records: await service.all() });
  }

  /** Restores the repository and the service. */
  async raise(): Promise<World> {
    await this.service.reset();
    await this.service.seed(...this.records);
    const folder = `${this.template}-${(this.count += 1)}`;
    cpSync(this.template, folder, { recursive: true });
    return new World(this, folder);
  }
}

/** Applies the initial campaigns and commits the changes. Returns the folder of the repository and its origin. */
async function setUp(url: string): Promise<string> {
  const [first = {}, ...more] = BEFORE;
  const repo = openRepo({ url, campaigns: first, workspace: `limits: ${JSON.stringify(LIMITS)}` });
  const apply = async () => {
    const { status, stdout, stderr } = await repo.campaigns('apply', '--yes');
    if (status !== 0) throw new Error(`the test repository can't be set up: ${stdout}${stderr}`);
  };
  await apply();
  for (const files of more) {
    repo.change(files);
    await apply();
  }
  repo.change(CHANGES);
  repo.git('push', '--quiet', 'origin', 'main');
  // A path that is valid in every copy.
  repo.git('remote', 'set-url', 'origin', '../origin.git');
  return dirname(repo.directory);
}
