import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Files and links below campaigns/ that aren't campaign files. All are in one tree, because none of them may hide
// another.

const MEBIBYTE = 1024 * 1024;
const TOO_LONG = 'x'.repeat(2 * MEBIBYTE + 1);
const PIPE = { kind: 'pipe' } as const;

/** A text, bytes, a link to a path, or a pipe. */
type Content = string | Uint8Array | { readonly link: string } | typeof PIPE;

/** Things on disk, by path from the root, and their diagnostics, each as `path:line:column code`. */
export interface OnDisk {
  readonly what: string;
  readonly files: Readonly<Record<string, Content>>;
  readonly reported: readonly string[];
  /** The keys of campaigns that are still loaded. */
  readonly keys?: readonly string[];
}

/** Creates them in the repository at `root`. */
export function putOnDisk(root: string, { files }: OnDisk): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'object' && 'kind' in content) {
      if (spawnSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]).status !== 0) throw new Error('mkfifo failed');
    } else if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, path);
    else writeFileSync(path, content);
  }
}

const push = (key: string) =>
  `key: ${key}\nchannel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: ${key} }\n`;
const WITHOUT_KEY = push('x').replace(/^key.*\n/, '');

/** An email whose body is at `path`. Problems with it are reported at 8:21. */
const mail = (path: string) => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: A mail }
campaign_content:
  content:
    email:
      subject: a
      html_content: { $file: ${JSON.stringify(path)} }
`;

/** Campaign files with one diagnostic: what is special, the name, where and what, the content. */
const UNREAD: readonly (readonly [what: string, name: string, reported: string, content: Content])[] = [
  ['a name that ends in capitals', 'Promo.YML', '1:1 E_FILE_NAME', push('capitals')],
  ['a file of 10 MB', 'large.yaml', '1:1 E_FILE', '#'.repeat(10 * MEBIBYTE)],
  ['Latin-1', 'latin-1.yaml', '1:1 E_FILE', Buffer.from('basic_details: { name: Café }\n', 'latin1')],
  ['UTF-16 with its mark', 'utf-16.yaml', '1:1 E_FILE', Buffer.from(`\ufeff${push('a')}`, 'utf16le')],
  ['UTF-16 without its mark', 'utf-16-bare.yaml', '1:2 E_FILE', Buffer.from(push('a'), 'utf16le')],
  ['a mistake after a mark', 'bom.yaml', '1:9 E_STATUS', `\ufeffstatus: RUNNING\n${push('bom')}`],
  ['a name that gives no key', 'Großes Ü.yaml', '1:1 E_KEY', WITHOUT_KEY],
  ['a name that is an extension', '.yaml', '1:1 E_KEY', WITHOUT_KEY],
  ['a link to a campaign file', 'link.yaml', '1:1 E_FILE', { link: '../fine/a b.yaml' }],
  ['a link to a folder', 'link', '1:1 E_FILE', { link: '../fine' }],
  ['a link to itself', 'itself.yaml', '1:1 E_FILE', { link: 'itself.yaml' }],
  ['a link to the folder above', 'above', '1:1 E_FILE', { link: '..' }],
  ['a link that leads nowhere', 'nowhere.yml', '1:1 E_FILE', { link: 'nothing' }],
  ['a pipe', 'pipe.yaml', '1:1 E_FILE', PIPE],
];

/** Campaign files that are loaded under these keys. */
const FINE: readonly (readonly [what: string, name: string, key: string])[] = [
  ['a folder named like a file', 'folder.yaml/inner.yaml', 'folder'],
  ['a name with blanks', 'a b.yaml', 'blanks'],
  ['a name with a line end', 'new\nline.yaml', 'line'],
  ['a name with # and %', '#1 100%25.yaml', 'signs'],
  ['a name with an emoji', '👋.yaml', 'emoji'],
  ['a name with a composed accent', 'caf\u00e9.yaml', 'composed'],
  ['the same name with a decomposed accent', 'cafe\u0301.yaml', 'decomposed'],
];

type Reference = readonly [
  what: string,
  path: string,
  reported: string,
  files?: Readonly<Record<string, Content>>,
];

/** References in campaigns/ref/01.yaml, campaigns/ref/02.yaml, …: in `reported`, HERE is that file. */
const REFERENCES: readonly Reference[] = [
  ['nothing', './nothing.html', 'HERE E_FILE_MISSING'],
  ['a name in another case', './BODY.html', 'HERE E_FILE_MISSING', { 'campaigns/ref/body.html': '<p>Hello' }],
  ['another accent', './na\u00efve.html', 'HERE E_FILE_MISSING', { 'campaigns/ref/nai\u0308ve.html': '<p>' }],
  ['a folder', '../fine', 'HERE E_FILE'],
  ['its own folder', '.', 'HERE E_FILE'],
  ['no path', '', 'HERE E_FILE_MISSING'],
  ['an absolute path', '/etc/hostname', 'HERE E_FILE'],
  ['a file outside of the repository', '../../../outside.txt', 'HERE E_FILE', { '../outside.txt': 'secret' }],
  ['nothing outside of the repository', '../../../nothing.txt', 'HERE E_FILE'],
  ['a link out of the repository', './out.html', 'HERE E_FILE', link('out.html', '../../../outside.txt')],
  [
    'nothing behind such a link',
    '../../links/away/NO.txt',
    'HERE E_FILE',
    { 'links/away': { link: '../..' } },
  ],
  ['a link to itself', './itself.html', 'HERE E_FILE', link('itself.html', 'itself.html')],
  ['something behind a link to itself', './itself.html/a', 'HERE E_FILE'],
  ['a link that leads nowhere', './loose.html', 'HERE E_FILE_MISSING', link('loose.html', 'nothing')],
  ['a file of git', '../../.git/config', 'HERE E_FILE'],
  ['nothing below .git', '../../.git/nothing', 'HERE E_FILE'],
  ['.git in capitals', '../../.GIT/config', 'HERE E_FILE'],
  ['a link to a file of git', './config.html', 'HERE E_FILE', link('config.html', '../../.git/config')],
  [
    'a file that git ignores',
    '../odd/ignored.html',
    'HERE E_FILE',
    { 'campaigns/odd/ignored.html': 'draft' },
  ],
  ['a pipe', './pipe.html', 'HERE E_FILE', { 'campaigns/ref/pipe.html': PIPE }],
  ['something behind a file', './body.html/more', 'HERE E_FILE_MISSING'],
  ['a name too long for a system', `./${'x'.repeat(300)}.html`, 'HERE E_FILE_MISSING'],
  ['a path too long for a system', `./${'x/'.repeat(300_000)}`, 'HERE E_FILE_MISSING'],
  ['line ends', './a\n\u001b[31mb.html', 'HERE E_FILE_MISSING'],
  ['a file over 2 MiB', './over.html', 'HERE E_FILE', { 'campaigns/ref/over.html': TOO_LONG }],
  ['Latin-1', './latin.html', 'HERE E_FILE', { 'campaigns/ref/latin.html': Buffer.from('Café', 'latin1') }],
  ['a NUL character', './nul.html', 'HERE E_FILE', { 'campaigns/ref/nul.html': 'H\0' }],
];

function link(name: string, to: string): Readonly<Record<string, Content>> {
  return { [`campaigns/ref/${name}`]: { link: to } };
}

/** Texts of campaigns/text/NAME.yaml. */
const text = (what: string, name: string, more: Partial<OnDisk>): OnDisk => ({
  what,
  reported: [],
  ...(more.reported === undefined && { keys: [`text/${name}`] }),
  ...more,
  files: { [`campaigns/text/${name}.yaml`]: mail(`./${name}.html`), ...more.files },
});

const TEXTS: readonly OnDisk[] = [
  text('a text of exactly 2 MiB', 'exact', {
    files: { 'campaigns/text/exact.html': 'x'.repeat(2 * MEBIBYTE) },
    ...{ reported: ['campaigns/text/exact.html:1:1 W_SIZE'], keys: ['text/exact'] },
  }),
  text('a link inside of the repository', 'link', {
    files: { 'campaigns/text/link.html': { link: 'exact.html' } },
  }),
  text('an expression that is never closed', 'open', {
    files: { 'campaigns/text/open.html': '\ufeff<p>Hello</p>\r\n<p>{{ a }} and {{ b }</p>\r\n' },
    ...{ reported: ['campaigns/text/open.html:2:16 W_EXPRESSION'], keys: ['text/open'] },
  }),
  text('a path with a NUL character', 'nul', {
    files: { 'campaigns/text/nul.yaml': mail('./a\0b.html') },
    reported: ['campaigns/text/nul.yaml:8:30 E_TEXT'],
  }),
  text('a reference in an override to nothing', 'override', {
    files: {
      'campaigns/text/override.yaml': `${push('override')}overrides:\n  local: { basic_details: { name: { $file: ./no.txt } } }\n`,
    },
    reported: ['campaigns/text/override.yaml:6:35 E_FILE_MISSING'],
  }),
];

export const ON_DISK: readonly OnDisk[] = [
  ...UNREAD.map(([what, name, where, content]) => {
    const file = `campaigns/odd/${name}`;
    return { what, files: { [file]: content }, reported: [`${file}:${where}`] };
  }),
  ...FINE.map(([what, name, key]) => {
    return { what, files: { [`campaigns/fine/${name}`]: push(key) }, reported: [], keys: [key] };
  }),
  ...REFERENCES.map(([what, path, reported, files], index) => {
    const file = `campaigns/ref/${String(index + 1).padStart(2, '0')}.yaml`;
    return {
      what: `a reference to ${what}`,
      files: { ...files, [file]: mail(path) },
      reported: [reported.replace('HERE', `${file}:8:21`)],
    };
  }),
  ...TEXTS,
  {
    what: 'a file that git ignores, and a link that is no campaign file',
    files: {
      'campaigns/odd/.gitignore': 'ignored.*\n',
      'campaigns/odd/ignored.yaml': 'channel: [',
      'campaigns/odd/notes.txt': { link: '../workspaces.yaml' },
    },
    reported: [],
  },
];
