import type { AnswerProblem } from '../../model/answer-problem.ts';
import type { FileFault } from '../../model/file-fault.ts';
import { utcFrom } from '../../model/utc-words.ts';
import { joined, plainText, say, sentence, type Phrase } from '../phrase.ts';

// Why a file or an answer of the service can't be used: parts of several rows.

type Words = readonly [message: string, hint: string];

const CHECK_PATH = 'check the path';
const IN_THE_HISTORY = 'everything that is sent must be in the history';

/** What is wrong with a file, and what to do, as in a diagnostic: the beginnings of sentences, without periods. */
export function fileFaultWords(fault: FileFault): { readonly message: string; readonly hint: string } {
  const [message, hint] = wordsOf(fault);
  return { message: fault.at === undefined ? message : `${shown(fault.at)}: ${message}`, hint };
}

function wordsOf(fault: FileFault): Words {
  switch (fault.why) {
    case 'not-here':
      return [
        `there is no such file${fault.path === undefined ? '' : `: ${shown(fault.path)}`}`,
        meant(fault),
      ];
    case 'broken-link':
      return [`${shown(fault.path)} is a broken symbolic link`, 'put the file itself here'];
    case 'capital-extension':
      return ['the extension of this campaign file has capital letters', `rename it to ${fault.path}`];
    case 'not-a-file':
      return ['this is not a regular file', 'name a text file, or move this out of the way'];
    case 'not-a-folder':
      return [`${shown(fault.path)} is not a folder`, 'move it out of the way'];
    case 'link':
      return ['this is a symbolic link', 'put the file or folder itself here'];
    case 'linked-folder':
      return [`${shown(fault.path)} is a symbolic link`, 'put the folder itself here'];
    case 'not-text':
      return ['this is not plain UTF-8 text with LF or CRLF line endings', 'save it as UTF-8 text'];
    case 'too-many-values':
      return ['the file has too many values for one campaign', 'use a saved segment instead of a long list'];
    case 'pointer':
      return [
        'this is a Git LFS pointer, not the text itself',
        'run git lfs pull, or keep texts out of Git LFS',
      ];
    case 'too-large':
      return [`the file is larger than ${fault.mebibytes} MiB`, 'make it smaller'];
    case 'outside':
      return [`${shown(fault.path)} is outside the repository`, 'name a file in the repository'];
    case 'inside-git':
      return [`${shown(fault.path)} is inside .git`, 'move the file into the work tree'];
    case 'ignored':
      return [`git ignores ${shown(fault.path)}`, `${IN_THE_HISTORY}; remove the file from .gitignore`];
    case 'untracked':
      return [`git does not track ${shown(fault.path)}`, `${IN_THE_HISTORY}; git add and commit the file`];
    case 'unreadable':
      return [`the file can't be read: ${fault.said}`, 'check the path and its permissions'];
    case 'unwritable':
      return [`the file can't be written: ${fault.said}`, 'check the permissions and the free disk space'];
    case 'changed':
      return ['the file was changed by another program just now', 'run this again'];
  }
}

function meant({ folder, alike }: Extract<FileFault, { why: 'not-here' }>): string {
  if (alike !== undefined) return `did you mean ${shown(alike)}?`;
  return folder === undefined ? CHECK_PATH : `the path is relative to ${shown(folder)}/`;
}

/** How much of a path a message shows, in characters. */
const SHOWN_CHARS = 100;

/** A path short enough for a message; its end is more useful than its beginning. */
function shown(path: string): string {
  if (path.length <= SHOWN_CHARS) return path;
  return `…${path.slice(1 - SHOWN_CHARS).replace(/^\p{Surrogate}/u, '')}`;
}

/** Why there is no usable answer of the service, and until when it wants no requests, if it says so. */
export function describeProblem(problem: AnswerProblem): Phrase {
  const { notBefore } = problem;
  return joined(
    sentence(say`The service ${answered(problem)}`),
    notBefore === undefined ? [] : say`It accepts no requests until ${utcFrom(notBefore)}.`,
  );
}

/** A problem with an answer as one text, for JSON documents. */
export function problemText(problem: AnswerProblem): string {
  return plainText(describeProblem(problem));
}

function answered(problem: AnswerProblem): string {
  switch (problem.code) {
    case 'no-answer':
      return `at ${problem.baseUrl} did not answer (${problem.said})`;
    case 'unexpected':
      return `answered ${problem.status} unexpectedly: ${problem.said === '' ? 'an empty body' : problem.said}`;
    case 'refused':
      return `refused: ${problem.status} ${problem.serviceCode}: ${problem.said}`;
    case 'too-many-requests':
      return 'answers that there were too many requests';
    case 'lost-then-refused':
      return `did not answer, and refused the retry: ${problem.status} ${problem.said}`;
    case 'malformed':
      return `sent a malformed answer: ${problem.part}${problem.id === undefined ? '' : ` of ${problem.id}`} isn't what it should be`;
    case 'live-version-hidden':
      return 'shows the unpublished draft of the campaign, but not the live version';
    case 'no-such-campaign':
      return 'has no campaign with this ID';
    case 'not-asked':
      return 'was not asked for this campaign';
  }
}
