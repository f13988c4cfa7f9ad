import type { FileFault } from '../model/file-fault.ts';

/** How much of a path a message shows, in characters. */
const SHOWN_CHARS = 100;

/** What is wrong with a file, and what to do, as in a diagnostic: the beginnings of sentences, without periods. */
export function fileFaultWords(fault: FileFault): { readonly message: string; readonly hint: string } {
  const [message, hint] = wordsOf(fault);
  return { message: fault.at === undefined ? message : `${shown(fault.at)}: ${message}`, hint };
}

/** Why nothing can be written at a path. What is outside of the repository there is the target of a link. */
export function blockedWords(fault: FileFault): string {
  return fault.code === 'E_FILE_OUTSIDE'
    ? `The path "${shown(fault.path)}" leads outside the repository`
    : fileFaultWords(fault).message;
}

type Words = readonly [message: string, hint: string];

const IN_THE_HISTORY = 'everything that is sent must be in the history';

function wordsOf(fault: FileFault): Words {
  switch (fault.code) {
    case 'E_FILE_MISSING':
      return missing(fault);
    case 'E_FILE_TYPE':
      return wrongType(fault);
    case 'E_FILE_LINK':
      return linked(fault);
    case 'E_FILE_NAME':
      return [
        'the extension of this campaign file has capital letters',
        `rename it to ${fault.name.replace(/\.yml$/, '.yaml')}`,
      ];
    case 'E_FILE_UNREADABLE':
      return fault.why === 'no-permission'
        ? ["the file can't be read: permission denied", 'give yourself read access']
        : [`the file can't be read: ${fault.said}`, 'check the path and its permissions'];
    case 'E_FILE_SIZE':
      return [
        `the file is larger than ${fault.mebibytes} MiB`,
        fault.content === 'campaign'
          ? 'move long bodies into files of their own: { $file: ./body.html }'
          : 'make it smaller',
      ];
    case 'E_FILE_ENCODING':
      return NOT_TEXT[fault.why];
    case 'E_FILE_LFS':
      return [
        'this is a Git LFS pointer, not the text itself',
        'run git lfs pull; in a workflow, set lfs: true for actions/checkout; or keep texts out of Git LFS',
      ];
    case 'E_FILE_OUTSIDE':
      return [
        `${shown(fault.path)} is outside the repository`,
        'name a file in the repository, by its path relative to the campaign file',
      ];
    case 'E_FILE_GIT':
      return [`${shown(fault.path)} is inside .git`, 'move the file into the work tree'];
    case 'E_FILE_IGNORED':
      return [`git ignores ${shown(fault.path)}`, `${IN_THE_HISTORY}; remove the file from .gitignore`];
    case 'E_FILE_UNTRACKED':
      return [`git does not track ${shown(fault.path)}`, `${IN_THE_HISTORY}; git add and commit the file`];
    case 'E_FILE_UNWRITABLE':
      return unwritable(fault);
  }
}

type Of<Code extends FileFault['code']> = Extract<FileFault, { readonly code: Code }>;

function missing(fault: Of<'E_FILE_MISSING'>): Words {
  const hint = 'check the path';
  switch (fault.why) {
    case 'nothing':
      return ['there is no such file', hint];
    case 'name-too-long':
      return ['there is no such file: its name is too long', hint];
    case 'nul-in-name':
      return ['there is no such file: its name contains a NUL character', hint];
    case 'empty-path':
      return ['the path is empty', 'name a text file'];
    case 'broken-link':
      return [`${shown(fault.path)} is a broken symbolic link`, 'put the file itself here'];
    case 'not-here':
      if (/^[a-z]+:\/\//i.test(fault.path))
        return [
          `${shown(fault.path)} is an address, not a file`,
          'put its text into a file in the repository',
        ];
      return [`there is no file ${shown(fault.path)} here`, whereItMayBe(fault)];
    case 'not-then':
      return [`there was no file ${fault.path}`, 'choose another commit'];
    case 'not-passed':
      return [`the files do not include ${fault.path}`, 'pass its text as well'];
  }
}

function whereItMayBe({ folder, alike }: Extract<FileFault, { readonly why: 'not-here' }>): string {
  if (!alike) return `the path is relative to ${shown(folder)}/`;
  return alike.differsIn !== 'accents'
    ? `did you mean ${shown(alike.path)}?`
    : `copy the name from the folder: there, the accents of ${alike.path} are encoded differently`;
}

function wrongType(fault: Of<'E_FILE_TYPE'>): Words {
  switch (fault.why) {
    case 'folder':
      return ['this is a folder', 'name a text file'];
    case 'not-regular':
      return [
        'this is not a regular file',
        fault.todo === 'move-it' ? 'move it out of the way' : 'name a text file',
      ];
    case 'not-a-folder':
      return [`${fault.path} is not a folder`, 'move it out of the way'];
  }
}

function linked(fault: Of<'E_FILE_LINK'>): Words {
  switch (fault.why) {
    case 'loop':
      return ['its symbolic links form a loop', 'put the file itself here'];
    case 'file':
      return ['the file is a symbolic link', 'put the file itself here'];
    case 'campaign-file':
      return ['a campaign file is a symbolic link', 'put the file itself here'];
    case 'folder-here':
      return ['a folder here is a symbolic link', 'put the folder itself here'];
    case 'folder':
      return [`${fault.path} is a symbolic link`, 'put the folder itself here'];
  }
}

const NOT_TEXT: Readonly<Record<Of<'E_FILE_ENCODING'>['why'], Words>> = {
  'not-utf8': ['the file is not UTF-8 text', 'save it as UTF-8'],
  'nul-characters': ['the file contains NUL characters', 'save it as UTF-8 text'],
  'name-not-utf8': ['the name here is not UTF-8 text', 'change it'],
};

function unwritable(fault: Of<'E_FILE_UNWRITABLE'>): Words {
  const check = 'check the permissions of the file and of its folder, and the free disk space';
  switch (fault.why) {
    case 'nul-in-own-name':
      return ["the file can't be written: its name contains a NUL character", 'check the path'];
    case 'refused':
      return [`the file can't be written: ${fault.said}`, check];
    case 'changed':
      return ['the file was changed by another program just now', 'run this again'];
    case 'no-place-for-key':
      return [
        "the key can't be written into this file",
        'add it manually, on a line of its own that starts with key:',
      ];
  }
}

/** A path short enough for a message; its end is more useful than its beginning. */
function shown(path: string): string {
  if (path.length <= SHOWN_CHARS) return path;
  return `…${path.slice(1 - SHOWN_CHARS).replace(/^\p{Surrogate}/u, '')}`;
}
