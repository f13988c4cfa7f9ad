import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { load, workspace } from './support/load/marked.ts';
import { quirkRows } from './support/quirk-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

describe('docs/life-of-a-change.md', () => {
  const page = read('docs/life-of-a-change.md');
  const named = [...page.matchAll(/`((?:src|schemas|campaigns)\/[\w./-]+\.\w+)`/g)].map(
    ([, file]) => file ?? '',
  );
  const functions = [...page.matchAll(/`(\w+)`\s+(?:in|from)\s+`(src\/[\w./-]+\.ts)`/g)].map(
    ([, name, file]) => [name ?? '', file ?? ''],
  );

  it('names files of every folder', () => {
    for (const folder of [
      ...[
        'cli',
        'action',
        'app',
        'files',
        'load',
        'model',
        'plan',
        'quota',
        'render',
        'apply',
        'remote',
        'state',
        'git',
      ],
    ]) {
      expect(
        named.some((file) => file.startsWith(`src/${folder}/`)),
        folder,
      ).toBe(true);
    }
  });

  it.each([...new Set(named)])('names %s, which exists', (file) => {
    expect(existsSync(`${root}/${file}`)).toBe(true);
  });

  it.each(functions)('finds %s exported by %s', (name, file) => {
    expect(read(file)).toMatch(
      new RegExp(`^export (?:async )?(?:function|const|class|interface) ${name}\\b`, 'm'),
    );
  });

  it('says where enough functions are', () => {
    expect(functions.length).toBeGreaterThan(20);
  });

  const names = [...page.matchAll(/`([a-z]+[A-Z]\w*|[A-Z][a-z]\w*|[A-Z]{2,})`/g)].map(
    ([, name]) => name ?? '',
  );
  const sources = [...new Set(named)].filter((file) => file.startsWith('src/')).map(read);

  it.each([...new Set(names)])('finds %s declared in a file that it names', (name) => {
    const declaration = new RegExp(
      `^(?:export )?(?:async )?(?:function|const|class|interface|type) ${name}\\b`,
      'm',
    );
    expect(sources.some((source) => declaration.test(source))).toBe(true);
  });

  const folders = [...page.matchAll(/`(src\/\w+)`/g)].map(([, folder]) => folder ?? '');

  it.each([...new Set(folders)])('names the folder %s, which exists', (folder) => {
    expect(existsSync(`${root}/${folder}`)).toBe(true);
  });
});

describe('docs/open-points.md', () => {
  const PAGE = 'docs/open-points.md';
  const rows = [...read(PAGE).matchAll(/^\| ([A-Z]\d+[a-z]?) +\|.*$/gm)].map(([row, point]) => ({
    point: point ?? '',
    row,
  }));
  const points = rows.map(({ point }) => point);

  // The page is what these citations are checked against, and this file has citations that are only examples.
  const citing = ['src', 'schemas', 'docs', 'test', 'scripts']
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.(?:ts|mjs|json|md)$/.test(path) && ![PAGE, 'test/docs.test.ts'].includes(path));

  it.each([
    ['// Open point W5: a view of its own.', ['W5']],
    ['/** Specification, Limits; open points W7a, S3 and V12. */', ['W7a', 'S3', 'V12']],
    ['/** Bodies that make sense. Open points W9 to W20. */', ['W9', 'W20']],
    ['what is there (open\n * point V24): the record is asked', ['V24']],
    ["contract(['W22', 'Create request body'], 'a request id is enough'", ['W22']],
    ["['a limit is a text (rule 3, V5)', 'E_TYPE']", ['V5']],
    ["openPoints: ['S7', 'W3'],", ['S7', 'W3']],
    ['// Open points W5 and Q2: also a letter that no row has yet.', ['W5', 'Q2']],
    ["'/V5/campaigns', W3C, 'https://%D0%B0pi.example.com/'", []],
  ])('counts as cited in %j: %j', (text, cited) => {
    expect([...citedPoints(text)]).toEqual(cited);
  });

  it('has a row for every open point that is cited', () => {
    const missing = citing.flatMap((path) =>
      [...citedPoints(read(path))]
        .filter((point) => !points.includes(point))
        .map((point) => `${path} cites ${point}`),
    );
    expect(missing).toEqual([]);
  });

  it('has one row for each', () => {
    expect(points.filter((point, index) => points.indexOf(point) !== index)).toEqual([]);
  });

  it('names every quirk in the rows of its open points', () => {
    const unnamed = quirkRows().flatMap(({ notation, openPoints }) =>
      openPoints
        .filter((point) => !rows.some((one) => one.point === point && one.row.includes(`\`${notation}\``)))
        .map((point) => `${notation} at ${point}`),
    );
    expect(unnamed).toEqual([]);
  });
});

/**
 * The numbers of open points that a text cites: any number after the words "open point", also in a list and across the
 * lines of a comment; and a number with one of the page's letters on its own, which is how tests and lists of sections
 * cite them.
 */
function citedPoints(text: string): ReadonlySet<string> {
  const flat = text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  const lists =
    flat.match(/\bopen points? [A-Z]\d+[a-z]?\b(?:(?:,| and| or| to)+ [A-Z]\d+[a-z]?\b)*/gi) ?? [];
  const alone = flat.match(/(?<![\w%/])[WSV]\d{1,2}[a-z]?\b/g) ?? [];
  return new Set([...lists.flatMap((list) => list.match(/\b[A-Z]\d+[a-z]?\b/g) ?? []), ...alone]);
}

describe('README.md', () => {
  const readme = read('README.md');

  it('shows the plan of the first golden case', () => {
    const [, shown] = /<!-- case 001 -->\n\n```\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(shown).toBe(read('test/cases/001-readme/plan.txt'));
  });

  it('has links that npm shows as links into the repository', () => {
    const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
    expect(repository.url).toMatch(/^git\+https:\/\/github\.com\/[^/]+\/[^/]+\.git$/);
    const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
    expect(targets.length).toBeGreaterThan(10);
    // npm resolves these against the root of the repository, like GitHub for a file at the root.
    expect(targets.filter((target) => !/^(?:https:|#|[A-Za-z])/.test(target))).toEqual([]);
  });

  it('is short', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('docs/examples.md', () => {
  const page = read('docs/examples.md');
  const examples = [
    ...page.matchAll(/`campaigns\/([\w/-]+\.yaml)`[^`]*(?:`\w+`[^`]*)*```yaml\n([\s\S]*?)```/g),
  ].map(([, file = '', text = '']) => ({ file, text }));

  it('names the file of each example', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
    expect(page.split('```yaml')).toHaveLength(examples.length + 1);
  });

  it.each(examples)('shows $file without mistakes, also with status: ACTIVE', ({ file, text }) => {
    const options = {
      publishing: true,
      now: Date.UTC(2030, 0),
      workspaces: [workspace({ publish: 'allowed' })],
    };
    for (const status of ['', 'status: ACTIVE\n'])
      expect(load({ [file]: `${status}${text}` }, options).diagnostics).toEqual([]);
  });
});

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(`${root}/docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe.each(PAGES)('the links of %s', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target]) => target ?? '');

  it('lead to files and headings that exist', () => {
    const broken = targets.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(`${root}/${file}`)) return true;
      return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

/** The anchors that GitHub gives to headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

interface Workflow {
  readonly on: unknown;
  readonly permissions: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly uses: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** The names of the inputs of a workflow that is started by hand. */
function dispatchInputs({ on }: Workflow): string[] {
  const { workflow_dispatch: dispatch } = on as { workflow_dispatch?: { inputs?: object } | null };
  return Object.keys(dispatch?.inputs ?? {});
}

describe.each(['plan', 'apply', 'drift'])('the workflow for %s in docs/github.md', (name) => {
  const [, text = ''] =
    new RegExp(`<!-- workflow ${name} -->\\n\\n\`\`\`yaml\\n([\\s\\S]*?)\`\`\``).exec(
      read('docs/github.md'),
    ) ?? [];
  const shown = parse(text) as Workflow;
  const starter = parse(read(`starter/.github/workflows/campaigns-${name}.yml`)) as Workflow;

  it('runs on the same events', () => {
    const { on } = starter as { on: object };
    const here = shown.on as object;
    expect(Object.keys(on)).toEqual(expect.arrayContaining(Object.keys(here)));
    if (name === 'plan') expect(here).toEqual(on);
    expect(dispatchInputs(shown)).toEqual(dispatchInputs(starter));
  });

  it('leaves no token in the checkout', () => {
    const [checkout] = shown.jobs[name]?.steps ?? [];
    expect(checkout?.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false });
  });

  it('has the same permissions, and the same concurrency, as what init writes', () => {
    const { permissions, concurrency } = starter;
    expect(shown).toMatchObject({ permissions, concurrency });
  });

  it('gives the action its command, and only inputs that it has', () => {
    const { inputs } = parse(read('action.yml')) as { inputs: object };
    const given = shown.jobs[name]?.steps.at(-1)?.with ?? {};
    expect(given).toMatchObject({ command: name, workspace: 'production' });
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  });
});

const CALLS = ['docs/github.md', 'docs/operations.md'].flatMap((file) =>
  [...read(file).matchAll(/gh workflow run (\S+) [^`\n]*/g)].map(([call, workflow = '']) => ({
    ...{ file, call, workflow },
    given: [...call.matchAll(/-f ([\w-]+)=/g)].map(([, name]) => name),
  })),
);

it.each(CALLS)('$file prints "$call" with inputs that the workflow has', ({ workflow, given }) => {
  const starter = parse(read(`starter/.github/workflows/${workflow}`)) as Workflow;
  expect(given.length).toBeGreaterThan(0);
  expect(dispatchInputs(starter)).toEqual(expect.arrayContaining(given));
});

it('has calls on both pages', () => {
  expect(new Set(CALLS.map(({ file }) => file)).size).toBe(2);
});

it('plans with ten lines, as the README says', () => {
  const [, text = ''] = /<!-- ten lines -->\n\n```yaml\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
  expect(text.trimEnd().split('\n')).toHaveLength(10);
  expect(parse(text)).toMatchObject({
    permissions: { contents: 'read', 'pull-requests': 'write', statuses: 'write' },
  });
  expect(text).toContain('persist-credentials: false');
});

describe.each(['comment', 'result', 'drift'])('docs/%s.png', (name) => {
  it('shows its text in test/e2e as it is now: otherwise run npm run picture', () => {
    const source = `test/e2e/shown-${name}.md`;
    const digest = createHash('sha256').update(read(source)).digest('hex');
    expect(read('docs/pictures.sha256')).toContain(`${digest}  ${source}\n`);
  });

  it('loads quickly', () => {
    expect(readFileSync(`${root}/docs/${name}.png`).length).toBeLessThan(400_000);
  });
});
