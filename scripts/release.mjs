// The decisions of .github/workflows/release.yml. CONTRIBUTING.md says how to release.
//   node scripts/release.mjs check [TAG]   exits 1 if the commit that is checked out can't be this release
//   node scripts/release.mjs pack          puts the files of the release into release/, and prints digests
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const RELEASE = 'release';
/** What the tagged commit lacks to be an action. */
const ACTION_FILES = ['dist/action.js', 'dist/third-party-licenses.txt'];

class Refusal extends Error {}

try {
  const [command, ...args] = process.argv.slice(2);
  ({ check, pack })[command](...args);
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

function manifest() {
  return JSON.parse(readFileSync('package.json', 'utf8'));
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
