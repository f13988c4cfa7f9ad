import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components, DesiredStatus } from '../../src/model/campaign.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Consent } from '../../src/model/workspace.ts';
import { bindingOf, campaignId, desired, key, live, planFor, stateOf } from '../support/builders.ts';

const A = { utm_source: 'a', utm_medium: 'm' };
const B = { utm_source: 'b', utm_medium: 'm' };

interface Situation {
  readonly file?: Components;
  readonly fileStatus?: DesiredStatus;
  readonly live?: Components;
  readonly status?: CampaignStatus;
  readonly actor?: string;
  readonly allow?: readonly Consent[];
  readonly id?: string;
  readonly document?: string;
}

/** A draft whose file edits `utm_params`, with what matters changed. */
function planned(situation: Situation = {}): Plan {
  const { file = { utm_params: B }, status = 'DRAFT', id = 'id-a' } = situation;
  const shown = {
    ...live({
      type: 'PERIODIC',
      status,
      components: { utm_params: A, connector: { a: 1 }, ...situation.live },
    }),
    id: campaignId(id),
    documentId: situation.document ?? id,
  };
  const recorded = { ...shown.components, utm_params: A };
  const binding = { ...bindingOf(shown, { applied: recorded, observed: shown.components }), key: key('a') };
  return planFor(
    {
      desired: [
        desired({
          type: 'PERIODIC',
          status: situation.fileStatus,
          components: { connector: { a: 1 }, ...file },
        }),
      ],
      live: [shown],
      state: stateOf([binding]),
    },
    {
      actors: new Map([[key('a'), situation.actor ?? 'ada@example.com']]),
      consents: new Set(situation.allow ?? []),
    },
  );
}

const idOf = (situation?: Situation) => planned(situation).campaigns[0]?.changeId;

describe('the change id', () => {
  it('is 16 hex digits where something would be done, and null where nothing is', () => {
    expect(idOf()).toMatch(/^[0-9a-f]{16}$/);
    expect(idOf({ file: { utm_params: A } })).toBeNull();
  });

  it.each<readonly [what: string, situation: Situation]>([
    ['who edited the file', { actor: 'brook@example.com' }],
    ['another component of live', { live: { delivery_controls: { bypass_dnd: true } } }],
    ['the status, where no lock depends on it', { status: 'SCHEDULED' }],
    ['how live spells what is edited', { live: { utm_params: { utm_medium: 'm', utm_source: 'a' } } }],
    ['the document of a version', { document: 'version-2' }],
  ])('stays, whatever %s is', (_, situation) => {
    expect(idOf(situation)).toBe(idOf());
  });

  it.each<readonly [what: string, situation: Situation]>([
    ['what would be sent', { file: { utm_params: { ...B, utm_term: 'x' } } }],
    ['what live has at that place', { live: { utm_params: { ...A, utm_term: 'x' } } }],
    ['the campaign', { id: 'id-b' }],
    ['a pause beside it', { status: 'ACTIVE', fileStatus: 'PAUSED' }],
    ['a publish beside it', { fileStatus: 'ACTIVE' }],
    ['a consent', { allow: ['guard'] }],
    ['a second component', { file: { utm_params: B, connector: { a: 2 } } }],
  ])('moves with %s', (_, situation) => {
    expect(idOf(situation)).not.toBe(idOf());
  });

  it('stays in whatever order consents are given, and moves with each of them', () => {
    expect(idOf({ allow: ['guard', 'conflict', 'same-name'] })).toBe(
      idOf({ allow: ['same-name', 'conflict', 'guard'] }),
    );
    const ids = ([[], ['guard'], ['conflict'], ['guard', 'conflict']] as const).map((allow) =>
      idOf({ allow }),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('moves with the status where a lock depends on it', () => {
    const schedule = (start: string) => ({
      scheduling_details: { delivery_type: 'ASAP', start_time: start },
    });
    const file = schedule('2031-05-01T10:00:00');
    const before = schedule('2031-05-01T09:00:00');
    expect(idOf({ file, live: before, status: 'SCHEDULED', allow: ['conflict'] })).not.toBe(
      idOf({ file, live: before, status: 'DRAFT', allow: ['conflict'] }),
    );
  });

  it('of a pause alone stays when the campaign was edited by hand', () => {
    const pausing: Situation = { status: 'ACTIVE', fileStatus: 'PAUSED', file: { utm_params: A } };
    expect(idOf({ ...pausing, status: 'SCHEDULED' })).toBe(idOf(pausing));
  });

  it('of a new campaign is that of its content, whoever wrote it', () => {
    const creating = (actor: string, source: string) =>
      planFor(
        { desired: [desired({ components: { utm_params: { utm_source: source } } })] },
        { actors: new Map([[key('a'), actor]]) },
      ).campaigns[0]?.changeId;
    expect(creating('ada@example.com', 'a')).toBe(creating('brook@example.com', 'a'));
    expect(creating('ada@example.com', 'a')).not.toBe(creating('ada@example.com', 'b'));
  });
});

describe('the fingerprint', () => {
  it('moves with any change id, and with nothing else', () => {
    expect(planned().fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(planned({ actor: 'brook@example.com' }).fingerprint).toBe(planned().fingerprint);
    expect(planned({ id: 'id-b' }).fingerprint).not.toBe(planned().fingerprint);
  });
});
