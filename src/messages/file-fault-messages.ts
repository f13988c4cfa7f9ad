import type { FileFault } from '../model/file-fault.ts';

/** How much of a path a message shows, in characters. */
const SHOWN_CHARS = 100;

/** What is wrong with a file, and what to do, as in a diagnostic: the beginnings of sentences, without periods. */
export function fileFaultWords(fault: FileFault): { readonly message: string; readonly hint: string } {
  const [message, hint] = wordsOf(fault);
  return { message: fault.at === undefined ? message : `${shown(fault.at)}: ${message}`, hint };
}

type Words = readonly [message: string, hint: string];

function wordsOf(fault: FileFault): Words {
  const words = WORDS[fault.why] as Words | ((fault: FileFault) => Words);
  return typeof words === 'function' ? words(fault) : words;
}

/** The fault that has this reason, perhaps among others. */
type OfFault<Fault, Why> = Fault extends FileFault ? (Why extends Fault['why'] ? Fault : never) : never;
type Of<Why extends FileFault['why']> = OfFault<FileFault, Why>;
type Row<Why extends FileFault['why']> = Words | ((fault: Of<Why>) => Words);

const CHECK_PATH = 'check the path';
const IN_THE_HISTORY = 'everything that is sent must be in the history';
const ITSELF = 'put the file itself here';
const FOLDER_ITSELF = 'put the folder itself here';

const WORDS: { readonly [Why in FileFault['why']]: Row<Why> } = {
  nothing: ['there is no such file', CHECK_PATH],
  'name-too-long': ['there is no such file: its name is too long', CHECK_PATH],
  'nul-in-name': ['there is no such file: its name contains a NUL character', CHECK_PATH],
  'empty-path': ['the path is empty', 'name a text file'],
  'broken-link': ({ path }) => [`${shown(path)} is a broken symbolic link`, ITSELF],
  'not-here': (fault) =>
    /^[a-z]+:\/\//i.test(fault.path)
      ? [`${shown(fault.path)} is an address, not a file`, 'put its text into a file in the repository']
      : [`there is no file ${shown(fault.path)} here`, whereItMayBe(fault)],
  'not-then': ({ path }) => [`there was no file ${path}`, 'choose another commit'],
  'not-passed': ({ path }) => [`the files do not include ${path}`, 'pass its text as well'],
  'capital-extension': ({ name }) => [
    'the extension of this campaign file has capital letters',
    `rename it to ${name.replace(/\.yml$/, '.yaml')}`,
  ],
  folder: ['this is a folder', 'name a text file'],
  'not-regular': ({ todo }) => [
    'this is not a regular file',
    todo === 'move-it' ? 'move it out of the way' : 'name a text file',
  ],
  'not-a-folder': ({ path }) => [`${path} is not a folder`, 'move it out of the way'],
  loop: ['its symbolic links form a loop', ITSELF],
  'linked-file': ['the file is a symbolic link', ITSELF],
  'linked-campaign': ['a campaign file is a symbolic link', ITSELF],
  'linked-folder-here': ['a folder here is a symbolic link', FOLDER_ITSELF],
  'linked-folder': ({ path }) => [`${path} is a symbolic link`, FOLDER_ITSELF],
  'not-utf8': ['the file is not UTF-8 text', 'save it as UTF-8'],
  'nul-characters': ['the file contains NUL characters', 'save it as UTF-8 text'],
  'name-not-utf8': ['the name here is not UTF-8 text', 'change it'],
  'carriage-return': [
    'there is a carriage return without a line feed here',
    'save the file with LF or CRLF line endings',
  ],
  'control-character': ({ character }) => [
    `there is a control character (${character}) here, so this is not plain text`,
    'save the file as UTF-8 text, or remove the character',
  ],
  'too-many-values': [
    'the file contains too many values for one campaign; it was read up to here',
    'use a saved segment instead of a long list',
  ],
  pointer: [
    'this is a Git LFS pointer, not the text itself',
    'run git lfs pull; in a workflow, set lfs: true for actions/checkout; or keep texts out of Git LFS',
  ],
  'too-large': ({ mebibytes, content }) => [
    `the file is larger than ${mebibytes} MiB`,
    content === 'campaign'
      ? 'move long bodies into files of their own: { $file: ./body.html }'
      : 'make it smaller',
  ],
  'no-permission': ["the file can't be read: permission denied", 'give yourself read access'],
  unreadable: ({ said }) => [`the file can't be read: ${said}`, 'check the path and its permissions'],
  outside: ({ path }) => [
    `${shown(path)} is outside the repository`,
    'name a file in the repository, by its path relative to the campaign file',
  ],
  'inside-git': ({ path }) => [`${shown(path)} is inside .git`, 'move the file into the work tree'],
  ignored: ({ path }) => [`git ignores ${shown(path)}`, `${IN_THE_HISTORY}; remove the file from .gitignore`],
  untracked: ({ path }) => [
    `git does not track ${shown(path)}`,
    `${IN_THE_HISTORY}; git add and commit the file`,
  ],
  unwritable: ({ said }) => [
    `the file can't be written: ${said}`,
    'check the permissions of the file and of its folder, and the free disk space',
  ],
  'nul-in-own-name': ["the file can't be written: its name contains a NUL character", CHECK_PATH],
  changed: ['the file was changed by another program just now', 'run this again'],
  'no-place-for-key': [
    "the key can't be written into this file",
    'add it manually, on a line of its own that starts with key:',
  ],
};

function whereItMayBe({ folder, alike }: Of<'not-here'>): string {
  return alike === undefined ? `the path is relative to ${shown(folder)}/` : `did you mean ${shown(alike)}?`;
}

/** A path short enough for a message; its end is more useful than its beginning. */
function shown(path: string): string {
  if (path.length <= SHOWN_CHARS) return path;
  return `…${path.slice(1 - SHOWN_CHARS).replace(/^\p{Surrogate}/u, '')}`;
}
