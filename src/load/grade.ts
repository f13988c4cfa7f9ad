import { describeFinding } from '../messages/catalog/files.ts';
import { isComponentName, type DesiredStatus } from '../model/campaign.ts';
import type { Diagnostic, Severity } from '../model/diagnostic.ts';
import type { Finding, RuleCode } from '../model/findings.ts';
import type { JsonObject, Path } from '../model/json.ts';
import type { RecordedCampaign } from '../model/kept-value.ts';

// A finding is a fact about a file. Whether it is an error depends on what is known of the campaign: one that already
// exists may contain what we would not create, because it was made in the dashboard, or before one of our rules existed.
// Its file must be able to say what is live, or the campaign could never be managed (open point V24). And what publishing
// needs may be missing until the campaign is published.

/** What is known of a campaign besides what is wrong with its file; of a file that belongs to no campaign yet, nothing is. */
export interface Known {
  /** Undefined for a new campaign. */
  readonly record?: RecordedCampaign | undefined;
  readonly body?: JsonObject;
  readonly wanted?: DesiredStatus | undefined;
  /** An apply can publish in this workspace. */
  readonly publishes?: boolean;
  /** A plan follows, which blocks what can't be published. */
  readonly isPlanned?: boolean;
  /** Epoch milliseconds; undefined if nothing is compared with the clock. */
  readonly now?: number | undefined;
}

/** A campaign that was sent and has all that its file says, so that the file has an error only if no record excuses it. */
export const HAS_ALL: RecordedCampaign = {
  ...{ published: true, ended: true, status: undefined },
  keeps: () => true,
};

/** The findings that matter, as diagnostics: with severities and sentences. */
export function grade(findings: readonly Finding[], known: Known = {}): Diagnostic[] {
  return atThisTime(findings, known.now).flatMap((finding) => {
    const { level: usual, message, hint } = describeFinding(finding);
    const { level = usual } = finding;
    const isKept = (finding.judged ?? [finding.path]).every((path) => keeps(path, known));
    const graded = isLeftToPlan(finding, known) ? undefined : levelOf(finding, { level, isKept, known });
    if (graded === undefined) return [];
    const { at, code, fix } = finding;
    return {
      ...at,
      code: `${graded === 'error' ? 'E' : 'W'}_${code}`,
      message,
      hint,
      ...(fix && { fix }),
      ...(isKept && graded === 'warning' && { isKept }),
    };
  });
}

/** What is wrong now. Of several that follow each other at one place, such as the days of a blackout, it is the next one. */
function atThisTime(findings: readonly Finding[], now: number | undefined): Finding[] {
  const passing = new Set<string>();
  return findings.filter(({ code, path, from = -Infinity, until = Infinity }) => {
    if (from === -Infinity && until === Infinity) return true;
    const place = JSON.stringify([code, path]);
    if (now === undefined || now < from || now >= until || passing.has(place)) return false;
    passing.add(place);
    return true;
  });
}

/** Whether the live campaign has what the file has at a place. A component that its file omits stays as it is. */
export function keeps(path: Path, known: Known): boolean {
  const { record } = known;
  if (!record) return false;
  const [name, ...inside] = path;
  if (typeof name !== 'string' || !isComponentName(name)) return true;
  const { body = {} } = known;
  const isUnmanaged = record.published && inside.length === 0 && body[name] === undefined;
  return isUnmanaged || record.keeps(path, body);
}

/** What only a plan can judge, because it knows what is live: times that are past, and what blocks publishing. */
function isLeftToPlan({ code, params }: Finding, known: Known): boolean {
  if (code === 'START_PAST') return known.isPlanned === true;
  if (code === 'STATUS' && params.why === 'impossible')
    return known.isPlanned === true || known.now === undefined || known.record?.ended === true;
  const isHeld = known.publishes === true || known.wanted === 'ACTIVE';
  const isBlocked = isHeld && !known.record?.published;
  return code === 'BLACKOUT' && known.isPlanned === true && isBlocked && params.level === 'error';
}

/** How serious a finding is; undefined if it doesn't matter. */
function levelOf(
  finding: Finding,
  { level, isKept, known }: { readonly level: Severity; readonly isKept: boolean; readonly known: Known },
): Severity | undefined {
  const { code, only = isExcepted(finding, known) ? 'new' : undefined } = finding;
  const { record, wanted, isPlanned, now } = known;
  if (only === undefined) return level;
  if (record?.ended && (only !== 'new' || code === 'TEAM_RULE')) return undefined;
  if (only === 'new') return isKept ? 'warning' : level;
  if (wanted === 'STOPPED') return undefined;
  const isRequested = code !== 'PUBLISH' || wanted === 'ACTIVE';
  if (record?.published) {
    // It sends on that day unless a person pauses or stops it.
    if (code === 'BLACKOUT') return 'warning';
    if (only === 'draft' || isKept) return undefined;
    return isRequested && wanted !== 'PAUSED' ? level : 'warning';
  }
  // A plan blocks what can't be published yet.
  const isBlocked = code === 'PUBLISH' && (isPlanned === true || now === undefined);
  return wanted === 'ACTIVE' && !isBlocked ? level : 'warning';
}

/** Codes of what our schema, or our list of time zones, refuses, and the service may have. */
const OF_SCHEMA: readonly RuleCode[] = [
  ...(['FILTER_OPERATOR', 'FORMAT', 'MISSING', 'NOT_ALLOWED', 'RANGE'] as const),
  ...(['TIMEZONE', 'TYPE', 'UNKNOWN_KEY', 'UTM', 'VALUE'] as const),
];

/** Whether the file of a managed campaign may have this, if live has it. A whole component must really be, or be missing, there. */
function isExcepted({ code, path: [name, ...inside] }: Finding, known: Known): boolean {
  if (!OF_SCHEMA.includes(code) || typeof name !== 'string' || !isComponentName(name)) return false;
  return inside.length > 0 || known.record?.keeps([name], known.body ?? {}) === true;
}
