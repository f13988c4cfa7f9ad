import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OfflineBaseline } from '../../../src/model/plan.ts';
import { CONSENTS, type Consent } from '../../../src/model/workspace.ts';

export const CASES = fileURLToPath(new URL('../../cases/', import.meta.url));

/** The default workspaces of a case. */
const WORKSPACES = `workspaces:
  production:
    base_url: https://api-01.example.com/
    app_key: NORTHTRAIL
    api_key_env: CAMPAIGNS_API_KEY
`;

/** A golden case as in its folder. Texts are exactly as on disk. */
export interface GoldenCase {
  readonly name: string;
  /** One sentence about what the case shows. */
  readonly about: string;
  readonly workspaces: string;
  /** Campaign files and what they refer to, by path relative to the case's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Files of the state branch, by path. */
  readonly state: ReadonlyMap<string, string>;
  /** Records as Get answers them, including malformed ones. */
  readonly live: readonly unknown[];
  readonly settings: Settings;
}

/** `case.json`. Every field is optional. */
interface Settings {
  readonly workspace?: string;
  readonly allow: readonly Consent[];
  readonly only?: readonly string[];
  /** The campaigns that changed since a commit, and the commit. */
  readonly changedSince?: {
    readonly ref: string;
    readonly mergeBase: string;
    readonly keys: readonly string[];
  };
  /** Given for an offline plan: live is then what the state files observed, and there is no live.json. */
  readonly offline?: OfflineBaseline;
  readonly now: string;
  readonly maxWaitMs: number;
  /** IDs that Get answers with 404. */
  readonly missing: readonly string[];
  /** IDs with malformed answers. */
  readonly unknown: readonly string[];
}

const SETTINGS: Settings = {
  allow: [],
  now: '2031-01-01T09:00:00Z',
  maxWaitMs: 600_000,
  missing: [],
  unknown: [],
};
/** Fields without a default. */
const OPTIONAL = ['workspace', 'only', 'changedSince', 'offline'];

export function caseNames(): string[] {
  return readdirSync(CASES).sort();
}

export function readCase(name: string): GoldenCase {
  const folder = join(CASES, name);
  const files = textsBelow(folder, 'campaigns');
  return {
    name,
    about: read(folder, 'about.md')?.split('\n')[0] ?? '',
    workspaces: files.get('campaigns/workspaces.yaml') ?? WORKSPACES,
    files: new Map([...files].filter(([path]) => path !== 'campaigns/workspaces.yaml')),
    state: new Map(
      [...textsBelow(folder, 'state')].map(([path, text]) => [path.slice('state/'.length), text]),
    ),
    live: json(folder, 'live.json') as unknown[],
    settings: settingsFrom(json(folder, 'case.json')),
  };
}

function settingsFrom(value: unknown): Settings {
  const settings = { ...SETTINGS, ...(value as Partial<Settings>) };
  const unknownFields = [
    ...Object.keys(settings).filter((name) => !(name in SETTINGS) && !OPTIONAL.includes(name)),
    ...settings.allow.filter((consent) => !CONSENTS.includes(consent)),
  ];
  if (unknownFields.length > 0) throw new Error(`case.json: ${unknownFields.join(', ')} is not known`);
  return settings;
}

/** The texts of all files below one folder of a case, by path with forward slashes. */
function textsBelow(folder: string, part: string): Map<string, string> {
  if (!existsSync(join(folder, part))) return new Map();
  const names = readdirSync(join(folder, part), { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

function json(folder: string, file: string): unknown {
  const text = read(folder, file);
  return text === undefined ? (file === 'live.json' ? [] : {}) : JSON.parse(text);
}

function read(folder: string, file: string): string | undefined {
  const path = posix.join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
