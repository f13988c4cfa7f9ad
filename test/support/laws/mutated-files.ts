import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import fc from 'fast-check';
import { judge, type Judged } from '../../../src/load/judge.ts';
import { loadCampaigns, type Loaded } from '../../../src/load/load-campaigns.ts';
import type { KnownFacts } from '../../../src/load/known-facts.ts';
import { loadConfiguration } from '../../../src/load/load-configuration.ts';
import type { Touch } from '../../../src/load/touched-campaigns.ts';
import type { ReferenceAnswer } from '../../../src/model/findings.ts';
import type { Workspace } from '../../../src/model/workspace.ts';
import { DEFAULT_LIMITS } from '../../../src/quota/windows.ts';
import { textMutation, treeMutation, type Mutation } from './mutations.ts';

/** The project's own configuration. */
export const CONFIGURATION = 'campaigns/workspaces.yaml';

/** The project's own examples and the texts that they refer to, by path from the root. */
const FOLDER = new URL('../../../campaigns/', import.meta.url);
const EXAMPLES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(yaml|html)$/.test(path))
    .sort()
    .map((path) => [`campaigns/${path.replaceAll('\\', '/')}`, readFileSync(new URL(path, FOLDER), 'utf8')]),
);
export const FILES = [...EXAMPLES.keys()].filter((file) => file.endsWith('.yaml') && file !== CONFIGURATION);
export const WORKSPACES_TEXT = EXAMPLES.get(CONFIGURATION) ?? '';

/** A broken campaign file, among valid ones. */
export interface World {
  readonly file: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly features: readonly string[];
  readonly now: number | undefined;
}

const FEATURES = ['queuing', 'audience_limit', 'portfolio', 'versioning'];
const settings = {
  features: fc.constantFrom([], FEATURES, ['queuing']),
  now: fc.constantFrom(undefined, Date.UTC(2026, 0, 1), Date.UTC(2040, 0, 1)),
};

/** An example, or one of the texts that it refers to, after one to four changes. */
export const worlds: fc.Arbitrary<World> = fc
  .record({
    file: fc.constantFrom(...FILES),
    changes: fc.array(fc.oneof(textMutation, treeMutation), { minLength: 1, maxLength: 4 }),
    // Usually the texts are unchanged.
    body: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
      { weight: 1, arbitrary: fc.array(textMutation, { minLength: 1, maxLength: 3 }) },
    ),
    ...settings,
  })
  .map(({ file, changes, body, ...rest }) => {
    const texts = new Map(EXAMPLES);
    texts.set(file, changes.reduce((text, change) => change(text), EXAMPLES.get(file) ?? ''));
    for (const [name, text] of EXAMPLES) {
      if (name.endsWith('.html')) texts.set(name, body.reduce((changed, change) => change(changed), text));
    }
    return { file, texts, ...rest };
  }); // prettier-ignore

const { configuration, source } = loadConfiguration(CONFIGURATION, WORKSPACES_TEXT, {
  limits: DEFAULT_LIMITS,
});
export const CONFIGURED: readonly Workspace[] = [...(configuration?.workspaces.values() ?? [])];

/** What such a file says, and what is wrong with it; or `files`, among which it is one. */
export function read(
  { file, texts, features }: World,
  targets = CONFIGURED,
  {
    files = [file],
    known,
    idOf,
    touches,
  }: {
    readonly files?: readonly string[];
    readonly known?: KnownFacts;
    /** The ID that git has of a text. A text that is known then isn't read. */
    readonly idOf?: ((text: string) => string) | undefined;
    readonly touches?: Touch['touches'] | undefined;
  } = {},
): Loaded {
  const id = (text: string) => (idOf ? { id: idOf(text) } : {});
  const follow = (from: string, path: string, shown: (text: string) => string): ReferenceAnswer => {
    const found = posix.join(posix.dirname(from), path);
    const text = found.endsWith('.html') ? texts.get(found) : undefined;
    return text === undefined
      ? { kind: 'problem', fault: { why: 'not-here' } }
      : { kind: 'text', file: found, text: shown(text), ...id(text) };
  };
  const workspaces = new Map(CONFIGURED.map((one) => [one.name, { ...one, features }]));
  return loadCampaigns({
    files: files.map((one) => ({
      file: one,
      below: posix.relative('campaigns', one),
      text: texts.get(one) ?? '',
      ...id(texts.get(one) ?? ''),
    })),
    ...(idOf && { glanceAtReference: (from: string, path: string) => follow(from, path, () => '') }),
    ...(known && { known }),
    touches,
    workspaces,
    workspacesToLoad: targets.map(({ name }) => workspaces.get(name) ?? never()),
    readReference: (from, path) => follow(from, path, (text) => text),
    ...(source && { configuration: source }),
  });
}

/** The same, judged as new files. */
export function load(world: World, targets = CONFIGURED): Judged {
  const { now } = world;
  return judge(read(world, targets), now === undefined ? {} : { now });
}

function never(): never {
  throw new Error('a workspace that is configured is there');
}
