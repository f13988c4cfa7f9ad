import type { HeldCause } from '../../src/model/held.ts';
import type { RefusalCause } from '../../src/model/reasons.ts';
import { FAILURES, STALE } from '../../src/messages/catalog/failures.ts';
import { GAPS } from '../../src/messages/catalog/gaps.ts';
import { HELD } from '../../src/messages/catalog/held.ts';
import { NOTES } from '../../src/messages/catalog/notes.ts';
import { REFUSALS } from '../../src/messages/catalog/refusals.ts';
import type { Words } from '../../src/messages/catalog/row.ts';
import { PLAN_NOTICES, STEP_FAILURES, STEP_NOTICES } from '../../src/messages/catalog/steps.ts';

/** Every row, by what its codes are about: for tests and for docs/codes.md. */
export const CATALOGS = {
  held: HELD,
  notes: NOTES,
  refusals: REFUSALS,
  failures: FAILURES,
  stale: STALE,
  gaps: GAPS,
  failedSteps: STEP_FAILURES,
  planNotices: PLAN_NOTICES,
  stepNotices: STEP_NOTICES,
};

const [key, file, zone] = ['promo/black-friday', 'campaigns/promo/black-friday.yaml', 'Europe/Berlin'];
const [baseUrl, campaignId, time] = [
  'https://api.example.com/',
  '65f1c0ffee65f1c0ffee0001',
  '2026-11-20T09:00:00',
];

/** Parameters that mean the same in every row. */
const COMMON = {
  ...{ action: 'PAUSE', advice: { key, type: 'PERIODIC', status: 'ACTIVE' }, appKey: 'SHOP', as: [key] },
  at: '#12',
  baseUrl,
  branch: 'main',
  by: campaignId,
  campaignId,
  commit: '1a2b3c4',
  component: 'utm_params',
  components: ['utm_params'],
  emergencyStop: 'PAUSED',
  errors: 2,
  expiry: time,
  file,
  folder: '/work/shop',
  found: [{ id: campaignId, status: 'DRAFT' }],
  from: 'ACTIVE',
  key,
  keys: [key, 'promo/sale'],
  known: [key],
  kept: null,
  last: '5d6e7f8',
  left: 2,
  live: 13,
  managed: 14,
  more: 0,
  name: key,
  option: '--max-wait',
  ...{ others: 2, path: 'campaigns/welcome.yaml', paths: ['/utm_term'], pull: 12, ref: 'main', share: 0.3 },
  problem: { code: 'no-answer', baseUrl, said: 'ECONNREFUSED' },
  publish: false,
  run: '20261121T091405-1a2b',
  ...{ said: 'fatal: no route to host', serviceCode: 'INVALID', start: time, status: 'ACTIVE', to: 'PAUSED' },
  ...{ touched: 6, until: null, value: 'soon', variable: 'CAMPAIGNS_API_KEY', warnings: 1, written: 0, zone },
  ...{ workspace: 'production', workspaces: ['staging', 'production'] },
};

const LEASE_END = Date.UTC(2026, 10, 21, 9, 14, 5);
const ENDED_EARLY: RefusalCause = {
  ...{ code: 'no-api-key', workspace: 'production', variable: 'CAMPAIGNS_API_KEY', publish: false },
};

/** Parameters of single rows. */
const OWN: Readonly<Record<keyof typeof CATALOGS, Readonly<Record<string, object>>>> = {
  held: {
    locked: { locks: [{ component: 'segmentation_details' }], by: 'file' },
    'draft-above': { version: 3 },
    'type-changed': { file: 'PUSH ONE_TIME', live: 'EMAIL PERIODIC' },
    'read-only': { why: 'flow-node' },
    'not-compared': { why: 'not-recorded' },
    unresolved: { what: 'request' },
    renamed: { orphan: 'promo/friday', isAllowable: false },
    'no-record': { isTaken: true },
    'not-ready': { missing: ['connector is missing'] },
    blackout: { day: '2026-12-24', days: [{ from: '2026-12-24', to: '2026-12-26' }] },
    'start-waits': { why: 'edits' },
    'edit-refused': { said: 'Only drafts can be updated.' },
    'transition-not-possible': { wanted: 'PAUSED', from: 'SCHEDULED', word: 'SCHEDULED', type: 'ONE_TIME' },
    'not-reviewed': { why: { kind: 'not-in-plan-file' } },
  },
  notes: {
    'crowded-day': { segment: 'VIP', count: 3, day: '2026-11-20', atMost: 2 },
    rejected: { comment: 'The discount is missing' },
    'publish-refused': { said: ['connector: is missing'] },
  },
  refusals: {
    'bad-option': { why: 'form', form: 'duration' },
    'unknown-name': { what: 'campaign', name: 'promo/red-friday', where: 'production' },
    'no-repository': { why: 'no-repository' },
    'invalid-files': { said: undefined },
    uncommitted: { files: [file], dirty: 'applies' },
    'plan-file-unusable': { why: 'other-workspace', planned: 'staging' },
    'output-path-refused': { said: undefined },
    'wrong-address': { place: { file: 'campaigns/workspaces.yaml', line: 3, column: 15 } },
    'not-manageable': { why: 'flow-node' },
    'state-unusable': { fault: 'not-json' },
    'state-newer': { where: 'main:ledger.json' },
    'state-other-target': { recorded: 'api.example.com (SHOP)', now: 'staging.example.com (SHOP)' },
    'lease-held': {
      holder: { run: COMMON.run, page: null, user: 'ada', since: LEASE_END - 120_000, until: LEASE_END },
    },
    'not-written': { fault: { at: file, code: 'E_FILE', why: 'unwritable', said: 'EROFS: read-only' } },
    'nothing-to-restore': { why: 'never-applied' },
    'cannot-replace': { why: 'not-edited' },
    'event-unusable': { why: 'unknown', said: 'issues' },
    'test-refused': {
      status: 400,
      complaints: [
        {
          target: 'test_campaign_meta.identifier_values.0',
          message: 'must be an email address',
          place: undefined,
        },
      ],
    },
    incomplete: { lacks: ['connector'] },
    'no-test-recipients': { channel: 'PUSH' },
  },
  failures: {
    refused: {
      ...{ step: 'update', status: 400 },
      complaints: [
        { target: 'utm_params.utm_source', message: 'is too long', place: { file, line: 3, column: 5 } },
      ],
    },
    unreadable: { before: 'write' },
    unclear: { found: 'nothing' },
    'not-read-back': { why: 'missing' },
    'not-reached': { shown: 'ACTIVE' },
    'maybe-made': { status: 422, shown: 'ACTIVE' },
    'not-recorded': {
      because: {
        code: 'not-recorded',
        branch: 'campaigns-state/production',
        said: 'fatal: no route to host',
      },
      outcome: 'in-this-clone',
    },
  },
  stale: { overtaken: { isNewer: true }, changed: { what: 'status', from: 'DRAFT', to: 'ACTIVE' } },
  gaps: {
    'other-people': { trailer: 'Approved-By' },
    'not-reviewed': { pull: null },
    'not-approved': { pull: '12' },
  },
  failedSteps: {
    'ended-early': { cause: ENDED_EARLY },
    'run-refused': { refusal: 'lease' },
    'not-all-done': { why: 'failed' },
    'not-reviewed': { why: { kind: 'drift' } },
    'files-checked': { files: 12 },
    'test-skipped': { why: 'sent-before' },
    'test-refused': { obstacle: { code: 'other-target', workspace: 'production', ref: 'main' } },
  },
  planNotices: {
    'no-key': {
      secret: 'CAMPAIGNS_API_KEY',
      settings: 'https://github.com/acme/shop/settings/secrets/actions',
    },
    'drift-elsewhere': { issue: 'https://github.com/acme/shop/issues/7' },
  },
  stepNotices: {
    'not-posted': {
      what: 'plan',
      problem: { code: 'refused', status: 403, said: 'Not accessible', missing: 'pull-requests: write' },
    },
    'no-drift-pull': { why: 'not-pushed' },
  },
};

/** The parameters of a row with which it can be shown. */
export function exampleOf(catalog: keyof typeof CATALOGS, code: string): object {
  return { ...COMMON, ...OWN[catalog][code] };
}

/** A row with parameters of any kind. */
type AnyRow = (params: object) => Words;

export function rowsOf(catalog: keyof typeof CATALOGS): (readonly [code: string, row: AnyRow])[] {
  return Object.entries(CATALOGS[catalog] as unknown as Readonly<Record<string, AnyRow>>);
}

/** Examples of what blocks a change. */
export const HELD_EXAMPLES = Object.fromEntries(
  Object.keys(HELD).map((code) => [code, { code, ...exampleOf('held', code) }]),
) as unknown as { readonly [Code in HeldCause['code']]: Extract<HeldCause, { readonly code: Code }> };
