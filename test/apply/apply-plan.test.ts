import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import type { Answer } from '../../src/apply/ports.ts';
import type { CampaignId, CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import { applyOn, planOn, recoverOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, key, live, managing, UNREADABLE } from '../support/builders.ts';
import { NOT_PUSHED } from '../support/fake-recorder.ts';
import { refused } from '../support/fake-service.ts';
import { whyOf } from '../support/held-words.ts';

const UTM = { utm_params: { utm_source: 'shop', utm_medium: 'email' } };
const OTHER_UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };

describe('applying a plan', () => {
  it('creates what is new, binds it, and sends nothing the second time', async () => {
    const stage = stageOf({ desired: [desired({ key: 'a', components: UTM }), desired({ key: 'b' })] });
    const result = await applyOn(stage);
    expect(result.applied.map((one) => [one.key, one.change])).toEqual([
      ['a', 'create'],
      ['b', 'create'],
    ]);
    const binding = { campaignId: 'created-1', applied: UTM, observed: UTM };
    expect(stage.recorder.state.bindings.get(key('a'))).toMatchObject(binding);
    expect(stage.recorder.state.open).toEqual([]);
    await applyOn(stage);
    expect(stage.service.writes).toHaveLength(2);
    expect(stage.recorder.trail).toHaveLength(2);
  });

  it('publishes a new campaign only after it was created, under its new ID', async () => {
    const stage = stageOf({ desired: [desired({ status: 'ACTIVE' })] });
    const result = await applyOn(stage);
    expect(stage.service.writes.map(({ request }) => request.path)).toEqual([
      '/v5/campaigns',
      '/core-services/v1/campaigns/created-1',
    ]);
    expect(result.applied.map(({ change }) => change)).toEqual(['create', 'transition']);
    const status = { applied: 'ACTIVE', observed: 'ACTIVE' };
    expect(stage.recorder.state.bindings.get(key('a'))).toMatchObject({ status });
  });

  it('sends emergency stops first, then patches, and starts campaigns last', async () => {
    const running = live({ key: 'pause-me', type: 'PERIODIC', status: 'ACTIVE' });
    const patched = live({ key: 'patch-me', components: UTM });
    const paused = live({ key: 'resume-me', type: 'PERIODIC', status: 'PAUSED' });
    const files = [
      desired({ key: 'new' }),
      desired({ key: 'patch-me', components: OTHER_UTM }),
      desired({ key: 'pause-me', type: 'PERIODIC', status: 'PAUSED' }),
      desired({ key: 'resume-me', type: 'PERIODIC', status: 'ACTIVE' }),
    ];
    const result = await applyOn(stageOf(managing(files, [running, patched, paused])));
    expect(result.applied.map((one) => one.key)).toEqual(['pause-me', 'patch-me', 'new', 'resume-me']);
  });

  it('sends an emergency stop even if nothing can be read', async () => {
    const running = live({ type: 'PERIODIC', status: 'ACTIVE' });
    const stage = stageOf(managing([desired({ type: 'PERIODIC', status: 'PAUSED' })], [running]));
    const plan = planOn(stage);
    stage.service.readCampaigns = (ids) => Promise.resolve(new Map(ids.map((id) => [id, UNREADABLE])));
    await applyPlan(runOn(stage), plan);
    expect(stage.service.campaigns.get(running.id)?.status).toBe('PAUSED');
    expect(stage.recorder.state.open).toMatchObject([{ kind: 'transition', action: 'PAUSE' }]);
  });

  it.each<readonly [what: string, broken: boolean, status: string]>([
    ['once the other one is stopped', false, 'ACTIVE'],
    ['not at all if the stop failed', true, 'DRAFT'],
  ])('starts a campaign that replaces another one: %s', async (_, isBroken, status) => {
    const message = { campaign_content: { content: { email: { html_content: '<p>Boots</p>' } } } };
    const named = (name: string) => ({ ...message, basic_details: { name } });
    const old = { key: 'old', components: named('Old') };
    const copy = { key: 'copy', components: named('Copy') };
    const shown = [live({ ...old, status: 'SCHEDULED' }), live(copy), live({ key: 'alone' })];
    const files = [
      desired({ key: 'alone', status: 'ACTIVE' }),
      desired({ ...copy, status: 'ACTIVE' }),
      desired({ ...old, status: 'STOPPED' }),
    ];
    const stage = stageOf(managing(files, shown));
    stage.service.interfere = ({ operation }) =>
      isBroken && operation === 'status' ? refused(400, 'BAD_REQUEST') : undefined;
    const result = await applyOn(stage);
    const statusOf = (name: string) => stage.service.campaigns.get(live({ key: name }).id)?.status;
    expect([statusOf('copy'), statusOf('alone')]).toEqual([status, 'ACTIVE']);
    const cause = { code: 'start-waits', why: 'others', action: 'PUBLISH', as: ['old'] };
    expect(result.held).toMatchObject(isBroken ? [{ key: 'copy', cause }] : []);
  });

  it('stops at a refused credential, and closes what it did not send', async () => {
    const stage = stageOf({ desired: [desired({ key: 'a' }), desired({ key: 'b' })] });
    stage.service.interfere = () => refused(401, 'UNAUTHORIZED');
    const result = await applyOn(stage);
    expect(result.refused).toBe('credential');
    expect(stage.service.writes).toHaveLength(1);
    expect(stage.recorder.state.open).toEqual([]);
  });

  it('treats an edit that the service refuses with 409 as locked until the status changes', async () => {
    const known = live({ status: 'ACTIVE', components: UTM });
    const stage = stageOf(managing([desired({ components: OTHER_UTM })], [known]));
    stage.service.interfere = () => refused(409, 'BAD_REQUEST');
    expect(await applyOn(stage)).toMatchObject({ failed: [], held: [{ key: 'a', reason: 'locked' }] });
    const locked = planOn(stage).campaigns[0];
    expect(locked).toMatchObject({ verdict: 'held', steps: [], held: [{ reason: 'locked' }] });
    expect(whyOf(locked?.held[0])).toContain('no');
    stage.service.campaigns.set(known.id, { ...known, status: 'PAUSED' });
    expect(planOn(stage).campaigns).toMatchObject([{ verdict: 'update' }]);
  });

  it('treats a 422 on a transition that live already shows as success', async () => {
    const known = live({ status: 'ACTIVE', type: 'PERIODIC' });
    const stage = stageOf(managing([desired({ type: 'PERIODIC', status: 'PAUSED' })], [known]));
    stage.service.interfere = () => {
      stage.service.campaigns.set(known.id, { ...known, status: 'PAUSED' });
      return refused(422, 'UNPROCESSABLE');
    };
    expect(await applyOn(stage)).toMatchObject({ failed: [], applied: [{ change: 'transition' }] });
  });

  it('sends nothing when the intent could not be recorded', async () => {
    const stage = stageOf({ desired: [desired()] });
    stage.recorder.answers.push(NOT_PUSHED);
    const result = await applyOn(stage);
    expect(stage.service.writes).toEqual([]);
    const cause = { code: 'not-recorded', because: NOT_PUSHED.cause, outcome: 'nothing-sent' };
    expect(result.failed).toMatchObject([{ key: 'a', cause }]);
  });

  it("does not start a campaign if live doesn't show everything that was sent, and says so", async () => {
    const stage = stageOf({ desired: [desired({ components: UTM, status: 'ACTIVE' })] });
    const look = stage.service.readCampaigns.bind(stage.service);
    const { components } = live();
    stage.service.readCampaigns = async (ids) => {
      const bare = ([id, answer]: [CampaignId, LiveAnswer]): [CampaignId, LiveAnswer] =>
        answer.kind === 'present' ? [id, { ...answer, live: { ...answer.live, components } }] : [id, answer];
      return new Map([...(await look(ids))].map(bare));
    };
    const result = await applyOn(stage);
    expect(result.applied.map(({ change }) => change)).toEqual(['create']);
    expect(result.unconfirmed).toMatchObject([{ key: 'a', component: 'utm_params' }]);
    expect(result.failed).toMatchObject([{ key: 'a', cause: { code: 'not-reached', shown: null } }]);
  });
});

describe('after an answer that never came', () => {
  it('counts a creation that is found by its name in the same run', async () => {
    const stage = stageOf({ desired: [desired({ components: UTM })] });
    stage.service.interfere = ({ nth }) => (nth === 1 ? 'lose-answer' : undefined);
    expect((await applyOn(stage)).applied).toHaveLength(1);
    expect(stage.recorder.state.ledger.successes).toHaveLength(1);
  });

  /** After the first write, nothing can be found by name until the returned function is called. */
  function blind({ service }: Stage): () => void {
    const search = service.searchByName.bind(service);
    service.searchByName = (name) =>
      service.writes.length === 0 ? search(name) : Promise.resolve(UNREADABLE);
    return () => (service.searchByName = search);
  }

  it('keeps a binding that a person made in the meantime', async () => {
    const stage = stageOf({ desired: [desired({ components: UTM })] });
    const see = blind(stage);
    stage.service.interfere = () => 'lose-answer';
    const { failed } = await applyOn(stage);
    see();
    expect(failed).toMatchObject([{ key: 'a', cause: { code: 'unclear' } }]);
    expect(stage.recorder.state.open).toMatchObject([{ kind: 'create', key: 'a' }]);
    const chosen = live({ components: UTM, status: 'ACTIVE' });
    stage.service.campaigns.set(chosen.id, chosen);
    stage.recorder.state = { ...stage.recorder.state, bindings: new Map([[key('a'), bindingOf(chosen)]]) };
    const run = runOn(stage);
    await recoverOn(stage, run);
    await applyPlan(run, planOn(stage));
    expect(stage.recorder.state.bindings.get(key('a'))?.campaignId).toBe(chosen.id);
    expect(stage.recorder.state.open).toEqual([]);
  });

  it.each(['Twin', 'TWIN', ' Twin '])(
    'creates no %j while it is unknown if Twin was created',
    async (name) => {
      const named = (key: string, name: string) => desired({ key, components: { basic_details: { name } } });
      const stage = stageOf({ desired: [named('a', 'Twin'), named('b', name)] });
      stage.service.interfere = () => 'lose-answer';
      blind(stage);
      const result = await applyOn(stage);
      expect(result.failed.map((one) => one.key)).toEqual(['a']);
      expect(result.held).toMatchObject([{ key: 'b', reason: 'in-flight' }]);
      expect(stage.service.campaigns.size).toBe(1);
    },
  );
});

// The service accepts a transition, but the campaign ends up in another status: in review, ended, or paused by hand.

it.each<readonly [wanted: DesiredStatus, from: CampaignStatus, to: CampaignStatus, as: string | undefined]>([
  ['ACTIVE', 'DRAFT', 'ARCHIVED', 'REJECTED'],
  ['ACTIVE', 'DRAFT', 'ARCHIVED', 'UNDER_REVIEW'],
  ['ACTIVE', 'DRAFT', 'PAUSED', undefined],
  ['ACTIVE', 'PAUSED', 'STOPPED', undefined],
])(
  'reports %s as not reached when %s becomes %s (%s), in the service’s word',
  async (wanted, from, to, as) => {
    const before = live({ type: 'PERIODIC', status: from });
    const stage = stageOf(managing([desired({ type: 'PERIODIC', status: wanted })], [before]));
    stage.service.interfere = (): Answer => {
      const shown = { ...before, status: to, ...(as !== undefined && { statusAs: as }) };
      stage.service.campaigns.set(before.id, shown);
      return { kind: 'done', data: {}, responseId: 'response' };
    };
    const { applied, failed } = await applyOn(stage);
    expect(applied).toEqual([]);
    expect(failed).toMatchObject([{ key: 'a', cause: { code: 'not-reached', shown: as ?? to } }]);
    const status = { from, to: as ?? to };
    expect(stage.recorder.trail).toMatchObject([{ event: { code: 'transitioned' }, status }]);
  },
);
