import { subjectOf, type AuditEntry } from '../model/audit.ts';
import type { UnwantedCreation } from '../model/held.ts';
import type { Binding, StateTarget } from '../model/state.ts';
import type { HandEdit, NotConfirmed, NotDone, TrailEvent, TrailEventParams } from '../model/trail-event.ts';
import { saidFor, type Catalog } from './catalog/row.ts';

// The subjects of the commits on the state branch. They are kept forever and read with `git log`, so they are one line
// of plain text each. The trailers below them have the same as data (state/state-commits.ts).

/** An event of a campaign in one line: `update promo/black-friday-push: utm_params`. */
export function describeEvent(key: string, event: TrailEvent): string {
  const [verb, words] = saidFor(EVENTS, event);
  return subjectOf(verb, key, words);
}

const EVENTS: Catalog<TrailEventParams, readonly [verb: string, words: string]> = {
  created: ({ campaignId }) => ['create', campaignId],
  updated: (event) => ['update', withRestored(event).join(', ')],
  transitioned: ({ action, from, to }) => [action.toLowerCase(), `${from} → ${to}`],
  'moved-in-service': ({ from, to }) => ['status', `${from} → ${to}, in the service`],
  noted: ({ why }) => [
    'note',
    why.code === 'in-sync'
      ? 'live already matched the file'
      : `no longer in the file: ${why.components.join(', ')}`,
  ],
  'hand-edited': ({ edit }) => ['hand-edit', handEdited(edit)],
  'not-done': (event) => [event.sent, notDone(event)],
  'not-confirmed': (event) => [event.sent, notConfirmed(event)],
};

/** `utm_params changed in the service by bob@example.com on 2031-05-02, before it was sent; users got this version` */
function handEdited({ components, by, at, when }: HandEdit): string {
  const who = by === null ? '' : ` by ${by}`;
  const day = at === null ? '' : ` on ${at.slice(0, 10)}`;
  const how = when === 'unknown' ? ' was different when it ended' : ' changed in the service';
  return `${components.join(', ')}${how}${who && `${when === 'unknown' ? ', last edited' : ''}${who}`}${day}${EDITED[when ?? 'unknown']}`;
}

const EDITED = {
  'before-send': ', before it was sent; users got this version',
  'after-send': ', after its send had begun',
  'after-end': ', after it had ended',
  unknown: '',
} as const;

/** `utm_params (restored)`: what was sent again because it had been edited in the service. */
export function withRestored({
  components,
  restored = [],
}: Pick<AuditEntry, 'components'> & Partial<Pick<AuditEntry, 'restored'>>): string[] {
  return components.map((name) => (restored.includes(name) ? `${name} (restored)` : name));
}

/** Reasons that need no parameters. */
const NOT_DONE = {
  'not-sent': 'not sent',
  stale: 'stale',
  unreadable: 'could not be read',
  'start-past': 'not sent: its start is in the past',
  blackout: 'not sent: the team sends nothing on that day',
  'slot-later': 'deferred: its slot is later',
  'recorded-again': 'not sent in time; recorded again',
  'too-many-requests': 'deferred: too many requests',
  unreachable: 'not sent: the service did not answer',
  'campaign-gone': 'the campaign is gone',
  'campaign-forgotten': 'its campaign was forgotten in the meantime',
  'bound-by-hand': 'its file was bound manually in the meantime',
  'forgotten-by-hand': 'forgotten manually',
} as const;

function notDone({ sent, why }: { readonly sent: string; readonly why: NotDone }): string {
  if (why.code === 'refused') return `refused ${why.status} ${why.serviceCode}`;
  if (why.code === 'not-found')
    return `${sent === 'update' ? 'the service still has the old values' : 'not found when searched for'}${why.unwanted ? `, and ${unwanted(why.unwanted)}` : ''}`;
  if (why.code !== 'not-shown') return NOT_DONE[why.code];
  const partly =
    why.shown.length > 0 ? `only ${why.shown.join(', ')} arrived` : 'the service never showed it';
  return why.givenUp ? `${partly}, after two attempts` : `${partly}; planned once more`;
}

function unwanted(why: UnwantedCreation): string {
  return why.kind === 'file-gone' ? 'its file is gone' : `its file says ${why.now} now, not ${why.before}`;
}

function notConfirmed({ sent, why }: { readonly sent: string; readonly why: NotConfirmed }): string {
  if (why.code !== 'superseded') return NOT_CONFIRMED[why.code];
  return `${why.isAccepted ? 'accepted' : 'sent without an answer'}, then ${sent === 'transition' ? 'sent again' : 'replaced by a newer edit'} before the service showed it`;
}

const NOT_CONFIRMED = {
  taken: 'the service says that it has done this, but not for which campaign',
  'not-read-back': 'accepted, but it could not be read back',
  'not-shown-yet': 'accepted, but the service does not show it yet',
} as const;

/** The other commits, which are about a run, or about what a person did by hand. */
export const SUBJECT = {
  /** Pull requests whose reviews were recorded for the first time. */
  approvals: (pulls: readonly number[]) =>
    pulls.length > 0
      ? `approve the changes reviewed in ${pulls.map((pull) => `#${pull}`).join(', ')}`
      : 'update approvals',
  /** Only the ledger changed. */
  attempts: 'count creation attempts',
  /** `change` says how. */
  bound: (change: 'import' | 'adopt', bindings: readonly Pick<Binding, 'key' | 'campaignId'>[]) => {
    const [only, ...others] = bindings;
    return only && others.length === 0
      ? subjectOf(change, only.key, only.campaignId)
      : `${change} ${bindings.length} campaigns`;
  },
  forgotten: (key: string) => `forget ${key}; the live campaign is not changed`,
  /** What is about to be sent. */
  intents: (intents: readonly { readonly kind: string; readonly key: string }[]) =>
    `intent: ${intents.map(({ kind, key }) => `${kind} ${key}`).join(', ')}`,
  /** Who may apply to a workspace, and until when: the page of the run or the user, if either is known. */
  lease: (workspace: string, { by, until }: { readonly by: string | null; readonly until: string }) =>
    `lease of ${workspace}: ${by ?? 'an unknown user'} until ${until}`,
  newest: (commit: string) => `record ${commit.slice(0, 7)} as the newest applied commit`,
  renamed: ({ from, to }: { readonly from: string; readonly to: string }) => `move ${from} to ${to}`,
  retargeted: (from: StateTarget, to: StateTarget) =>
    `move the workspace from ${target(from)} to ${target(to)}`,
} as const;

function target({ baseUrl, appKey, folder }: StateTarget): string {
  return `${baseUrl} (${appKey}${folder === undefined ? '' : `, ${folder}`})`;
}

/** The README of the state branch, for anyone who finds it. */
export function stateReadme(workspace: string): string {
  return `# State of the workspace ${workspace}

campaign-reconciler maintains this branch. It records which campaign file is bound to which live campaign, what was last
sent, and what the service answered. It is also the audit trail: one commit for each change, with who, why and when.

Read it with \`campaigns log\`, or here with \`git log -p -- campaigns/\`. Do not edit it manually; use
\`campaigns state\`. If the workspace has moved to another service, or its campaigns to another folder, run
\`campaigns state target\`.
The branch shares no history with the code, and must not be merged into it.
`;
}
