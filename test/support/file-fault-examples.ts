import type { FileFault } from '../../src/model/file-fault.ts';
import type { LayoutFault } from '../../src/model/key-fault.ts';

const [folder, path] = ['campaigns/promo', 'campaigns/promo/body.html'];
const [MISSING, TYPE] = [{ code: 'E_FILE_MISSING' }, { code: 'E_FILE_TYPE' }] as const;
const [LINK, ENCODING] = [{ code: 'E_FILE_LINK' }, { code: 'E_FILE_ENCODING' }] as const;
const [UNREADABLE, UNWRITABLE] = [{ code: 'E_FILE_UNREADABLE' }, { code: 'E_FILE_UNWRITABLE' }] as const;
const SIZE = { code: 'E_FILE_SIZE', why: 'too-large' } as const;

/** Examples of each reason why a file can't be used. A code or a reason without one does not compile. */
const BY_REASON = {
  E_FILE_MISSING: {
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
  },
  E_FILE_TYPE: {
    folder: [{ ...TYPE, why: 'folder' }],
    'not-regular': [
      { ...TYPE, why: 'not-regular', todo: 'name-another' },
      { ...TYPE, why: 'not-regular', todo: 'move-it' },
    ],
    'not-a-folder': [{ ...TYPE, why: 'not-a-folder', path: folder }],
  },
  E_FILE_LINK: {
    loop: [{ ...LINK, why: 'loop' }],
    file: [{ ...LINK, why: 'file' }],
    'campaign-file': [{ ...LINK, why: 'campaign-file' }],
    'folder-here': [{ ...LINK, why: 'folder-here' }],
    folder: [{ ...LINK, why: 'folder', path: folder }],
  },
  E_FILE_NAME: {
    'capital-extension': [{ code: 'E_FILE_NAME', why: 'capital-extension', name: 'advent.yml' }],
  },
  E_FILE_UNREADABLE: {
    'no-permission': [{ ...UNREADABLE, why: 'no-permission', at: path }],
    refused: [{ ...UNREADABLE, why: 'refused', said: 'EIO: i/o error, read' }],
  },
  E_FILE_SIZE: {
    'too-large': [
      { ...SIZE, mebibytes: 1, content: 'campaign' },
      { ...SIZE, mebibytes: 2, content: 'text', at: path },
    ],
  },
  E_FILE_ENCODING: {
    'not-utf8': [{ ...ENCODING, why: 'not-utf8' }],
    'nul-characters': [{ ...ENCODING, why: 'nul-characters' }],
    'name-not-utf8': [{ ...ENCODING, why: 'name-not-utf8' }],
  },
  E_FILE_LFS: { pointer: [{ code: 'E_FILE_LFS', why: 'pointer', at: path }] },
  E_FILE_OUTSIDE: { outside: [{ code: 'E_FILE_OUTSIDE', why: 'outside', path: '../../body.html' }] },
  E_FILE_GIT: { 'inside-git': [{ code: 'E_FILE_GIT', why: 'inside-git', path: '../.git/config' }] },
  E_FILE_IGNORED: { ignored: [{ code: 'E_FILE_IGNORED', why: 'ignored', path }] },
  E_FILE_UNTRACKED: { untracked: [{ code: 'E_FILE_UNTRACKED', why: 'untracked', path }] },
  E_FILE_UNWRITABLE: {
    'nul-in-own-name': [{ ...UNWRITABLE, why: 'nul-in-own-name' }],
    refused: [{ ...UNWRITABLE, why: 'refused', said: 'ENOSPC: no space left on device, write' }],
    changed: [{ ...UNWRITABLE, why: 'changed' }],
    'no-place-for-key': [{ ...UNWRITABLE, why: 'no-place-for-key' }],
  },
} satisfies {
  readonly [Code in FileFault['code']]: {
    readonly [Why in Extract<FileFault, { readonly code: Code }>['why']]: readonly [
      FileFault,
      ...(readonly FileFault[]),
    ];
  };
};

export const FILE_FAULT_EXAMPLES: readonly FileFault[] = Object.values(BY_REASON).flatMap((reasons) =>
  Object.values<readonly FileFault[]>(reasons).flat(),
);

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
