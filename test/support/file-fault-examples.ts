import type { FileFault } from '../../src/model/file-fault.ts';
import type { LayoutFault } from '../../src/model/key-fault.ts';

const [folder, path] = ['campaigns/promo', 'campaigns/promo/body.html'];
const MISSING = { code: 'E_FILE_MISSING' } as const;
const FILE = { code: 'E_FILE' } as const;

/** Examples of each reason why a file can't be used. A reason without one does not compile. */
const BY_REASON = {
  nothing: [{ ...MISSING, why: 'nothing' }],
  'name-too-long': [{ ...MISSING, why: 'name-too-long' }],
  'nul-in-name': [{ ...MISSING, why: 'nul-in-name' }],
  'empty-path': [{ ...MISSING, why: 'empty-path' }],
  'broken-link': [{ ...MISSING, why: 'broken-link', path }],
  'not-here': [
    { ...MISSING, why: 'not-here', path: './body.html', folder },
    { ...MISSING, why: 'not-here', path: 'https://example.com/body.html', folder },
    {
      ...{ ...MISSING, why: 'not-here', path: './Body.html', folder },
      alike: { path: './body.html', differsIn: 'case' },
    },
    {
      ...{ ...MISSING, why: 'not-here', path: './café.html', folder },
      alike: { path: './café.html', differsIn: 'accents' },
    },
    {
      ...{ ...MISSING, why: 'not-here', path: './bodi.html', folder },
      alike: { path: './body.html', differsIn: 'letters' },
    },
    {
      ...{ ...MISSING, why: 'not-here', path: 'campaigns/mail/body.html', folder },
      alike: { path: './body.html', differsIn: 'folder' },
    },
  ],
  'not-then': [{ ...MISSING, why: 'not-then', path }],
  'not-passed': [{ ...MISSING, why: 'not-passed', path }],
  'capital-extension': [{ code: 'E_FILE_NAME', why: 'capital-extension', name: 'advent.yml' }],
  folder: [{ ...FILE, why: 'folder' }],
  'not-regular': [
    { ...FILE, why: 'not-regular', todo: 'name-another' },
    { ...FILE, why: 'not-regular', todo: 'move-it' },
  ],
  'not-a-folder': [{ ...FILE, why: 'not-a-folder', path: folder }],
  loop: [{ ...FILE, why: 'loop' }],
  'linked-file': [{ ...FILE, why: 'linked-file' }],
  'linked-campaign': [{ ...FILE, why: 'linked-campaign' }],
  'linked-folder-here': [{ ...FILE, why: 'linked-folder-here' }],
  'linked-folder': [{ ...FILE, why: 'linked-folder', path: folder }],
  'no-permission': [{ ...FILE, why: 'no-permission', at: path }],
  unreadable: [{ ...FILE, why: 'unreadable', said: 'EIO: i/o error, read' }],
  'too-large': [
    { ...FILE, why: 'too-large', mebibytes: 1, content: 'campaign' },
    { ...FILE, why: 'too-large', mebibytes: 2, content: 'text', at: path },
  ],
  'not-utf8': [{ ...FILE, why: 'not-utf8' }],
  'nul-characters': [{ ...FILE, why: 'nul-characters' }],
  'name-not-utf8': [{ ...FILE, why: 'name-not-utf8' }],
  pointer: [{ ...FILE, why: 'pointer', at: path }],
  outside: [{ ...FILE, why: 'outside', path: '../../body.html' }],
  'inside-git': [{ ...FILE, why: 'inside-git', path: '../.git/config' }],
  ignored: [{ ...FILE, why: 'ignored', path }],
  untracked: [{ ...FILE, why: 'untracked', path }],
  unwritable: [{ ...FILE, why: 'unwritable', said: 'ENOSPC: no space left on device, write' }],
  'nul-in-own-name': [{ ...FILE, why: 'nul-in-own-name' }],
  changed: [{ ...FILE, why: 'changed' }],
  'no-place-for-key': [{ ...FILE, why: 'no-place-for-key' }],
} satisfies {
  readonly [Why in FileFault['why']]: readonly [FileFault, ...(readonly FileFault[])];
};

export const FILE_FAULT_EXAMPLES: readonly FileFault[] =
  Object.values<readonly FileFault[]>(BY_REASON).flat();

/** An example of each reason why a key, or a layout for keys, is not valid. */
export const KEY_FAULT_EXAMPLES: {
  readonly [Code in LayoutFault['code']]: Extract<LayoutFault, { readonly code: Code }>;
} = {
  'too-long': { code: 'too-long', atMost: 200 },
  'empty-segment': { code: 'empty-segment' },
  'wrong-characters': { code: 'wrong-characters', segment: 'Promo' },
  'ends-in-json': { code: 'ends-in-json', segment: 'sale.json' },
  'unknown-placeholder': { code: 'unknown-placeholder', name: 'x', known: ['group', 'team', 'slug'] },
  'no-slug': { code: 'no-slug' },
  'reserved-name': { code: 'reserved-name', segment: 'aux' },
};
