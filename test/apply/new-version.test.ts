import { describe, expect, it } from 'vitest';
import type { Answer, LiveAnswers, Remote, SendKeys } from '../../src/apply/ports.ts';
import type { Components, Live } from '../../src/model/campaign.ts';
import type { Request } from '../../src/model/plan.ts';
import type { Result } from '../../src/model/result.ts';
import { MINUTE_MS } from '../../src/model/time.ts';
import { planOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, live, managing, WORKSPACE } from '../support/builders.ts';
import { componentsOf, FakeService, refused } from '../support/fake-service.ts';

// Open point S7: an edit of a live campaign that becomes a DRAFT version is published if that has nothing else.

const OLD = { utm_params: { utm_source: 'shop' }, advanced: { kept: 'as it is' } };
const NEW = { utm_params: { utm_source: 'app' } };
const FOREIGN = { delivery_controls: { bypass_dnd: true } };
const [LIVE, FILE] = [
  live({ type: 'PERIODIC', status: 'ACTIVE', components: OLD }),
  desired({ type: 'PERIODIC', status: 'ACTIVE', components: { ...OLD, ...NEW } }),
];
const EDITED = FILE.components;
const versioned = { workspace: { ...WORKSPACE, features: ['versioning'] } };

/** A service that puts edits of the live campaign into a draft above it, which is published by its own ID. */
class VersionedService extends FakeService {
  drafts: { readonly documentId: string; readonly components: Components }[] = [];
  readonly published: { readonly documentId: string; readonly components: Components }[] = [];
  count = 0;
  /** Called before each read and write, with its number. */
  before: (nth: number, operation: string) => void = () => undefined;
  after: (nth: number) => void = () => undefined;
  /** Whether reads still show what was there before the publication. */
  isLate = false;
  /** Whether edits go live at once. */
  isDirect = false;
  private made = 0;

  constructor() {
    super([LIVE]);
  }

  edit(components: Components): void {
    const [newest, ...others] = this.drafts;
    const base = newest ?? { documentId: `draft-${(this.made += 1)}`, components: this.live().components };
    this.drafts = [{ ...base, components: { ...base.components, ...components } }, ...others];
  }

  live(): Live {
    const [campaign] = this.campaigns.values();
    if (!campaign) throw new Error('no campaign');
    return campaign;
  }

  override all(): Live[] {
    const isHidden = this.isLate && this.published.length > 0;
    const [newest, ...others] = isHidden ? this.published : this.drafts;
    const above = newest && {
      ...{ documentId: newest.documentId, draftAbove: 2 + others.length, liveDocumentId: LIVE.id },
      ...(others.length === 0 && { draft: newest.components }),
    };
    return [{ ...(isHidden ? LIVE : this.live()), ...above }];
  }

  override readCampaigns(...[ids]: Parameters<Remote['readCampaigns']>): Promise<LiveAnswers> {
    this.before((this.count += 1), 'read');
    const [campaign] = this.all();
    return Promise.resolve(
      new Map(ids.map((id) => [id, campaign ? { kind: 'present', live: campaign } : { kind: 'missing' }])),
    );
  }

  override async send(operation: string, request: Request, keys: SendKeys): Promise<Answer> {
    const nth = (this.count += 1);
    this.before(nth, operation);
    this.writes.push({ operation, request, keys });
    const interference = this.interfere({ operation, request, nth: this.writes.length });
    if (interference && interference !== 'lose-answer') return interference;
    const answer = this.do(operation, request);
    this.after(nth);
    return Promise.resolve(answer);
  }

  private do(operation: string, { path, body }: Request): Answer {
    if (operation === 'update') {
      if (!this.isDirect) this.edit(componentsOf(body));
      else this.put({ ...this.live().components, ...componentsOf(body) });
    } else {
      const [newest] = this.drafts;
      if (newest === undefined || !path.endsWith(`/${newest.documentId}`)) return refused(422, 'NOT_A_DRAFT');
      this.published.push(newest);
      this.drafts = [];
      this.put(newest.components);
    }
    return { kind: 'done', data: {}, responseId: null };
  }

  private put(components: Components): void {
    this.campaigns.set(LIVE.id, { ...this.live(), components });
  }
}

function scene(): { readonly stage: Stage; readonly service: VersionedService } {
  const service = new VersionedService();
  return { stage: { ...stageOf(managing([FILE], [LIVE])), service }, service };
}

const apply = (stage: Stage): Promise<Result> => recoverAndApply(stage, { plan: versioned });
const planned = (stage: Stage) => planOn(stage, { ...versioned, now: stage.clock.now() }).campaigns[0];

describe('an edit of a live campaign in a workspace with versions', () => {
  it('is published from the draft that it made, and recorded with the PUBLISH', async () => {
    const { stage, service } = scene();
    expect(planned(stage)?.transition).toEqual({ action: 'PUBLISH', from: 'ACTIVE', to: 'ACTIVE' });
    expect(planned(stage)?.digests.map(({ name }) => name)).toEqual(['utm_params', 'PUBLISH']);
    const { applied, held, failed, unconfirmed } = await apply(stage);
    expect(applied.map(({ change }) => change)).toEqual(['update', 'transition']);
    expect([held, failed, unconfirmed]).toEqual([[], [], []]);
    expect(service.writes.map(({ request }) => request.path)).toEqual([
      '/v5/campaigns/id-a',
      '/core-services/v1/campaigns/draft-1',
    ]);
    expect(service.live().components).toEqual(EDITED);
    expect(stage.recorder.state.open).toEqual([]);
    expect(planned(stage)).toMatchObject({ verdict: 'in-sync', held: [], notes: [] });
  });

  it('needs no PUBLISH if it is live at once', async () => {
    const { stage, service } = scene();
    service.isDirect = true;
    const { applied, failed, stale, held } = await apply(stage);
    expect([applied.length, failed, stale, held]).toEqual([1, [], [], []]);
    expect(service.writes.map(({ operation }) => operation)).toEqual(['update']);
    expect(planned(stage)?.verdict).toBe('in-sync');
  });

  it.each([
    ['there are no versions', { ...WORKSPACE, features: [] }, FILE],
    ['publishing is off', { ...versioned.workspace, publish: 'never' as const }, FILE],
    ['the file asks for no status', versioned.workspace, { ...FILE, status: undefined }],
    ['the file asks for a pause', versioned.workspace, { ...FILE, status: 'PAUSED' as const }],
  ])('is not published if %s', async (_, workspace, file) => {
    const { stage, service } = scene();
    await recoverAndApply({ ...stage, desired: [file] }, { plan: { workspace } });
    expect(service.published).toEqual([]);
    expect(service.writes.map(({ operation }) => operation)).not.toContain('publish');
  });

  it.each<[string, (service: VersionedService) => void]>([
    [
      'another component was edited',
      (service) => {
        service.edit(FOREIGN);
      },
    ],
    [
      'the same component has one more field',
      (service) => {
        service.edit({ utm_params: { utm_source: 'app', utm_term: 'theirs' } });
      },
    ],
    [
      'a component is gone',
      (service) => {
        const [draft] = service.drafts;
        const components = { ...draft?.components };
        Reflect.deleteProperty(components, 'advanced');
        service.drafts = [{ documentId: 'draft-1', components }];
      },
    ],
    [
      'there is a second draft',
      (service) => {
        service.drafts = [...service.drafts, { documentId: 'draft-0', components: LIVE.components }];
      },
    ],
  ])('is held, and the draft is named, if %s in it', async (_, meddle) => {
    const { stage, service } = scene();
    let isDone = false;
    service.before = (__, operation) => {
      if (isDone || operation !== 'read' || service.drafts.length === 0) return;
      isDone = true;
      meddle(service);
    };
    const { held } = await apply(stage);
    expect(held).toMatchObject([{ reason: 'needs-publish', cause: { code: 'draft-above' } }]);
    expect(service.published).toEqual([]);
    expect(planned(stage)).toMatchObject({ verdict: 'held' });
  });

  it('is not planned to be published while the draft above has anything else', () => {
    const { stage, service } = scene();
    service.edit(FOREIGN);
    const plan = planned(stage);
    expect(plan?.transition).toBeNull();
    expect(plan?.held).toMatchObject([{ cause: { code: 'draft-above', version: 2 } }]);
  });

  it('is not published after a wait, because the draft was not read since then', async () => {
    const { stage, service } = scene();
    service.interfere = ({ operation }) =>
      operation === 'publish' ? { kind: 'limited', retryAfterMs: 1, responseId: null } : undefined;
    await apply(stage);
    expect(service.writes.filter(({ operation }) => operation === 'publish')).toHaveLength(1);
  });
});

describe('an accepted PUBLISH of a version that the service does not show', () => {
  async function unseen() {
    const { stage, service } = scene();
    service.isLate = true;
    const { failed } = await apply(stage);
    return { stage, service, failed };
  }
  const changesOf = ({ recorder }: Stage) => recorder.trail.map(({ event }) => event.code);

  it('is not repeated, and no edit is sent until it is known what became of it', async () => {
    const { stage, service, failed } = await unseen();
    expect(failed).toMatchObject([{ cause: { code: 'not-reached', action: 'PUBLISH', shown: 'ACTIVE' } }]);
    await stage.clock.sleep(10 * MINUTE_MS);
    expect(planned(stage)).toMatchObject({ verdict: 'held', steps: [] });
    expect((await apply(stage)).held).toContainEqual(
      expect.objectContaining({ reason: 'in-flight', consent: 'unconfirmed' }),
    );
    expect(service.writes).toHaveLength(2);
  });

  it('is recorded together with its edit once it is shown', async () => {
    const { stage, service } = await unseen();
    await stage.clock.sleep(10 * MINUTE_MS);
    await apply(stage);
    service.isLate = false;
    await apply(stage);
    expect(changesOf(stage).slice(-2)).toEqual(['updated', 'transitioned']);
    expect(stage.recorder.state.open).toEqual([]);
    expect(planned(stage)).toMatchObject({ verdict: 'in-sync', held: [] });
  });
});

/** More runs, with half an hour between them, until all is settled. */
async function settle(stage: Stage): Promise<void> {
  for (let run = 0; run < 8; run += 1) {
    await stage.clock.sleep(30 * MINUTE_MS);
    await apply(stage).catch(() => undefined);
  }
}

const CALLS = Array.from({ length: 16 }, (_, at) => at + 1);

function expectOnlyOurs({ published }: VersionedService): void {
  for (const { components } of published) expect(components).toEqual(EDITED);
  expect(new Set(published.map(({ documentId }) => documentId)).size).toBe(published.length);
}

describe('whenever a run that publishes a version', () => {
  it.each(CALLS.flatMap((nth) => [[nth, 'before'] as const, [nth, 'after'] as const]))(
    'is killed, the edit is live in the end and published once: call %d, %s it',
    async (nth, when) => {
      const { stage, service } = scene();
      service[when] = (at: number) => {
        if (at === nth) throw new Error('killed');
      };
      await apply(stage).catch(() => undefined);
      await settle(stage);
      expectOnlyOurs(service);
      expect(service.published).toHaveLength(1);
      expect(service.live().components).toEqual(EDITED);
      expect(planned(stage)).toMatchObject({ verdict: 'in-sync', held: [] });
    },
  );

  it.each(CALLS)('meets a foreign edit of the draft, nothing of it is published: call %d', async (nth) => {
    const { stage, service } = scene();
    service.before = (at, operation) => {
      if (at === nth && operation !== 'publish') service.edit(FOREIGN);
    };
    await apply(stage);
    await settle(stage);
    expectOnlyOurs(service);
    if (service.drafts.length > 0) expect(planned(stage)?.verdict).not.toBe('in-sync');
  });
});
