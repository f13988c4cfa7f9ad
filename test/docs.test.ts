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
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

it('docs/life-of-a-change.md names files and functions that exist', () => {
  const page = read('docs/life-of-a-change.md');
  const files = matches(page, /`((?:src|schemas|campaigns)\/[\w./-]+\.\w+)`/g);
  expect(files.filter((file) => !existsSync(`${root}/${file}`))).toEqual([]);
  const sources = files.filter((file) => file.startsWith('src/')).map(read);
  const names = matches(page, /`([a-z]+[A-Z]\w*|[A-Z][a-z]\w*|[A-Z]{2,})`/g);
  expect(names.length).toBeGreaterThan(20);
  const declared = (name: string) =>
    new RegExp(`^(?:export )?(?:async )?(?:function|const|class|interface|type) ${name}\\b`, 'm');
  expect(names.filter((name) => !sources.some((source) => declared(name).test(source)))).toEqual([]);
});

it('README.md says in its third line which service it is for', () => {
  const [, , third = ''] = read('README.md').split('\n');
  expect(third).toMatch(/Campaign Management API.*version 5.*`\/v5\/campaigns`.*`<PREFIX>-APPKEY`/);
});

describe('docs/open-points.md', () => {
  const PAGE = 'docs/open-points.md';
  const rows = read(PAGE).match(/^\| [A-Z]\d+[a-z]? +\|.*$/gm) ?? [];
  const points = rows.map((row) => matches(row, /^\| ([A-Z]\d+[a-z]?)/g)[0] ?? '');

  it('has one row for every open point that is cited', () => {
    const files = ['src', 'schemas', 'docs', 'test', 'scripts'].flatMap((folder) => {
      const paths = readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' });
      return paths.map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
    });
    const citing = files.filter((path) => /\.(?:ts|mjs|json|md)$/.test(path) && path !== PAGE);
    const cited = citing.flatMap((path) => [...citedPoints(read(path))].map((point) => ({ path, point })));
    expect(cited.filter(({ point }) => !points.includes(point))).toEqual([]);
    expect(new Set(points).size).toBe(points.length);
  });

  it('names every quirk in the rows of its open points', () => {
    for (const { notation, openPoints } of quirkRows())
      for (const point of openPoints) expect(rows[points.indexOf(point)]).toContain(`\`${notation}\``);
  });
});

/** Numbers after the words "open point", also in a list and across lines; and those with one of the page's letters alone. */
function citedPoints(text: string): ReadonlySet<string> {
  const flat = text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  const lists =
    flat.match(/\bopen points? [A-Z]\d+[a-z]?\b(?:(?:,| and| or| to)+ [A-Z]\d+[a-z]?\b)*/gi) ?? [];
  const alone = flat.match(/(?<![\w%/])[WSV]\d{1,2}[a-z]?\b/g) ?? [];
  return new Set([...lists.flatMap((list) => list.match(/\b[A-Z]\d+[a-z]?\b/g) ?? []), ...alone]);
}

it('README.md is short, and shows a comment, a plan, its page and a workflow of ten lines', () => {
  const readme = read('README.md');
  expect(readme.split('\n').length).toBeLessThanOrEqual(160);
  for (const name of ['comment', 'terminal', 'report']) expect(readme).toContain(`](docs/${name}.png)`);
  const [workflow = ''] = matches(readme, /<!-- ten lines -->\n\n```yaml\n([\s\S]*?)```/g);
  expect(workflow.trimEnd().split('\n')).toHaveLength(10);
  expect(parse(workflow)).toMatchObject({
    permissions: { contents: 'read', 'pull-requests': 'write', statuses: 'write' },
  });
});

it('the first pages say which service they are for, and README.md which operations are not called', () => {
  const readme = read('README.md');
  expect(readme.split('\n')[2]).toMatch(
    /Campaign Management API, version 5 .*`\/v5\/campaigns`.*`<PREFIX>-APPKEY`/,
  );
  expect(read('docs/glossary.md')).toMatch(/^\| service +\| The Campaign Management API, version 5 \(/m);
  const { description } = JSON.parse(read('package.json')) as { description: string };
  expect(description).toContain('Campaign Management API, version 5');
  const [, never = ''] = readme.split('## What it never does');
  expect(never).toContain('control group');
  const [, called = ''] = read('docs/service.md').split('Which commands call its operations:');
  const rows = matches(called.split('\n\n')[1] ?? '', /^\| (?!operation|-)(.*\S) +\|$/gm);
  expect(rows.flatMap((row) => row.split('|')[0]?.trim().split(', '))).toEqual([
    ...[
      'create',
      'update',
      'change status',
      'publish',
      'search',
      'get',
      'validate',
      'meta',
      'preview',
      'test',
    ],
    ...['list the sends of a periodic campaign', 'control group uploads'],
  ]);
  expect(rows.filter((row) => /\| none(?!: .{20})/.test(row))).toEqual([]);
});

it('docs/examples.md shows campaigns without mistakes, also with status: ACTIVE', () => {
  const texts = matches(read('docs/examples.md'), /```yaml\n([\s\S]*?)```/g);
  expect(texts.length).toBeGreaterThanOrEqual(3);
  const workspaces = [workspace({ publish: 'allowed' })];
  const options = { publishing: true, now: Date.UTC(2030, 0), workspaces };
  for (const text of texts.flatMap((one) => [one, `status: ACTIVE\n${one}`]))
    expect(load({ 'example.yaml': text }, options).diagnostics).toEqual([]);
});

const DOCS = readdirSync(`${root}/docs`).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []));

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...DOCS];

it.each(PAGES)('the links of %s lead somewhere', (page) => {
  const broken = matches(read(page), /\]\((?!https?:)([^)\s]+)\)/g).filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    if (!existsSync(`${root}/${file}`)) return true;
    return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

/** The anchors that GitHub gives to headings. */
function anchorsOf(markdown: string): string[] {
  const titles = matches(markdown.toLowerCase(), /^#+ (.*)$/gm);
  return titles.map((title) => title.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'));
}

interface Workflow {
  readonly on: { readonly workflow_dispatch?: { readonly inputs?: object } | null };
  readonly permissions: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] }>
  >;
}

/** The names of the inputs of a workflow that is started by hand. */
function dispatchInputs({ on }: Workflow): string[] {
  return Object.keys(on.workflow_dispatch?.inputs ?? {});
}

it.each(['plan', 'apply', 'drift', 'test-send'])(
  'the workflow for %s in docs/github.md is what init writes',
  (name) => {
    const pattern = new RegExp(`<!-- workflow ${name} -->\\n\\n\`\`\`yaml\\n([\\s\\S]*?)\`\`\``, 'g');
    const shown = parse(matches(read('docs/github.md'), pattern)[0] ?? '') as Workflow;
    const starter = parse(read(`starter/.github/workflows/campaigns-${name}.yml`)) as Workflow;
    const { permissions, concurrency } = starter;
    expect(shown).toMatchObject({ permissions, concurrency });
    expect(Object.keys(starter.on)).toEqual(expect.arrayContaining(Object.keys(shown.on)));
    expect(dispatchInputs(shown)).toEqual(dispatchInputs(starter));
    const steps = shown.jobs[name]?.steps ?? [];
    expect(steps[0]?.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false });
    const { inputs } = parse(read('action.yml')) as { inputs: object };
    const own = steps.find(({ uses }) => uses?.startsWith('campaign-reconciler/'))?.with;
    expect(own).toMatchObject({ command: name, workspace: 'production' });
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(own ?? {})));
  },
);

it.each(['docs/github.md', 'docs/operations.md'])('%s starts workflows with inputs they have', (page) => {
  const calls = [...read(page).matchAll(/gh workflow run (\S+) [^`\n]*/g)];
  expect(calls.length).toBeGreaterThan(0);
  for (const [call, name = ''] of calls) {
    const workflow = parse(read(`starter/.github/workflows/${name}`)) as Workflow;
    expect(dispatchInputs(workflow)).toEqual(expect.arrayContaining(matches(call, /-f ([\w-]+)=/g)));
  }
});

it.each([
  ...['comment', 'result', 'drift'].map((name) => [name, `test/e2e/shown-${name}.md`] as const),
  ['terminal', 'test/cases/001-readme/plan.txt'] as const,
  ['report', 'test/e2e/shown-report.html'] as const,
])('docs/%s.png shows its text: else npm run picture', (name, source) => {
  expect(existsSync(`${root}/docs/${name}.png`)).toBe(true);
  const digest = createHash('sha256').update(read(source)).digest('hex');
  expect(read('docs/pictures.sha256')).toContain(`${digest}  ${source}\n`);
});
