import type { CampaignKey } from '../model/campaign.ts';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic.ts';
import type { Correction } from '../model/findings.ts';
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { keyFaultWords } from '../messages/key-fault-messages.ts';
import { contentHome, homeOf, misplaced, type Home } from './home-of-field.ts';
import { faultOfKey, keyOf, validKeyLike } from './key.ts';
import { layoutOf, type Layout } from './layout.ts';
import { BODY_KEYS, OUR_KEYS } from './top-level-names.ts';
import { correctionTo } from './problem.ts';
import { nearest } from '../model/nearest.ts';
import { isDesiredStatus, statusAsName, statusFinding } from './status-finding.ts';
import { REFERENCES } from './references.ts';
import { suggestion } from './suggestion.ts';
import { clip, nameList } from '../model/show.ts';
import { otherTopName } from './schema/other-names.ts';
import { wrongRoot } from './wrong-root.ts';
import type { Source } from './yaml/source.ts';

/**
 * A campaign file, split at the top level: our own key, workspaces, status and overrides, and the API's body, still as
 * written.
 */
export interface Head {
  readonly source: Source;
  readonly key: CampaignKey;
  /** If omitted: all. */
  readonly workspaces: readonly string[] | undefined;
  readonly status: JsonValue | undefined;
  readonly body: JsonObject;
  readonly overrides: JsonObject;
  /** The folder of the snippets, from the root of the repository. */
  readonly snippets: string;
  /** Unknown names at the top level, each of which may be a misspelled component, and the components that they belong to. */
  readonly misspelled: readonly string[];
  /** The names that a place can have. */
  readonly layout: Layout;
}

/** Open point V18: fields that a response of the service contains and that a file can't set. */
const PASTED: Readonly<Record<string, string>> = {
  id: 'the state branch records it',
  campaign_id: 'the state branch records it',
  version_number: 'the service counts versions',
  created_by: "it is the author of the file's last commit",
  updated_by: "it is the author of the file's last commit",
  created_at: 'the service sets it',
  updated_at: 'the service sets it',
  request_id: 'every run creates its own',
};

/** Reads the top level of a file. A file that isn't a map has no head. */
export function readHead(
  source: Source,
  { below, workspaces: workspaceNames }: { readonly below: string; readonly workspaces: readonly string[] },
): { head: Head | undefined; diagnostics: readonly Diagnostic[] } {
  const { value, file } = source;
  const diagnostics: Diagnostic[] = [];
  const report = (on: 'key' | 'value', path: Path, [code, message, hint, fix]: Finding) => {
    const span = on === 'key' ? source.keyAt(path) : source.at(path);
    diagnostics.push({ file, ...span, code, message, hint, ...(fix && { fix }) });
  };
  const wrong = wrongRoot(value);
  if (wrong) report(wrong.on, wrong.path, wrong.finding);
  if (wrong || !isJsonObject(value)) return { head: undefined, diagnostics };
  const layout = layoutOf(source, workspaceNames);
  for (const name of Object.keys(value)) {
    const finding = judgeName(name, layout, value);
    if (finding) report('key', [name], finding);
  }
  const key = value.key === undefined ? keyOf(below) : value.key;
  const keyFinding = judgeKey(key, value.key === undefined);
  if (keyFinding) report('value', value.key === undefined ? [] : ['key'], keyFinding);
  const { workspaces, findings } = readWorkspaces(value.workspaces, workspaceNames);
  for (const { path, finding } of findings) report('value', ['workspaces', ...path], finding);
  if (value.status !== undefined && !isDesiredStatus(value.status))
    report('value', ['status'], statusFinding(value.status));
  const overrides = value.overrides ?? {};
  if (!isJsonObject(overrides))
    report('value', ['overrides'], ['E_TYPE', 'overrides must be a map', 'write one entry per workspace']);
  for (const [path, finding] of judgeOverrides(overrides, workspaceNames, layout))
    report('key', path, finding);
  if (keyFinding) return { head: undefined, diagnostics };
  return {
    head: {
      source,
      key: key as CampaignKey,
      workspaces,
      status: value.status,
      body: Object.fromEntries(Object.entries(value).filter(([name]) => BODY_KEYS.includes(name))),
      overrides: isJsonObject(overrides) ? overrides : {},
      snippets: `${file.slice(0, file.length - below.length)}snippets`,
      misspelled: Object.keys(value).flatMap((name) =>
        isUnknown(name) ? [name, ...missingFor(name, layout, value)] : [],
      ),
      layout,
    },
    diagnostics,
  };
}

type Finding = readonly [code: DiagnosticCode, message: string, hint: string, fix?: Correction | undefined];

const TOP_KEYS = [...OUR_KEYS, ...BODY_KEYS];

function isUnknown(name: string): boolean {
  return !TOP_KEYS.includes(name) && memberOf(PASTED, name) === undefined;
}

/** A field of a component, or one that resembles such a field more than a key of a file. */
function homeAtTop(name: string, layout: Layout): Home | undefined {
  const exact = homeOf(name, layout, { isExact: true });
  if (exact || nearest(name, TOP_KEYS) !== undefined) return exact;
  return homeOf(name, layout, { isExact: false });
}

/** A name that people use for a key of the file, where that key is missing. */
function meantAtTop(name: string, body: JsonObject): string | undefined {
  return name === 'delivery_type' && body.campaign_delivery_type === undefined
    ? 'campaign_delivery_type'
    : otherTopName(name, body);
}

/** What is only missing because an unknown name has another place or another name. */
function missingFor(name: string, layout: Layout, body: JsonObject): readonly string[] {
  return [meantAtTop(name, body) ?? homeAtTop(name, layout)?.components ?? []].flat();
}

function judgeName(name: string, layout: Layout, body: JsonObject): Finding | undefined {
  if (TOP_KEYS.includes(name)) return undefined;
  const source = memberOf(PASTED, name);
  if (source) return ['W_UNKNOWN_FIELD', `${name} is ignored here`, `remove it; ${source}`];
  const home = homeAtTop(name, layout);
  const meant = meantAtTop(name, body);
  if (home && meant === undefined)
    return ['E_UNKNOWN_KEY', ...misplaced(name, home, { body, place: 'at the left margin' })];
  if (REFERENCES.includes(name))
    return [
      'E_UNKNOWN_KEY',
      `${name} is at the left margin, but it belongs to the field that has this text`,
      'indent it by 2 more spaces than the field that has this text',
    ];
  const content = meant === undefined ? contentHome(name, layout, body) : undefined;
  if (content) return ['E_UNKNOWN_KEY', ...content];
  return [
    'E_UNKNOWN_KEY',
    `"${clip(name)}" is not a key of a campaign file`,
    meant === undefined
      ? (statusAsName(name, body[name]) ?? suggestion(name, TOP_KEYS, body))
      : `write ${meant}`,
    correctionTo(name, TOP_KEYS),
  ];
}

function judgeKey(key: JsonValue, byPath: boolean): Finding | undefined {
  if (typeof key !== 'string') return ['E_KEY', 'the key must be text', 'quote it'];
  const fault = faultOfKey(key);
  if (!fault) return undefined;
  const why = keyFaultWords(fault, byPath ? undefined : key);
  const valid = validKeyLike(key);
  const rules = 'use lowercase letters, digits, ".", "_" and "-", with "/" between segments';
  if (!byPath)
    return ['E_KEY', `"${clip(key)}" is not a valid key: ${why}`, valid ? `write ${clip(valid)}` : rules];
  const rename = valid === undefined ? 'rename the file' : `rename the file to ${clip(valid)}.yaml`;
  return ['E_KEY', `the path can't be used as a key: ${why}`, `${rename}, or add a key: entry`];
}

function readWorkspaces(
  value: JsonValue | undefined,
  known: readonly string[],
): { workspaces: readonly string[] | undefined; findings: { path: Path; finding: Finding }[] } {
  if (value === undefined) return { workspaces: undefined, findings: [] };
  if (!isList(value)) {
    return {
      workspaces: [],
      findings: [{ path: [], finding: ['E_TYPE', 'workspaces must be a list', `write ${namesIn(value)}`] }],
    };
  }
  if (value.length === 0) {
    const finding: Finding = [
      'E_RANGE',
      'workspaces is empty, so the file applies to no workspace',
      'name at least one, or remove workspaces',
    ];
    return { workspaces: [], findings: [{ path: [], finding }] };
  }
  const findings = value.flatMap((name, index) =>
    typeof name === 'string' && known.includes(name)
      ? []
      : [
          {
            path: [index],
            finding: unknownWorkspace(typeof name === 'string' ? name : JSON.stringify(name), known),
          },
        ],
  );
  return { workspaces: value.filter((name) => typeof name === 'string'), findings };
}

/** `production`, or `staging, production`, as a list. */
function namesIn(value: JsonValue): string {
  const names = typeof value === 'string' ? value.split(/[\s,]+/).filter((name) => name !== '') : [];
  return names.length === 0 ? '[name, …]' : `[${clip(names.join(', '))}]`;
}

function unknownWorkspace(name: string, known: readonly string[]): Finding {
  return [
    'E_WORKSPACE_UNKNOWN',
    `"${clip(name)}" is not a workspace in workspaces.yaml`,
    suggestion(name, known),
  ];
}

/** An override of an unknown workspace has no other findings. */
function judgeOverrides(overrides: JsonValue, known: readonly string[], layout: Layout): [Path, Finding][] {
  if (!isJsonObject(overrides)) return [];
  // Without the name of their workspace above them, several components are one mistake.
  const lost = Object.keys(overrides).filter((name) => !known.includes(name) && OVERRIDABLE.includes(name));
  return Object.entries(overrides).flatMap(([name, patch]): [Path, Finding][] => {
    if (known.includes(name)) return judgeOverride(name, patch, layout);
    if (!lost.includes(name)) return [[['overrides', name], unknownWorkspace(name, known)]];
    return name === lost[0] ? [[['overrides', name], withoutWorkspace(name, known)]] : [];
  });
}

function withoutWorkspace(name: string, known: readonly string[]): Finding {
  const hint = `write that name and a colon on the line above, indented by 2 more spaces than overrides:; known: ${nameList(known)}`;
  return ['E_WORKSPACE_UNKNOWN', `the name of the workspace is missing above ${name}`, hint];
}

const OVERRIDABLE = ['status', ...BODY_KEYS];

/** A patch may change the body and the status. The fields that identify a campaign are the same in every workspace. */
function judgeOverride(workspace: string, patch: JsonValue, layout: Layout): [Path, Finding][] {
  const at = ['overrides', workspace];
  if (!isJsonObject(patch))
    return [
      [
        at,
        ['E_TYPE', `the override for ${clip(workspace)} must be a map`, 'write the fields that differ there'],
      ],
    ];
  return Object.keys(patch)
    .filter((name) => !OVERRIDABLE.includes(name))
    .map((name): [Path, Finding] => {
      const home = TOP_KEYS.includes(name) ? undefined : homeAtTop(name, layout);
      const [message, hint] = home
        ? misplaced(name, home, { body: patch, place: `directly below ${clip(workspace)}` })
        : [`"${clip(name)}" can't be overridden`, suggestion(name, OVERRIDABLE)];
      return [
        [...at, name],
        ['E_UNKNOWN_KEY', message, hint],
      ];
    });
}
