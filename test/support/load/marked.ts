import { posix } from 'node:path';
import { isSource, parseSource } from '../../../src/load/yaml/source.ts';
import { judge, type Judged } from '../../../src/load/judge.ts';
import { loadCampaigns } from '../../../src/load/load-campaigns.ts';
import type { Finding, ReferenceAnswer } from '../../../src/model/findings.ts';
import type { CampaignStatus, Components, Desired } from '../../../src/model/campaign.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { keepsValue, type RecordedCampaign } from '../../../src/model/kept-value.ts';
import type { Workspace } from '../../../src/model/workspace.ts';
import type { TeamRules } from '../../../src/model/team-rules.ts';
import { WORKSPACE } from '../builders.ts';

/** Marks the position in a text that a diagnostic should name. */
export const MARK = '»';

/** A text without its marks, and their positions: line and column from 1. */
export function unmark(marked: string): { readonly text: string; readonly places: readonly string[] } {
  const places: string[] = [];
  let text = '';
  for (const [at, part] of marked.split(MARK).entries()) {
    if (at > 0) {
      const lines = text.split('\n');
      places.push(`${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`);
    }
    text += part;
  }
  return { text, places };
}

/** `4:7 E_TYPE`: the form of a diagnostic in tables. */
export function placeAndCode({ line, column, code }: Diagnostic): string {
  return `${line}:${column} ${code}`;
}

export function workspace(more: Partial<Workspace> = {}): Workspace {
  return { ...WORKSPACE, actor: undefined, publish: 'never', ...more };
}

interface Loading {
  readonly workspaces?: readonly Workspace[];
  /** Names of the workspaces to load for. The default is all. */
  readonly targets?: readonly string[];
  /** Texts that `$file` finds, by path from the repository's root. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Also report what publishing needs and who gets the message. Most files in the tables are incomplete drafts. */
  readonly publishing?: boolean;
  /** Epoch milliseconds. */
  readonly now?: number;
  readonly chosen?: ReadonlySet<string>;
  /** Keys of published campaigns. */
  readonly live?: readonly string[];
  /** Keys of campaigns that are known to have ended. */
  readonly ended?: readonly string[];
  /** Statuses of bound campaigns when they were last noted, by key. */
  readonly recorded?: Readonly<Record<string, CampaignStatus>>;
  /** A plan follows. */
  readonly isPlanned?: boolean;
  readonly rules?: TeamRules;
  /** Keys that are bound to a campaign in the workspace local. */
  readonly managed?: readonly string[];
  /** The components of live campaigns when they were last recorded, by key. */
  readonly observed?: Readonly<Record<string, Components>>;
  /** The text of workspaces.yaml, for the positions of variables. */
  readonly configuration?: string;
}

/** Loads files given by their path below campaigns/. */
export function load(
  files: Readonly<Record<string, string>>,
  loading: Loading = {},
): Judged & { readonly findings: readonly Finding[] } {
  const { workspaces = [workspace()], texts = {}, publishing = false } = loading;
  const configuration =
    loading.configuration === undefined
      ? undefined
      : parseSource('campaigns/workspaces.yaml', loading.configuration);
  if (configuration && !isSource(configuration)) throw new Error(JSON.stringify(configuration));
  const read = loadCampaigns({
    files: Object.entries(files).map(([below, text]) => ({ file: `campaigns/${below}`, below, text })),
    workspaces: new Map(workspaces.map((one) => [one.name, one])),
    workspacesToLoad: workspaces.filter(({ name }) => loading.targets?.includes(name) ?? true),
    readReference: (from, path): ReferenceAnswer => {
      const folder = from.split('/').slice(0, -1).join('/');
      const file = posix.join(folder, path);
      const text = texts[file];
      return text === undefined
        ? { kind: 'problem', fault: { why: 'not-here', path: file } }
        : { kind: 'text', file, text };
    },
    ...(loading.chosen && { chosen: loading.chosen }),
    ...(loading.rules && { rules: loading.rules }),
    ...(configuration && { configuration }),
  });
  const loaded = judge(read, {
    ...(loading.now !== undefined && { now: loading.now }),
    ...(loading.isPlanned && { isPlanned: true }),
    record: (name, key) => (name === 'local' ? recordOf(key, loading) : undefined),
  });
  const isOfDraft = ({ code, message }: Diagnostic) =>
    /^._(?:PUBLISH|AUDIENCE)$/.test(code) && !NOT_OF_DRAFTS.test(message);
  const diagnostics = loaded.diagnostics.filter((one) => publishing || !isOfDraft(one));
  const findings = [...read.findings, ...read.campaigns.flatMap((one) => one.findings)];
  return { ...loaded, diagnostics, findings };
}

function recordOf(
  key: string,
  { managed = [], live = [], ended = [], recorded = {}, observed = {} }: Loading,
): RecordedCampaign | undefined {
  const isBound = [managed, live, ended, Object.keys(recorded), Object.keys(observed)].flat().includes(key);
  if (!isBound) return undefined;
  return {
    published: live.includes(key),
    ended: ended.includes(key),
    status: recorded[key],
    keeps: (...value) => observed[key] !== undefined && keepsValue(observed[key], ...value),
  };
}

/** What is wrong with a draft, too, although the codes are those of what a draft may lack. */
const NOT_OF_DRAFTS = /^all users get it|iOS|which is missing$|^the segment /;

/** A minimal campaign file, to which tests append. */
export const PUSH = `channel: PUSH
campaign_delivery_type: ONE_TIME
basic_details: { name: A push }
`;

export const LOCAL = workspace({ vars: { medium: 'sandbox', count: 3 } });
const STAGING = workspace({ name: 'staging', vars: { medium: 'staging' } });
export const BOTH = { workspaces: [LOCAL, STAGING] };

/** The campaign of a file without diagnostics, in one of two workspaces. */
export function only(text: string, name = 'local'): Desired {
  const { desired, diagnostics } = load({ 'promo/spring.yaml': text }, BOTH);
  const [one] = desired.get(name) ?? [];
  if (!one || diagnostics.length > 0)
    throw new Error(`it did not load: ${diagnostics.map(placeAndCode).join()}`);
  return one;
}
