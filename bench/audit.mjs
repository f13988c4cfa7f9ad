// How long an audit of a long trail takes, compared with `git log -p` of the same branch. Other programs may use the machine,
// so the two alternate, and the medians are compared.
//   npm run bench bench/audit.mjs [RECORDS] [PAIRS]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const RECORDS = Number(process.argv[2] ?? 10_000);
const PAIRS = Number(process.argv[3] ?? 5);
const CAMPAIGNS = 200;
const BRANCH = 'campaigns-state/local';
/** What an audit may take, in times of `git log -p`. */
const AT_MOST = 10;

const folder = mkdtempSync(join(tmpdir(), 'campaigns-bench-'));
try {
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  const git = (args, more = {}) =>
    execFileSync('git', args, {
      cwd: shop,
      maxBuffer: 2 ** 31 - 1,
      env: { PATH: process.env.PATH, HOME: folder },
      ...more,
    });
  git(['init', '--quiet', '--initial-branch=main']);
  git(['fast-import', '--quiet'], { input: history() });
  git(['gc', '--quiet']);
  const times = { log: [], audit: [] };
  for (let pair = 0; pair < PAIRS; pair += 1) {
    times.log.push(timed(() => git(['log', '-p', BRANCH])));
    times.audit.push(timed(audit));
  }
  const [log, audited] = [median(times.log), median(times.audit)];
  console.log(`${RECORDS} records of ${CAMPAIGNS} campaigns`);
  console.log(`git log -p   ${log.toFixed(0)} ms`);
  console.log(
    `audit        ${audited.toFixed(0)} ms, ${(audited / log).toFixed(2)} times that, at most ${AT_MOST}`,
  );
  if (audited > log * AT_MOST) process.exitCode = 1;

  function audit() {
    const days = ['--from', '2000-01-01', '--to', '2099-12-31'];
    const args = [CLI, 'audit', '-w', 'local', '--json', ...days];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: shop,
      maxBuffer: 2 ** 31 - 1,
    });
    const { changes, gaps } = status === 2 ? JSON.parse(stdout) : { changes: [], gaps: [] };
    if (changes.length !== RECORDS || gaps.length !== RECORDS) throw new Error(`exit ${status}: ${stderr}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A branch on which each record changes one component of one campaign, without a review. */
function history() {
  const stream = [];
  for (let nth = 0; nth < RECORDS; nth += 1) {
    const [campaign, version] = [nth % CAMPAIGNS, Math.floor(nth / CAMPAIGNS)];
    const key = `promo/c${campaign}`;
    const [change, components] =
      version === 0
        ? ['create', 'basic_details, campaign_content, utm_params']
        : ['update', 'campaign_content, utm_params'];
    const trailers = [
      ...[`Campaign: ${key}`, `Change: ${change}`, `Components: ${components}`, `Commit: ${'c'.repeat(40)}`],
      ...['Edited-By: Ada <ada@example.com>', 'Actor: Carol <carol@example.com>', `Run: r${nth}`],
      ...[`Request-Id: q${nth}`, `Response-Id: a${nth}`],
    ];
    const at = 1_900_000_000 + nth;
    stream.push(
      `commit refs/heads/${BRANCH}\n`,
      `author Carol <carol@example.com> ${at} +0000\ncommitter campaign-reconciler <c@localhost> ${at} +0000\n`,
      data(`${change} ${key}: ${components}\n\n${trailers.join('\n')}\n`),
      `M 100644 inline campaigns/${key}.json\n${data(binding(key, campaign, version))}\n`,
    );
  }
  return stream.join('');
}

function binding(key, campaign, version) {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `<p>Line ${at} of ${key}${at === version % 40 ? `, ${version}` : ''}</p>`,
  );
  const components = {
    basic_details: { name: `Campaign ${campaign}`, content_type: 'PROMOTIONAL' },
    campaign_content: { content: { email: { subject: `Offer ${version}`, html_content: lines.join('\n') } } },
    utm_params: { utm_source: `s${version}`, utm_medium: 'email' },
  };
  const id = campaign.toString(16).padStart(24, '0');
  const file = {
    ...{ format: 'campaign-binding/1', key, id, campaign_id: id, channel: 'EMAIL', type: 'ONE_TIME' },
    ...{ name: `Campaign ${campaign}`, applied: components, observed: components },
    status: { applied: null, observed: 'DRAFT', seen: 'DRAFT' },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function data(text) {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function timed(act) {
  const began = performance.now();
  act();
  return performance.now() - began;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
