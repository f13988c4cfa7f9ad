// A git repository with N campaigns, made from the examples: push and email with HTML files, every delivery type, two
// workspaces. The same N always gives the same files.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLES = fileURLToPath(new URL('../../campaigns/', import.meta.url));
/** Bytes of an HTML file: what a newsletter without pictures has. */
const HTML_BYTES = 12_000;
const FOLDERS = 50;

/** Writes and commits the campaigns, and pushes them to a bare repository beside the folder. Returns their keys. */
export function makeRepository(folder, { count, url }) {
  const names = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && path !== 'workspaces.yaml')
    .sort();
  const texts = names.map((path) => ({ path, text: readFileSync(join(EXAMPLES, path), 'utf8') }));
  const keys = Array.from({ length: count }, (_, n) => {
    const { path, text } = texts[n % texts.length];
    const key = `area-${n % FOLDERS}/${basename(path, '.yaml')}-${n}`;
    const html = [...text.matchAll(/\$file: \.\/(\S+?\.html)/g)].map(([, name]) => name);
    let own = text.replace(/^( {2}name: )(.*)$/m, (_, head, name) => `${head}${quoted(name, n)}`);
    // A workspace has each key and each place once.
    own = own.replace(/^key: .*\n/m, '').replaceAll('Berlin Mitte', `Berlin Mitte ${n}`);
    own = own.replace(/utm_source: \S+/, `utm_source: source-${n % 1000}`);
    for (const name of html) {
      const copy = `${basename(name, '.html')}-${n}.html`;
      own = own.replaceAll(`./${name}`, `./${copy}`);
      write(join(folder, 'campaigns', dirname(key), copy), mail(path, name, n));
    }
    write(join(folder, 'campaigns', `${key}.yaml`), own);
    return key;
  });
  write(join(folder, 'campaigns/workspaces.yaml'), workspaces(url));
  commit(folder, ['init', '-q', '-b', 'main'], 'Campaigns');
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', `${folder}.git`]);
  git(folder, 'remote', 'add', 'origin', `${folder}.git`);
  git(folder, 'push', '-q', 'origin', 'main');
  return keys;
}

/** Changes the first of these campaigns that has what is changed, and commits that. */
export function editOne(folder, keys) {
  const place = /utm_source: \S+/;
  const files = keys.map((key) => join(folder, 'campaigns', `${key}.yaml`));
  const file = files.find((one) => place.test(readFileSync(one, 'utf8')));
  writeFileSync(file, readFileSync(file, 'utf8').replace(place, 'utm_source: edited'));
  commit(folder, undefined, 'Edit one campaign');
}

export function git(folder, ...args) {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'gc.auto=0'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 });
}

function commit(folder, first, message) {
  if (first) git(folder, ...first);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', message);
}

function workspaces(url) {
  return readFileSync(join(EXAMPLES, 'workspaces.yaml'), 'utf8')
    .replace('http://127.0.0.1:4010/', url)
    .replace(/^ {4}app_key: local\n/m, '    app_key: local\n    limits: off\n')
    .replace(/guard: .*/, 'guard: { share: 1, at_least: 1000000 }');
}

function mail(path, name, n) {
  const text = readFileSync(join(EXAMPLES, dirname(path), name), 'utf8');
  const paragraphs = [];
  for (let size = text.length; size < HTML_BYTES; size += paragraphs.at(-1).length)
    paragraphs.push(
      `<table role="presentation"><tr><td style="padding: 8px"><p>Offer ${n + size} for you.</p>` +
        `<a href="https://shop.example.com/item/${n + size}">See it in the shop</a></td></tr></table>\n`,
    );
  return text.includes('</body>')
    ? text.replace('</body>', () => `${paragraphs.join('')}</body>`)
    : text + paragraphs.join('');
}

/** A name with a number, in the style in which it was written. */
function quoted(name, n) {
  const [, mark, text] = /^(["']?)(.*)\1$/.exec(name.trim());
  return `${mark}${text} ${n}${mark}`;
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
