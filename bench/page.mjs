// Writes docs/performance.md and its chart from bench/ratios.json. With --check, nothing is written, and exit 1 means that
// they are outdated.
//   node bench/page.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { chart } from './chart.mjs';
import { isMet } from './scale/figures.mjs';

const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const CHART = fileURLToPath(new URL('../docs/performance.svg', import.meta.url));
const RATIOS = new URL('ratios.json', import.meta.url);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const ratios = JSON.parse(readFileSync(RATIOS, 'utf8'));
  if (process.argv.includes('--check')) await checkPage(ratios);
  else await writePage(ratios);
}

export async function writePage(ratios) {
  for (const [path, text] of await filesOf(ratios)) writeFileSync(path, text);
}

async function checkPage(ratios) {
  const outdated = (await filesOf(ratios)).filter(([path, text]) => readFileSync(path, 'utf8') !== text);
  if (outdated.length === 0) return;
  console.error('docs/performance.md or its chart is out of date. Run: node bench/page.mjs');
  process.exitCode = 1;
}

async function filesOf(ratios) {
  const options = { ...(await resolveConfig(PAGE)), parser: 'markdown' };
  return [
    [PAGE, await format(pageOf(ratios), options)],
    [CHART, chart(ratios)],
  ];
}

function pageOf({ node, commit, once, sizes, memory }) {
  const counts = sizes.map(({ count }) => count);
  const all = [
    ...once,
    ...memory,
    ...sizes.flatMap(({ count, figures }) => figures.map((one) => ({ ...one, count }))),
  ];
  const missed = all.filter((one) => isMet(one) === false);
  const met = all.filter((one) => isMet(one) === true);
  return `# Performance

<!-- Written by node bench/page.mjs from bench/ratios.json. -->

What a run costs with ${listed(counts)} campaigns: push and email with HTML files, every delivery type, two workspaces, made
from the examples. Every figure says how many times as much processor time the built program takes as a bare program that
does the least, both measured in the same run, one after the other, so it says the same on a fast and on a slow machine.
The time of the git processes that both start is not in it. Measured at commit
${commit}, with Node ${node.slice(1)} on two shared cores.

![How many times as much each command takes as the least, and its goal](performance.svg)

**${met.length} of ${met.length + missed.length} figures meet their goal.** The others are marked with ✗.

${table(['', 'beside', 'goal', ...counts.map(number)], rowsOf(sizes))}

- "Read and parse all": campaign files are read and parsed with \`yaml\`, and each HTML text once with the parser of \`validate\`.
- "Ask": the searches that a plan needs, one for each fifteen campaigns, sent with bare \`undici\`.
- "Cold": without what an earlier run has left in \`.git/campaigns/\`. "Repeated": with it.

${table(
  ['', 'beside', 'goal', 'ratio'],
  once.map((one) => [one.name, one.to, goalOf(one), marked(one)]),
)}

## Memory

The most memory that any command above takes, without its git processes.

${table(['', 'goal', ...counts.map(number)], memoryRows(memory, counts))}

## Where the time goes

Percent of the time from start to end, from one profile of each (\`bench/profiles/\`, for the developer tools of a browser).

${table(['', ...counts.flatMap((count) => [`validate, ${number(count)}`, `plan, ${number(count)}`])], phaseRows(sizes))}

"Wait" is for git and for the service, "start" is loading modules, "garbage" is collecting unused memory, and "rest" is
what belongs to no phase. What never takes 1 % is left out.

## Beside other programs

Each plans the same number of things, in sync with a mock of its service on the same machine, and finds nothing to do.

${table(['', '', ...counts.map(number)], neighborRows(sizes))}

- **auth0-deploy-cli** plans clients: a JSON file each, every third with a page of HTML. Most of its time is the same for
  any number: at each start it compiles the schema of everything that a tenant can have. It reads pages of 100, so it
  asks less often than we do with pages of 15, the most that our service gives; it reads all of them twice. It keeps at
  most eight requests a second, which is why its elapsed time grows faster than its processor time.
- **github-label-sync** plans labels: name, color and description, all in one file. It wins: no git, no schema beyond three
  fields, no HTML, and pages of 100. That it compares every label with every other doesn't show at these numbers.
- **Neither does** what most of our time is for: positions of mistakes, texts and their rules, two workspaces, a record of
  what was applied, edits made by hand, locks, quotas, and the reason for each change.

## What is not met

${missed.length === 0 ? 'Nothing.' : missedLines(missed).join('\n')}

## Measure it

\`\`\`sh
npm run bench 100 1000   # measures, and writes this page and its chart
node bench/page.mjs      # only writes the page, from bench/ratios.json
\`\`\`

The other programs are installed into \`bench/neighbors\` when this first runs; neither the package nor its tests have them.
Tests never compare seconds. \`test/process/counts.test.ts\` compares counts with \`test/process/counts.json\` in every run of
CI: requests, git processes, YAML texts parsed, modules loaded and bytes of the action. What grows fails; where it
is meant to, \`ACCEPT_COUNTS=1 npm run vitest -- run test/process/counts.test.ts\` keeps the new values.
`;
}

function listed(counts) {
  return counts
    .map(number)
    .join(', ')
    .replace(/, ([^,]*(?:,\d{3})?)$/, ' and $1');
}

function number(value) {
  return value.toLocaleString('en-US');
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function isNeighbor({ name }) {
  return name.startsWith('plan beside');
}

function rowsOf(sizes) {
  return sizes[0].figures
    .filter((one) => !isNeighbor(one))
    .map((first) => [
      first.name,
      first.to,
      goalOf(first),
      ...sizes.map(({ figures }) => marked(figures.find(({ name }) => name === first.name))),
    ]);
}

function goalOf({ atMost, mebibytesAtMost }) {
  const parts = [];
  if (atMost !== undefined) parts.push(`≤ ${atMost}`);
  if (mebibytesAtMost !== undefined) parts.push(`≤ ${mebibytesAtMost} MiB`);
  return parts.join(', ');
}

function marked(figure) {
  const { ratio, mebibytes, mebibytesAtMost } = figure;
  const value = ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2);
  const memory = mebibytesAtMost === undefined ? '' : `, ${mebibytes.toFixed(0)} MiB`;
  return `${value}${memory}${{ true: ' ✓', false: ' ✗' }[isMet(figure)] ?? ''}`;
}

function memoryRows(memory, counts) {
  const cell = (name, count, shown) => {
    const one = memory.find((each) => each.name === name && each.count === count);
    return one === undefined ? '' : `${shown(one)}${{ true: ' ✓', false: ' ✗' }[isMet(one)] ?? ''}`;
  };
  return [
    [
      'peak',
      '≤ 350 MiB at 10,000',
      ...counts.map((count) => cell('P7 peak memory', count, (one) => `${one.mebibytes} MiB`)),
    ],
    [
      'beside a tenth of the campaigns',
      '≤ 5',
      ...counts.map((count) => cell('P7 growth of memory', count, (one) => one.ratio.toFixed(2))),
    ],
  ];
}

function phaseRows(sizes) {
  const columns = sizes.flatMap(({ phases }) => [phases.validate, phases.plan]);
  const names = [...new Set(columns.flatMap((one) => Object.keys(one)))];
  const largest = (name) => Math.max(...columns.map((one) => one[name] ?? 0));
  return names
    .filter((name) => largest(name) > 0)
    .sort((a, b) => largest(b) - largest(a))
    .map((name) => [name, ...columns.map((one) => String(one[name] ?? 0))]);
}

function neighborRows(sizes) {
  const names = sizes[0].figures.filter(isNeighbor).map(({ name }) => name);
  return names.flatMap((name) => {
    const all = sizes.map(({ figures }) => figures.find((one) => one.name === name));
    const short = name.replace('plan beside ', '');
    const goal = all[0].atMost === undefined ? '' : `, goal ≤ ${all[0].atMost}`;
    return [
      [short, `our processor time beside theirs${goal}`, ...all.map(marked)],
      ['', 'our elapsed time beside theirs', ...all.map(({ elapsed }) => elapsed.toFixed(2))],
      ['', 'memory, ours and theirs, MiB', ...all.map((one) => `${one.mebibytes}, ${one.theirMebibytes}`)],
      [
        '',
        'requests, ours and theirs',
        ...all.map((one, at) => `${Math.ceil(sizes[at].count / 15)}, ${one.requests}`),
      ],
    ];
  });
}

function missedLines(missed) {
  return [...new Set(missed.map(({ name }) => name))].map((name) => {
    const all = missed.filter((one) => one.name === name);
    const values = all.map((one) => {
      const value = one.ratio === undefined ? `${one.mebibytes} MiB` : marked(one).replace(' ✗', '');
      return one.count === undefined ? value : `${value} at ${number(one.count)}`;
    });
    return `- ${name}, goal ${goalOf(all[0])}: ${values.join('; ')}`;
  });
}
