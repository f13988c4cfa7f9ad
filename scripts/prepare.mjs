// Brings a fresh clone to the point where everything runs: installs dependencies when the lock file
// has changed since the last install, and builds with --build. A second run installs nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = `${root}node_modules`;
const stamp = `${modules}/.installed-from`;
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: campaign-reconciler needs Node 20.19 or newer.`);
  process.exit(1);
}

const wanted = createHash('sha256')
  .update(readFileSync(`${root}/package-lock.json`))
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (installed !== wanted) {
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    // npm ci would empty the folder that the link points to, which belongs to another checkout.
    console.error(
      `${modules} is a symbolic link, and its packages are not those of package-lock.json. Remove the link and run this again.`,
    );
    process.exit(1);
  }
  console.error('Installing dependencies (npm ci), once …');
  run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}
if (process.argv.includes('--build')) run(process.execPath, ['scripts/build.mjs']);

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    console.error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
    process.exit(1);
  }
}
