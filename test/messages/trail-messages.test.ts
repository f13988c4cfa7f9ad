import { expect, it } from 'vitest';
import { describeEvent, SUBJECT } from '../../src/messages/trail-messages.ts';
import { changeOf, wordsOf } from '../../src/model/audit.ts';
import type { CampaignId, CampaignKey, LastEdit } from '../../src/model/campaign.ts';
import type { HandEdit, NotConfirmed, NotDone, TrailEvent } from '../../src/model/trail-event.ts';

const notDone = (why: NotDone, sent: 'create' | 'update' | 'transition' = 'update') =>
  ({ code: 'not-done', sent, why }) as const;
const notConfirmed = (why: NotConfirmed, sent: 'create' | 'transition' = 'create') =>
  ({ code: 'not-confirmed', sent, why }) as const;
const components = ['campaign_content', 'utm_params'] as const;
const UPDATED = 'update a: campaign_content, utm_params';

const EDIT = 'hand-edit a: utm_params changed in the service by bob@example.com on 2031-05-02';
const BOB = { by: 'bob@example.com', at: '2031-05-02T08:00:00.000Z' };
const edited = (when: HandEdit['when'], who: LastEdit = BOB): TrailEvent => ({
  code: 'hand-edited',
  edit: { components: ['utm_params'], values: [], when, ...who },
});

/** The subjects that the state branch has, which readers of `git log` know. */
const SUBJECTS: readonly (readonly [event: TrailEvent, change: string, subject: string])[] = [
  [{ code: 'created', campaignId: '64a1' as CampaignId }, 'create', 'create a: 64a1'],
  [{ code: 'updated', components }, 'update', UPDATED],
  [{ code: 'updated', components, restored: ['utm_params'] }, 'update', `${UPDATED} (restored)`],
  [
    { code: 'transitioned', action: 'PAUSE', from: 'ACTIVE', to: 'PAUSED' },
    'transition',
    'pause a: ACTIVE → PAUSED',
  ],
  [
    { code: 'moved-in-service', from: 'DRAFT', to: 'ACTIVE' },
    'hand-edit',
    'status a: DRAFT → ACTIVE, in the service',
  ],
  [
    { code: 'moved-in-service', from: 'SENDING', to: 'SENT', isByItself: true },
    'status',
    'status a: SENDING → SENT, in the service',
  ],
  [edited('before-send'), 'hand-edit', `${EDIT}, before it was sent; users got this version`],
  [edited('after-send'), 'hand-edit', `${EDIT}, after its send had begun`],
  [edited('after-end'), 'hand-edit', `${EDIT}, after it had ended`],
  [edited(null), 'hand-edit', EDIT],
  [
    edited('unknown', { by: null, at: null }),
    'hand-edit',
    'hand-edit a: utm_params was different when it ended',
  ],
  [
    edited('unknown', { by: 'bob@example.com', at: null }),
    'hand-edit',
    'hand-edit a: utm_params was different when it ended, last edited by bob@example.com',
  ],
  [notDone({ code: 'not-sent' }), 'update-not-done', 'update a: not sent'],
  [
    notDone({ code: 'blackout' }, 'transition'),
    'transition-not-done',
    'transition a: not sent: the team sends nothing on that day',
  ],
  [
    notDone({ code: 'refused', status: 409, serviceCode: 'CONFLICT' }),
    'update-not-done',
    'update a: refused 409 CONFLICT',
  ],
  [notDone({ code: 'not-found' }, 'create'), 'create-not-done', 'create a: not found when searched for'],
  [notDone({ code: 'not-found' }), 'update-not-done', 'update a: the service still has the old values'],
  [
    notDone({ code: 'not-found', unwanted: { kind: 'file-gone' } }, 'create'),
    'create-not-done',
    'create a: not found when searched for, and its file is gone',
  ],
  [
    notConfirmed({ code: 'superseded', isAccepted: false }, 'transition'),
    'transition-not-confirmed',
    'transition a: sent without an answer, then sent again before the service showed it',
  ],
  [
    notDone({ code: 'not-shown', shown: ['advanced'], givenUp: true }),
    'update-not-done',
    'update a: only advanced arrived, after two attempts',
  ],
  [
    notConfirmed({ code: 'taken' }),
    'create-not-confirmed',
    'create a: the service says that it has done this, but not for which campaign',
  ],
];

it.each(SUBJECTS)('words %j', (event, change, subject) => {
  expect(changeOf(event)).toBe(change);
  expect(describeEvent('a', event)).toBe(subject);
  expect(wordsOf(subject, 'a')).toBe(subject.slice(subject.indexOf(': ') + 2));
});

it('has no words for a subject that is not about one campaign only', () => {
  expect(wordsOf('adopt 3 campaigns', 'a')).toBeNull();
  expect(wordsOf('create a: 1', 'b')).toBeNull();
  const [one, two] = [
    { key: 'a' as CampaignKey, campaignId: '1' as CampaignId },
    { key: 'b' as CampaignKey, campaignId: '2' as CampaignId },
  ];
  expect([SUBJECT.bound('adopt', [one]), SUBJECT.bound('import', [one, two])]).toEqual([
    'adopt a: 1',
    'import 2 campaigns',
  ]);
});
