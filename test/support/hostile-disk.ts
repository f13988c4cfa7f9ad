import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Files and links below campaigns/ that aren't campaign files. All are in one tree, because none of them may hide
// another.

const MEBIBYTE = 1024 * 1024;

/** Something on disk, and the diagnostics for it, each as `path from the root:line:column code`. */
export interface OnDisk {
  readonly what: string;
  /** Creates it in the repository at `root`. */
  readonly make: (root: string) => void;
  readonly reported: readonly string[];
  /** The keys of campaigns that are still loaded. */
  readonly keys?: readonly string[];
  /** A part of the first diagnostic's hint. */
  readonly hint?: string;
}

const push = (key: string) =>
  `key: ${key}\nchannel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: ${key} }\n`;

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

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function pipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const { status } = spawnSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]);
  if (status !== 0) throw new Error('mkfifo failed');
}

/** A campaign file with a diagnostic before its content is read. */
const unread = (what: string, name: string, code: string, make: (path: string) => void): OnDisk => ({
  what,
  make: (root) => {
    make(join(root, 'campaigns/odd', name));
  },
  reported: [`campaigns/odd/${name}:1:1 ${code}`],
});

const fine = (what: string, name: string, key: string, content = push(key)): OnDisk => ({
  what,
  make: (root) => {
    write(join(root, 'campaigns/fine', name), content);
  },
  reported: [],
  keys: [key],
});

const CAMPAIGN_FILES: readonly OnDisk[] = [
  {
    ...unread('a name that ends in capitals', 'Promo.YML', 'E_FILE_NAME', (path) => {
      write(path, push('capitals'));
    }),
    hint: 'rename it to promo.yaml',
  },
  unread('a file of 10 MB', 'large.yaml', 'E_FILE', (path) => {
    write(path, '#'.repeat(10 * MEBIBYTE));
  }),
  unread('Latin-1', 'latin-1.yaml', 'E_FILE', (path) => {
    write(path, Buffer.from('basic_details: { name: Café }\n', 'latin1'));
  }),
  unread('UTF-16 with its mark', 'utf-16.yaml', 'E_FILE', (path) => {
    write(path, Buffer.from(`\ufeff${push('utf-16')}`, 'utf16le'));
  }),
  {
    what: 'UTF-16 without its mark',
    make: (root) => {
      write(join(root, 'campaigns/odd/utf-16-bare.yaml'), Buffer.from(push('utf-16-bare'), 'utf16le'));
    },
    reported: ['campaigns/odd/utf-16-bare.yaml:1:2 E_FILE'],
  },
  {
    what: 'UTF-8 with a mark, and a mistake in the first line',
    make: (root) => {
      write(join(root, 'campaigns/odd/bom.yaml'), `\ufeffstatus: RUNNING\n${push('bom')}`);
    },
    reported: ['campaigns/odd/bom.yaml:1:9 E_STATUS'],
  },
  unread('a name that gives no key', 'Großes Ü.yaml', 'E_KEY', (path) => {
    write(path, push('x').replace(/^key.*\n/, ''));
  }),
  unread('a name that is an extension', '.yaml', 'E_KEY', (path) => {
    write(path, push('x').replace(/^key.*\n/, ''));
  }),
  unread('a link to a campaign file', 'link.yaml', 'E_FILE', (path) => {
    link('../fine/a b.yaml', path);
  }),
  unread('a link to a folder', 'link', 'E_FILE', (path) => {
    link('../fine', path);
  }),
  unread('a link to itself', 'itself.yaml', 'E_FILE', (path) => {
    link('itself.yaml', path);
  }),
  unread('a link to the folder above', 'above', 'E_FILE', (path) => {
    link('..', path);
  }),
  unread('a link that leads nowhere', 'nowhere.yml', 'E_FILE', (path) => {
    link('nothing', path);
  }),
  unread('a pipe', 'pipe.yaml', 'E_FILE', pipe),
  fine('a folder named like a file', 'folder.yaml/inner.yaml', 'folder'),
  fine('a name with blanks', 'a b.yaml', 'blanks'),
  fine('a name with a line end', 'new\nline.yaml', 'line'),
  fine('a name with # and %', '#1 100%25.yaml', 'signs'),
  fine('a name with an emoji', '👋.yaml', 'emoji'),
  fine('a name with a composed accent', 'caf\u00e9.yaml', 'composed'),
  fine('the same name with a decomposed accent', 'cafe\u0301.yaml', 'decomposed'),
  fine('a file with a mark', 'mark.yaml', 'mark', `\ufeff${push('mark')}`),
  {
    what: 'a file that git ignores',
    make: (root) => {
      write(join(root, 'campaigns/odd/.gitignore'), 'ignored.*\n');
      write(join(root, 'campaigns/odd/ignored.yaml'), 'channel: [');
    },
    reported: [],
  },
  {
    what: 'a link that is no campaign file',
    make: (root) => {
      link('../workspaces.yaml', join(root, 'campaigns/odd/notes.txt'));
    },
    reported: [],
  },
];

interface Reference {
  readonly what: string;
  /** As written in campaigns/ref/NAME.yaml. */
  readonly path: string;
  readonly code: string;
  readonly make?: (root: string) => void;
  readonly hint?: string;
}

const REFERENCES: readonly Reference[] = [
  { what: 'nothing', path: './nothing.html', code: 'E_FILE_MISSING', hint: 'campaigns/ref/' },
  {
    what: 'a name in another case',
    path: './BODY.html',
    code: 'E_FILE_MISSING',
    make: (root) => {
      write(join(root, 'campaigns/ref/body.html'), '<p>Hello</p>');
    },
    hint: 'did you mean ./body.html?',
  },
  {
    what: 'a name with its accent in another form',
    path: './na\u00efve.html',
    code: 'E_FILE_MISSING',
    make: (root) => {
      write(join(root, 'campaigns/ref/nai\u0308ve.html'), '<p>Hello</p>');
    },
    hint: 'did you mean',
  },
  { what: 'a folder', path: '../fine', code: 'E_FILE' },
  { what: 'its own folder', path: '.', code: 'E_FILE' },
  { what: 'no path', path: '', code: 'E_FILE_MISSING' },
  { what: 'an absolute path', path: '/etc/hostname', code: 'E_FILE' },
  {
    what: 'a file outside of the repository',
    path: '../../../outside.txt',
    code: 'E_FILE',
    make: (root) => {
      write(join(root, '../outside.txt'), 'secret');
    },
  },
  { what: 'nothing outside of the repository', path: '../../../nothing.txt', code: 'E_FILE' },
  {
    what: 'a link out of the repository',
    path: './out.html',
    code: 'E_FILE',
    make: (root) => {
      link('../../../outside.txt', join(root, 'campaigns/ref/out.html'));
    },
  },
  {
    what: 'nothing behind a link out of the repository',
    path: '../../links/away/OUTSIDE.txt',
    code: 'E_FILE',
    make: (root) => {
      link('../..', join(root, 'links/away'));
    },
    hint: 'name a file in the repository',
  },
  {
    what: 'a link to itself',
    path: './itself.html',
    code: 'E_FILE',
    make: (root) => {
      link('itself.html', join(root, 'campaigns/ref/itself.html'));
    },
  },
  { what: 'something behind a link to itself', path: './itself.html/a', code: 'E_FILE' },
  {
    what: 'a link that leads nowhere',
    path: './dangling.html',
    code: 'E_FILE_MISSING',
    make: (root) => {
      link('nothing', join(root, 'campaigns/ref/dangling.html'));
    },
  },
  { what: 'a file of git', path: '../../.git/config', code: 'E_FILE' },
  { what: 'nothing below .git', path: '../../.git/nothing', code: 'E_FILE' },
  { what: '.git in capitals', path: '../../.GIT/config', code: 'E_FILE' },
  {
    what: 'a link to a file of git',
    path: './config.html',
    code: 'E_FILE',
    make: (root) => {
      link('../../.git/config', join(root, 'campaigns/ref/config.html'));
    },
  },
  {
    what: 'a file that git ignores',
    path: '../odd/ignored.html',
    code: 'E_FILE',
    make: (root) => {
      write(join(root, 'campaigns/odd/ignored.html'), 'draft');
    },
  },
  {
    what: 'a file over 2 MiB',
    path: './over.html',
    code: 'E_FILE',
    make: (root) => {
      write(join(root, 'campaigns/ref/over.html'), 'x'.repeat(2 * MEBIBYTE + 1));
    },
  },
  {
    what: 'Latin-1',
    path: './latin-1.html',
    code: 'E_FILE',
    make: (root) => {
      write(join(root, 'campaigns/ref/latin-1.html'), Buffer.from('Café', 'latin1'));
    },
  },
  {
    what: 'a NUL character',
    path: './nul.html',
    code: 'E_FILE',
    make: (root) => {
      write(join(root, 'campaigns/ref/nul.html'), Buffer.from('Hello', 'utf16le'));
    },
  },
  {
    what: 'a pipe',
    path: './pipe.html',
    code: 'E_FILE',
    make: (root) => {
      pipe(join(root, 'campaigns/ref/pipe.html'));
    },
  },
  { what: 'something behind a file', path: './body.html/more', code: 'E_FILE_MISSING' },
  { what: 'a name too long for a system', path: `./${'x'.repeat(300)}.html`, code: 'E_FILE_MISSING' },
  { what: 'a path too long for a system', path: `./${'x/'.repeat(300_000)}`, code: 'E_FILE_MISSING' },
  { what: 'line ends', path: './a\n\u001b[31mb.html', code: 'E_FILE_MISSING' },
];

/** `ref/01.yaml`, `ref/02.yaml`, …, each with one reference. */
const references = REFERENCES.map(({ what, path, code, make, hint }, index): OnDisk => {
  const file = `campaigns/ref/${String(index + 1).padStart(2, '0')}.yaml`;
  return {
    what: `a reference to ${what}`,
    make: (root) => {
      make?.(root);
      write(join(root, file), mail(path));
    },
    reported: [`${file}:8:21 ${code}`],
    ...(hint !== undefined && { hint }),
  };
});

const TEXTS: readonly OnDisk[] = [
  {
    what: 'a path with a NUL character',
    make: (root) => {
      write(join(root, 'campaigns/text/nul.yaml'), mail('./a\0b.html'));
    },
    reported: ['campaigns/text/nul.yaml:8:30 E_TEXT'],
  },
  {
    what: 'a reference in an override to nothing',
    make: (root) => {
      const override = 'overrides:\n  local: { basic_details: { name: { $file: ./nothing.txt } } }\n';
      write(join(root, 'campaigns/text/override.yaml'), push('override') + override);
    },
    reported: ['campaigns/text/override.yaml:6:35 E_FILE_MISSING'],
  },
  {
    what: 'a text with an expression that is never closed',
    make: (root) => {
      write(join(root, 'campaigns/text/open.html'), '\ufeff<p>Hello</p>\r\n<p>{{ a }} and {{ b }</p>\r\n');
      write(join(root, 'campaigns/text/open.yaml'), mail('./open.html'));
    },
    reported: ['campaigns/text/open.html:2:16 W_EXPRESSION'],
    keys: ['text/open'],
  },
  {
    what: 'a text of exactly 2 MiB',
    make: (root) => {
      write(join(root, 'campaigns/text/exact.html'), 'x'.repeat(2 * MEBIBYTE));
      write(join(root, 'campaigns/text/exact.yaml'), mail('./exact.html'));
    },
    reported: [],
    keys: ['text/exact'],
  },
  {
    what: 'a text whose name has blanks and an emoji',
    make: (root) => {
      write(join(root, 'campaigns/text/hello 👋 #1.html'), 'x');
      write(join(root, 'campaigns/text/name.yaml'), mail('./hello 👋 #1.html'));
    },
    reported: [],
    keys: ['text/name'],
  },
  {
    what: 'a link inside of the repository',
    make: (root) => {
      link('exact.html', join(root, 'campaigns/text/link.html'));
      write(join(root, 'campaigns/text/link.yaml'), mail('./link.html'));
    },
    reported: [],
    keys: ['text/link'],
  },
];

export const ON_DISK: readonly OnDisk[] = [...CAMPAIGN_FILES, ...references, ...TEXTS];
