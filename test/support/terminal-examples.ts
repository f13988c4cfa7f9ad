import type { CommandQuestion } from '../../src/model/command-question.ts';
import { STARTER_QUESTIONS } from '../../src/messages/starter-messages.ts';
import type { QuietNote, ShownLeaf } from '../../src/messages/note-messages.ts';
import type { CampaignId, CampaignKey } from '../../src/model/campaign.ts';
import type { Progress } from '../../src/model/progress.ts';
import type { RunNotice, RunQuestion } from '../../src/model/run-notice.ts';
import type { Intent } from '../../src/model/state.ts';
import type { Window } from '../../src/model/workspace.ts';

// An example of what a terminal asks and reports, for docs/messages.md. A kind without one does not compile.

type ByKind<Value extends { readonly kind: string }> = {
  readonly [Kind in Value['kind']]: Value & { readonly kind: Kind };
};

const [workspace, key] = ['production', 'promo/black-friday' as CampaignKey];
const at = Date.parse('2026-11-21T09:14:05Z');
const paths = ['/utm_term'];
const A_MINUTE: Window = { limit: 5, spanMs: 60_000, counts: 'successes' };

export const QUESTION_EXAMPLES: ByKind<CommandQuestion | RunQuestion> = {
  adopt: { kind: 'adopt', files: 12, workspace },
  forget: { kind: 'forget', campaigns: 2, workspace },
  import: { kind: 'import', campaigns: 12, workspace },
  pull: { kind: 'pull', campaigns: 2, workspace },
  replace: { kind: 'replace' },
  revert: { kind: 'revert', files: 1 },
  target: { kind: 'target', workspace },
  apply: { kind: 'apply' },
  'send-key': { kind: 'send-key' },
  'stop-first': { kind: 'stop-first', stops: [{ action: 'PAUSE', key }] },
};

export const STARTER_QUESTION_EXAMPLES: Readonly<Record<keyof typeof STARTER_QUESTIONS, string>> = {
  workspace: STARTER_QUESTIONS.workspace('production'),
  baseUrl: STARTER_QUESTIONS.baseUrl,
  appKey: STARTER_QUESTIONS.appKey,
  channels: STARTER_QUESTIONS.channels('email'),
};

const SENT: Intent = {
  ...{ kind: 'transition', action: 'PUBLISH', desired: 'ACTIVE', key, campaignId: 'c' as CampaignId },
  ...{ changeId: '', run: '', at, idempotencyKey: '', requestId: '', file: '' },
};

export const RUN_NOTICE_EXAMPLES: ByKind<RunNotice> = {
  'taken-over': {
    kind: 'taken-over',
    holder: { run: '20261121T091405-1a2b3c4d', by: 'ada', since: at, until: at + 120_000 },
    isDead: true,
  },
  'not-freed': { kind: 'not-freed', said: 'fatal: no route to host' },
  'read-from-clone': {
    kind: 'read-from-clone',
    problem: {
      code: 'state-unreachable',
      branch: 'campaigns-state/production',
      said: 'fatal: no route to host',
    },
  },
  'shallow-clone': { kind: 'shallow-clone', campaigns: 12 },
  'clock-ahead': { kind: 'clock-ahead', creations: 2 },
  interrupted: { kind: 'interrupted' },
  stopped: { kind: 'stopped', sent: SENT },
  'searching-created': { kind: 'searching-created' },
  'reading-each': { kind: 'reading-each', campaigns: 120 },
  'writing-files': { kind: 'writing-files', files: 12 },
  binding: { kind: 'binding', campaigns: 12 },
};

/** What a log reports of a run. Steps that it leaves out are missing. */
export const PROGRESS_EXAMPLES = {
  limited: { kind: 'limited', window: A_MINUTE, isDefault: true },
  'request-wait': { kind: 'request-wait', until: at, why: 'limits', operation: 'create' },
  waiting: {
    ...{ kind: 'waiting', next: at, cause: A_MINUTE, last: at + 60_000 },
    ...{ done: 5, total: 12, deferredCount: 0 },
  },
  'still-reading': { kind: 'still-reading', done: 45, total: 300 },
} as const satisfies Readonly<Record<string, Progress>>;

export const QUIET_NOTE_EXAMPLES: Omit<ByKind<QuietNote>, 'new-default'> = {
  'live-also-has': { kind: 'live-also-has', component: 'utm_params', paths },
  'kept-as': { kind: 'kept-as', component: 'utm_params', paths },
  'changes-by-itself': { kind: 'changes-by-itself', component: 'utm_params', paths },
  'not-recorded': { kind: 'not-recorded', components: ['utm_params'] },
  'not-verifiable': { kind: 'not-verifiable', component: 'utm_params', paths },
  'draft-above': { kind: 'draft-above', version: 3 },
  'settled-first': {
    kind: 'settled-first',
    sent: 'update',
    run: '20261121T091405-1a2b3c4d',
    answered: false,
  },
  'status-moved': { kind: 'status-moved', from: 'ACTIVE', to: 'PAUSED' },
};

/** The leaf that the notes above name. */
export const NOTED_LEAF: ShownLeaf = { field: 'utm_params.utm_term', value: 'sale' };
