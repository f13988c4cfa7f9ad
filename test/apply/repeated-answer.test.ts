import { expect, it } from 'vitest';
import { applyOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { bindingOf, campaignId, desired, key, live, managing } from '../support/builders.ts';

// A cache or a gateway repeats the answer to another creation, so two creations are answered with one ID.

const named = (name: string) => ({ key: name, name, components: { basic_details: { name } } });

/** Lets every creation through, and answers it with this ID. */
function answersCreationsWith({ service }: Stage, id: string): void {
  const send = service.send.bind(service);
  service.send = async (operation, request, keys) => {
    const answer = await send(operation, request, keys);
    return operation === 'create' && answer.kind === 'done' ? { ...answer, data: { id } } : answer;
  };
}

function boundIn({ recorder }: Stage): Record<string, string> {
  return Object.fromEntries([...recorder.state.bindings.values()].map((one) => [one.key, one.campaignId]));
}

it.each(['recovered at once', 'recovered a day later'])(
  'is no answer if another key has the ID: nothing is bound until the real campaign is found, %s',
  async (when) => {
    const other = live(named('a'));
    const stage = stageOf(managing([desired(named('a')), desired(named('b'))], [other]));
    answersCreationsWith(stage, other.id);
    const { applied, failed } = await applyOn(stage);
    expect(applied).toEqual([]);
    expect(failed).toMatchObject([{ key: 'b', cause: { code: 'not-read-back', why: 'other-id' } }]);
    expect(boundIn(stage)).toEqual({ a: other.id });
    if (when !== 'recovered at once') stage.clock.time += 24 * 3_600_000;
    expect(await recoverAndApply(stage)).toMatchObject({ applied: [{ key: 'b', change: 'create' }] });
    expect(boundIn(stage)).toEqual({ a: other.id, b: 'created-2' });
    expect(stage.service.creations).toHaveLength(1);
  },
);

it('is no answer if the campaign has another name and other content, although no file manages it', async () => {
  const saying = (title: string) => ({ campaign_content: { content: { push: { android: { title } } } } });
  const titled = (name: string) => ({ key: name, components: { basic_details: { name }, ...saying(name) } });
  const foreign = live(titled('foreign'));
  const stage = stageOf({ desired: [desired(titled('b'))], live: [foreign] });
  answersCreationsWith(stage, foreign.id);
  const { applied, failed } = await applyOn(stage);
  expect(applied).toEqual([]);
  expect(failed).toMatchObject([{ key: 'b', cause: { code: 'not-read-back', why: 'other-id' } }]);
  expect(boundIn(stage)).toEqual({});
  expect(await recoverAndApply(stage)).toMatchObject({ applied: [{ key: 'b', change: 'create' }] });
  expect(Object.keys(boundIn(stage))).toEqual(['b']);
  expect(Object.values(boundIn(stage))).not.toContain(foreign.id);
  expect(stage.service.creations).toHaveLength(1);
});

it('is no answer if the request is sent again, either', async () => {
  const other = live(named('a'));
  const stage = stageOf(managing([desired(named('a')), desired(named('b'))], [other]));
  stage.service.interfere = ({ operation }) => (operation === 'create' ? 'lose-answer' : undefined);
  // Until a day later, no search shows the new campaign.
  const search = stage.service.searchByName.bind(stage.service);
  stage.service.searchByName = () => Promise.resolve({ kind: 'found', campaigns: [] });
  await applyOn(stage);
  stage.service.interfere = () => undefined;
  answersCreationsWith(stage, other.id);
  expect((await recoverAndApply(stage)).applied).toEqual([]);
  expect(boundIn(stage)).toEqual({ a: other.id });
  stage.service.searchByName = search;
  expect(await recoverAndApply(stage)).toMatchObject({ applied: [{ key: 'b', change: 'create' }] });
  expect(boundIn(stage)).toEqual({ a: other.id, b: 'created-2' });
});

it('never gives a second key to a created campaign that got another key by hand in the meantime', async () => {
  const stage = stageOf({ desired: [desired(named('b'))] });
  stage.service.unreadable = new Set([campaignId('created-1'), 'created-1' as never]);
  await applyOn(stage);
  expect(stage.recorder.state.open).toMatchObject([{ key: 'b', created: 'created-1' }]);
  const [made] = stage.service.all();
  if (!made) throw new Error('nothing was created');
  stage.service.unreadable = new Set();
  const { state } = stage.recorder;
  stage.recorder.state = {
    ...state,
    bindings: new Map([[key('hand'), { ...bindingOf(made), key: key('hand') }]]),
  };
  await recoverAndApply(stage);
  expect(Object.values(boundIn(stage)).filter((id) => id === 'created-1')).toHaveLength(1);
});
