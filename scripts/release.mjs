// The decisions of .github/workflows/release.yml, and a rehearsal of that workflow. CONTRIBUTING.md says how to release.
//   node scripts/release.mjs check [TAG]                   exits 1 if the commit that is checked out can't be this release
//   node scripts/release.mjs pack                          puts the files of the release into release/, and prints digests
//   node scripts/release.mjs rehearse TAG ORIGIN FOLDER    runs the workflow for a tag of the bare repository ORIGIN
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const RELEASE = 'release';
/** What the tagged commit lacks to be an action. */
const ACTION_FILES = ['dist/action.js', 'dist/third-party-licenses.txt'];

/** The steps that a rehearsal leaves out, and why. */
const LEFT_OUT = {
  Install: 'the libraries of the checkout around FOLDER are used',
  'Check the code': 'npm run check does that',
  Test: 'npm test does that, and runs this rehearsal',
  'The package installs, and its command works': 'test/process/release.test.ts does that',
  'Let git push': 'ORIGIN is a folder',
  'Publish the release': 'an upload',
};

/** What a rehearsal does for a step that uses an action of others; or text: why it does nothing. */
const STAND_INS = {
  'actions/checkout': ({ tag, origin, job }) =>
    void git('-c', 'advice.detachedHead=false', 'clone', '--quiet', '--branch', tag, origin, job),
  'actions/setup-node': () => 'the Node that runs this is used',
  'actions/upload-artifact': ({ folder, job }, { path }) => copy(join(job, path), join(folder, 'artifact')),
  'actions/download-artifact': ({ folder, job }, { path }) => copy(join(folder, 'artifact'), join(job, path)),
  'actions/attest-build-provenance': () => 'an upload',
};

class Refusal extends Error {}

try {
  const [command, ...args] = process.argv.slice(2);
  await { check, pack, rehearse }[command](...args);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function check(tag = `v${manifest().version}`) {
  const { version } = manifest();
  const [major] = tag.split('.');
  const newest = [...git('tag', '--list', `${major}.*`).split('\n'), tag].sort(byVersion).at(-1);
  if (git('status', '--porcelain') !== '')
    throw new Refusal('There are changes that are not committed, so no tag has them. Commit or remove them.');
  if (tag !== `v${version}`)
    throw new Refusal(`The tag is ${tag}, but package.json has version ${version}. Tag it v${version}.`);
  if (spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'origin/main']).status !== 0)
    throw new Refusal(`The commit of ${tag} is not on main. Merge it, and tag the commit that is on main.`);
  if (newest !== tag)
    throw new Refusal(`${newest} exists, so ${tag} would move ${major} backward. Release a newer version.`);
  notesOf(version);
}

function byVersion(left, right) {
  return left.localeCompare(right, 'en', { numeric: true });
}

/** The section of a version in CHANGELOG.md. */
function notesOf(version) {
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const section = sections.find((one) => one.split(/\s/, 1)[0] === version) ?? '';
  const notes = section.slice(section.indexOf('\n')).trim();
  if (notes === '')
    throw new Refusal(`CHANGELOG.md has no section for ${version}. Run: npx changeset version`);
  return `${notes}\n`;
}

function pack() {
  const { version, bin, exports } = manifest();
  const built = [...ACTION_FILES, ...Object.values(bin), ...Object.values(exports['.'])];
  const missing = built.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Refusal(`There is no ${missing.join(' and no ')}. Run: npm run build`);
  rmSync(RELEASE, { recursive: true, force: true });
  for (const file of ACTION_FILES) cpSync(file, join(RELEASE, file));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', RELEASE]);
  writeFileSync(join(RELEASE, 'notes.md'), notesOf(version));
  const entries = readdirSync(RELEASE, { recursive: true, withFileTypes: true });
  const digests = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${file}`)
    .join('\n');
  console.log(digests);
  const { GITHUB_OUTPUT } = process.env;
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `digests<<END-OF-DIGESTS\n${digests}\nEND-OF-DIGESTS\n`);
}

/**
 * Runs release.yml as it is at the tag, step by step, each job in its own folder below FOLDER. Pushes go to ORIGIN, npm
 * publishes nothing. FOLDER is below a checkout with libraries, because a build looks for them in the folders around it.
 */
async function rehearse(tag, origin, folder) {
  const { parse } = await import('yaml');
  const { jobs } = parse(git('-C', origin, 'show', `${tag}:.github/workflows/release.yml`));
  for (const [name, { steps }] of Object.entries(jobs)) {
    const job = join(folder, name);
    mkdirSync(job);
    for (const step of steps) {
      const [used] = (step.uses ?? '').split('@');
      const reason = used ? STAND_INS[used]({ tag, origin, folder, job }, step.with) : LEFT_OUT[step.name];
      console.log(`${name}: ${step.name ?? used}${reason ? ` (left out: ${reason})` : ''}`);
      if (!used && !reason) runStep(step, { tag, folder, job });
    }
  }
}

function runStep({ name, run, env = {} }, { tag, folder, job }) {
  const outputs = join(folder, 'outputs');
  const [, digests = ''] = existsSync(outputs) ? /\n(.*)\nEND/s.exec(readFileSync(outputs, 'utf8')) : [];
  const variables = Object.keys(env).map((variable) => [variable, variable === 'DIGESTS' ? digests : '']);
  const { status } = spawnSync('bash', ['-e', '-c', run], {
    cwd: job,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...{ HOME: folder, CI: 'true', GITHUB_REF_NAME: tag, GITHUB_OUTPUT: outputs },
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      ...(run.startsWith('npm publish') && { npm_config_dry_run: 'true' }),
      ...Object.fromEntries(variables),
    },
  });
  if (status !== 0) throw new Refusal(`The release stops at the step "${name}".`);
}

function manifest() {
  return JSON.parse(readFileSync('package.json', 'utf8'));
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function copy(from, to) {
  cpSync(from, to, { recursive: true });
}
