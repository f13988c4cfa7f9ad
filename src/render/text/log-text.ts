import type { AuditEntry } from '../../model/audit.ts';
import { isComponentName, type ComponentName } from '../../model/campaign.ts';
import { clip, columns } from '../text-layout.ts';
import { visibleLine } from '../visible-text.ts';

/** The audit trail, newest first: when, what, who, why. With `key` only that campaign's, and its name is left out. */
export function logText(entries: readonly AuditEntry[], key?: string): string {
  if (entries.length === 0)
    return key === undefined ? 'Nothing has been recorded yet.\n' : `Nothing has been recorded of ${key}.\n`;
  const rows = entries.map((entry) => [
    entry.at.slice(0, 16).replace('T', ' '),
    ...(key === undefined ? [entry.key] : []),
    verbOf(entry),
    clip(detailOf(entry), 48),
    entry.actor?.replace(/ <.*>$/, '') ?? '',
    [entry.pullRequest?.replace(/\d+/g, '#$&') ?? '', commitWords(entry)].filter(Boolean).join(' '),
    entry.requestId ? `req ${entry.requestId.slice(0, 4)}…` : '',
    entry.run ? `run ${shortRun(entry)}` : '',
  ]);
  return `${columns(rows.map((row) => row.map(visibleLine))).join('\n')}\n`;
}

/** The commit, and what was consented to: `19630da + uncommitted`, `19630da (conflict)`. */
function commitWords({ commit, allowed }: AuditEntry): string {
  if (commit === null) return '';
  const others = allowed.filter((one) => one !== 'dirty');
  const dirty = allowed.includes('dirty') ? ' + uncommitted' : '';
  return `${commit.slice(0, 7)}${dirty}${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
}

/** In a workflow the number that its page has. */
function shortRun({ run, page }: AuditEntry): string {
  return /\/runs\/(\d+)$/.exec(page ?? '')?.[1] ?? run ?? '';
}

/** The past tense of what was done; what came to nothing keeps its code. */
const VERBS: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  transition: 'status',
  note: 'noted',
  adopt: 'adopted',
  import: 'imported',
  forget: 'forgotten',
  move: 'moved',
};

function verbOf({ change }: AuditEntry): string {
  return VERBS[change] ?? change;
}

/** The parts of a campaign as people call them. */
const PARTS: Readonly<Record<ComponentName, string>> = {
  basic_details: 'basic details',
  connector: 'connector',
  trigger_condition: 'trigger',
  campaign_content: 'content',
  segmentation_details: 'audience',
  scheduling_details: 'schedule',
  delivery_controls: 'delivery controls',
  advanced: 'advanced settings',
  conversion_goal_details: 'goals',
  control_group_details: 'control group',
  utm_params: 'UTM',
  campaign_audience_limit: 'audience limit',
};

/** The summary without what the other columns say. */
function detailOf({ summary, key, change, components, status }: AuditEntry): string {
  if (status) return `${status.from} → ${status.to}${change === 'status' ? ', in the service' : ''}`;
  if (change === 'update')
    return components.map((name) => (isComponentName(name) ? PARTS[name] : name)).join(', ');
  const [, detail] = summary.split(`${key}: `);
  return detail ?? summary;
}
