import { describe, expect, it, test } from 'vitest';
import type { CampaignStatus, Desired, DesiredStatus, Live } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { DriftReport } from '../../src/model/drift.ts';
import type { Binding, State } from '../../src/model/state.ts';
import { findDrift, type DriftInputs } from '../../src/plan/find-drift.ts';
import {
  bindingOf,
  desired,
  digest,
  intent,
  key,
  live,
  NOW,
  stateOf,
  WORKSPACE,
} from '../support/builders.ts';
import { ANSWERED_500 } from '../support/answer-problems.ts';

const utm = (source: string) => ({ utm_params: { utm_source: source } });
const segment = (name: string) => ({ segmentation_details: { included_filters: { name } } });

interface Scene {
  readonly binding?: Binding;
  readonly live?: Live | 'missing' | 'unreadable';
  readonly file?: Desired | 'gone';
  readonly state?: Partial<State>;
  readonly more?: Partial<DriftInputs>;
}

/** The drift of one campaign, `a`. By default, its file is as last applied. */
function look({ binding = bindingOf(live()), live: now = live(), file, state, more }: Scene): DriftReport {
  const { applied, status, deliveryType } = binding;
  const unchanged = desired({
    components: applied,
    status: status.applied,
    type: deliveryType as Desired['deliveryType'],
  });
  return findDrift({
    workspace: WORKSPACE,
    policy: { drift: 'revert', guard: { share: 1, atLeast: 1_000 } },
    commit: null,
    desired: file === 'gone' ? [] : [file ?? unchanged],
    files: 'read',
    state: stateOf([binding], state),
    live: new Map([[key('a'), answerOf(now)]]),
    now: NOW,
    digest,
    ...more,
  });
}

function answerOf(now: NonNullable<Scene['live']>): LiveAnswer {
  if (now === 'missing') return { kind: 'missing' };
  if (now === 'unreadable') return { kind: 'unknown', cause: 'malformed', problem: ANSWERED_500 };
  return { kind: 'present', live: now };
}

/** The components that drifted, and the status that live moved to. */
function found(scene: Scene): string[] {
  return look(scene).drifted.flatMap(({ components, status }) => [
    ...components.map(({ name }) => name),
    ...(status ? [`${status.from} → ${status.to}`] : []),
  ]);
}

describe('a component', () => {
  const sent = bindingOf(live({ components: utm('ours') }));

  test.each<[string, Scene, string[]]>([
    ['is as observed', { binding: sent, live: live({ components: utm('ours') }) }, []],
    ['was edited', { binding: sent, live: live({ components: utm('theirs') }) }, ['utm_params']],
    ['was removed', { binding: sent, live: live() }, ['utm_params']],
    ['is not managed', { live: live({ components: utm('theirs') }) }, []],
    [
      'is as observed, and was never as we sent it',
      {
        binding: bindingOf(live(), { applied: utm('ours'), observed: utm('spelt') }),
        live: live({ components: utm('spelt') }),
      },
      [],
    ],
    [
      'was not visible after it was sent, and arrived late',
      {
        binding: bindingOf(live(), { applied: utm('ours'), observed: utm('before') }),
        live: live({ components: utm('ours') }),
      },
      [],
    ],
    [
      'was found in live, and edited since',
      {
        binding: bindingOf(live({ components: utm('found') }), { adopted: ['utm_params'] }),
        live: live({ components: utm('theirs') }),
      },
      ['utm_params'],
    ],
    [
      'is spelt in another way',
      {
        binding: bindingOf(live({ components: { basic_details: { name: 'The a', tags: ['x', 'y'] } } })),
        live: live({ components: { basic_details: { tags: ['y', 'x', 'x'], name: 'The a' } } }),
      },
      [],
    ],
    [
      'has left the file, but not the record',
      { binding: sent, live: live({ components: utm('theirs') }), file: desired() },
      ['utm_params'],
    ],
  ])('%s', (_, scene, drifted) => {
    expect(found(scene)).toEqual(drifted);
  });

  it('is shown as a change from the observed to the live value', () => {
    const binding = bindingOf(live(), { applied: utm('ours'), observed: utm('spelt') });
    const [campaign] = look({ binding, live: live({ components: utm('theirs') }) }).drifted;
    expect(campaign?.components).toEqual([
      {
        name: 'utm_params',
        observed: { utm_source: 'spelt' },
        live: { utm_source: 'theirs' },
      },
    ]);
  });

  it('that is gone is shown as completely removed', () => {
    const [campaign] = look({ binding: sent, live: live() }).drifted;
    expect(campaign?.components).toMatchObject([{ observed: { utm_source: 'ours' }, live: undefined }]);
  });

  it('that an earlier run sent without getting an answer is our own change', () => {
    const open = [intent({ kind: 'update', components: utm('newer') })];
    const now = live({ components: utm('newer') });
    expect(found({ binding: sent, live: now, state: { open } })).toEqual([]);
    expect(found({ binding: sent, live: now })).toEqual(['utm_params']);
  });
});

describe('a status', () => {
  const left = (
    applied: DesiredStatus | undefined,
    observed: CampaignStatus,
    type: Desired['deliveryType'],
  ) => bindingOf(live({ type }), { status: { applied, observed } });

  test.each<[DesiredStatus | undefined, Desired['deliveryType'], CampaignStatus, CampaignStatus, string[]]>([
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SCHEDULED', []],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SENDING', []],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SENT', []],
    ['ACTIVE', 'PERIODIC', 'SCHEDULED', 'ACTIVE', []],
    ['ACTIVE', 'PERIODIC', 'ACTIVE', 'PAUSED', ['ACTIVE → PAUSED']],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'STOPPED', ['SCHEDULED → STOPPED']],
    ['PAUSED', 'EVENT_TRIGGERED', 'PAUSED', 'ACTIVE', ['PAUSED → ACTIVE']],
    ['DRAFT', 'EVENT_TRIGGERED', 'DRAFT', 'ACTIVE', ['DRAFT → ACTIVE']],
    ['STOPPED', 'ONE_TIME', 'STOPPED', 'ARCHIVED', []],
    [undefined, 'PERIODIC', 'ACTIVE', 'PAUSED', ['ACTIVE → PAUSED']],
    [undefined, 'ONE_TIME', 'DRAFT', 'SCHEDULED', ['DRAFT → SCHEDULED']],
    [undefined, 'ONE_TIME', 'SCHEDULED', 'SENT', []],
  ])('%s of a %s campaign, observed as %s and now %s', (applied, type, observed, now, drifted) => {
    const binding = left(applied, observed, type);
    expect(found({ binding, live: live({ type, status: now }) })).toEqual(drifted);
  });

  it('that an earlier run moved without getting an answer is our own change', () => {
    const binding = left('ACTIVE', 'ACTIVE', 'PERIODIC');
    const now = live({ type: 'PERIODIC', status: 'PAUSED' });
    expect(found({ binding, live: now, state: { open: [intent({ kind: 'transition' })] } })).toEqual([]);
  });
});

describe('the remedy', () => {
  const binding = bindingOf(live({ components: utm('ours') }));
  const theirs = live({ components: utm('theirs') });
  const remedy = (scene: Scene) =>
    look({ binding, live: theirs, ...scene }).drifted.map(({ remedy: one }) =>
      one.kind === 'held' ? one.held.map(({ reason }) => reason) : one.kind,
    );
  const hold = { policy: { drift: 'hold', guard: { share: 1, atLeast: 1_000 } } } as const;

  test.each<[string, Scene, (string | string[])[]]>([
    ['with the file as it was applied', {}, ['put-back']],
    ["if the file can't be read", { file: 'gone', more: { files: 'with-errors' } }, ['put-back']],
    ['if the file says the same now', { file: desired({ components: utm('theirs') }) }, ['noted']],
    ['if the file no longer has it', { file: desired() }, ['noted']],
    ['if the file says a third thing', { file: desired({ components: utm('third') }) }, [['conflict']]],
    ['under the policy hold', { more: hold }, [['drift']]],
    [
      'if the file stops it',
      {
        binding: bindingOf(live({ status: 'SCHEDULED', components: utm('ours') })),
        live: live({ status: 'SCHEDULED', components: utm('theirs') }),
        file: desired({ status: 'STOPPED', components: utm('ours') }),
      },
      ['stopped'],
    ],
    ['if the campaign is gone', { live: 'missing' }, [['missing']]],
    [
      'if it is locked',
      {
        binding: bindingOf(live({ status: 'ACTIVE', components: segment('ours') })),
        live: live({ status: 'ACTIVE', components: segment('theirs') }),
      },
      [['locked']],
    ],
  ])('%s', (_, scene, kinds) => {
    expect(remedy(scene)).toEqual(kinds);
  });

  it('is only a record, for which each part has its reason', () => {
    const both = { ...utm('ours'), ...segment('ours') };
    const scene = {
      binding: bindingOf(live({ components: both })),
      live: live({ components: { ...utm('theirs'), ...segment('theirs') } }),
      file: desired({ components: utm('theirs') }),
    };
    expect(look(scene).drifted.map(({ remedy: one }) => one)).toEqual([
      { kind: 'noted', unmanaged: ['segmentation_details'], same: ['utm_params'] },
    ]);
  });

  it('is reverting the drift, even if something else is blocked', () => {
    const published = { ...WORKSPACE, publish: 'never' } as const;
    const file = desired({ components: utm('ours'), status: 'ACTIVE' });
    expect(remedy({ file, more: { workspace: published } })).toEqual(['put-back']);
  });
});

describe('the report', () => {
  it('names a campaign that no longer exists in the service', () => {
    expect(look({ live: 'missing' })).toMatchObject({
      drifted: [{ key: 'a', liveStatus: null, status: null, components: [] }],
      checked: 1,
    });
  });

  it('says of an unreadable campaign only that it could not be read', () => {
    expect(look({ live: 'unreadable' })).toMatchObject({
      drifted: [],
      unknown: [{ key: 'a', file: 'campaigns/a.yaml', campaignId: 'id-a', problem: ANSWERED_500 }],
      checked: 0,
    });
    const unasked = look({ more: { live: new Map() } });
    expect(unasked.unknown).toMatchObject([{ problem: { code: 'not-asked' } }]);
  });

  it('leaves out campaigns whose file is gone, as long as the files are known', () => {
    const scene: Scene = { binding: bindingOf(live({ components: utm('ours') })), file: 'gone' };
    expect(look(scene)).toMatchObject({ drifted: [], orphaned: ['a'], checked: 0 });
    expect(look({ ...scene, more: { files: 'with-errors' } })).toMatchObject({
      drifted: [{ key: 'a', file: null }],
      orphaned: [],
      checked: 1,
    });
  });

  it('contains only the requested campaigns', () => {
    const scene: Scene = { live: 'missing', more: { only: new Set([key('b')]) } };
    expect(look(scene)).toMatchObject({ drifted: [], unknown: [], orphaned: [], checked: 0 });
  });

  it('ignores files without a binding', () => {
    const report = look({ more: { desired: [desired(), desired({ key: 'new' })] } });
    expect(report).toMatchObject({ drifted: [], unknown: [], checked: 1 });
  });
});
