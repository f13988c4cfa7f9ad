import type { AnswerProblem, AnswerProblemParams } from '../../model/live-answer.ts';
import type { FileFault, FileFaultParams } from '../../model/findings.ts';
import type { Complaint } from '../../model/reasons.ts';
import { codedText, firstFew, utcFrom } from '../../model/show.ts';
import { joined, plainText, say, sentence, type Phrase } from '../phrase.ts';
import { ended, row, saidFor, type Catalog, type Words } from './row.ts';

// Why a file or an answer of the service can't be used: parts of several rows.

/** What is wrong with a file, and what to do, as in a diagnostic: the beginnings of sentences, without periods. */
export function fileFaultWords(fault: FileFault): Words {
  const [why, todo] = saidFor(FAULTS, fault, 'why');
  return [fault.at === undefined ? why : say`${shown(fault.at)}: ${why}`, todo];
}

const FAULTS: Catalog<FileFaultParams> = {
  'not-here': ({ path = '', folder, near }) => {
    const here = folder === undefined ? 'check the path' : `the path is relative to ${shown(folder)}/`;
    return row`there is no such file${path === '' ? '' : `: ${codedText(JSON.stringify(shown(path)))}`} — ${near === undefined ? here : `write ${shown(near)}`}`;
  },
  'broken-link': ({ path }) => row`${shown(path)} is a broken symbolic link — put the file itself here`,
  'left-out': ({ more = [] }) =>
    row`git has this file, but this checkout leaves it out${others(more)} — run git sparse-checkout disable, or remove sparse-checkout from the workflow`,
  'no-submodule': ({ more = [] }) =>
    row`this submodule is not checked out${others(more)} — run git submodule update --init --recursive, or set submodules: recursive for actions/checkout`,
  'capital-extension': ({ path }) => row`the extension of this file has capitals — rename it to ${path}`,
  'not-a-file': () => row`this is not a regular file — name a text file, or move this out of the way`,
  'not-a-folder': ({ path }) => row`${shown(path)} is not a folder — move it out of the way`,
  link: () => row`this is a symbolic link — put the file or folder itself here`,
  'linked-folder': ({ path }) => row`${shown(path)} is a symbolic link — put the folder itself here`,
  'not-text': () => row`this is not plain UTF-8 text with LF or CRLF line endings — save it as UTF-8 text`,
  'too-many-values': () => row`the file has too many values — use a saved segment instead of a long list`,
  pointer: () =>
    row`this is a Git LFS pointer, not the text itself — run git lfs pull, or keep texts out of Git LFS`,
  'too-large': ({ mebibytes }) => row`the file is larger than ${mebibytes} MiB — make it smaller`,
  outside: ({ path }) => row`${shown(path)} is outside the repository — name a file in the repository`,
  'inside-git': ({ path }) => row`${shown(path)} is inside .git — move the file into the work tree`,
  ignored: ({ path }) =>
    row`git ignores ${shown(path)}, so it isn't in the history — remove it from .gitignore`,
  untracked: ({ path }) => row`git does not track ${shown(path)} — git add and commit the file`,
  unreadable: ({ said }) => row`the file can't be read: ${said} — check the path and its permissions`,
  unwritable: ({ said }) =>
    row`the file can't be written: ${said} — check the permissions and the free disk space`,
  changed: () => row`the file was changed by another program just now — run this again`,
};

/** How many other files a message names. */
const NAMED = 3;

function others(files: readonly string[]): string {
  return files.length === 0 ? '' : `, and also ${firstFew(files, NAMED)}`;
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
  const { code, notBefore } = problem;
  const said = saidFor(ANSWERS, problem);
  return joined(
    ended(code === 'proxy' ? said : `The service ${said}`),
    notBefore === undefined ? [] : say`It accepts no requests until ${utcFrom(notBefore)}.`,
  );
}

/** A problem with an answer as one text, for JSON documents. */
export function problemText(problem: AnswerProblem): string {
  return plainText(describeProblem(problem));
}

/** What is wrong with a certificate that is trusted otherwise. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'for another host, so the address may be wrong',
  CERT_HAS_EXPIRED: 'that has expired',
  CERT_NOT_YET_VALID: "that isn't valid yet by the clock of this machine",
};

const ANSWERS: Catalog<AnswerProblemParams, string> = {
  proxy: ({ variable, proxy, baseUrl, said }) =>
    `The proxy ${proxy} gave no connection to ${baseUrl} (${said}). Check ${variable}, or add the host to NO_PROXY`,
  'not-trusted': ({ baseUrl, said }) =>
    CERTIFICATES[said] !== undefined
      ? `at ${baseUrl} has a certificate ${CERTIFICATES[said]} (${said})`
      : `at ${baseUrl} has a certificate that isn't trusted (${said}). If your network replaces certificates, name your company's certificate in NODE_EXTRA_CA_CERTS`,
  'not-text': ({ status, coding }) =>
    `answered ${status} with ${coding === undefined ? "bytes that aren't UTF-8" : `Content-Encoding: ${coding}, which was not asked for`}`,
  'no-answer': ({ baseUrl, said }) => `at ${baseUrl} did not answer (${said})`,
  unexpected: ({ status, said }) =>
    `answered ${status} unexpectedly: ${said === '' ? 'an empty body' : said}`,
  refused: ({ status, serviceCode, said }) => `refused: ${status} ${serviceCode}: ${said}`,
  'too-many-requests': () => 'answers that there were too many requests',
  'lost-then-refused': ({ status, said }) => `did not answer, and refused the retry: ${status} ${said}`,
  malformed: ({ part, id }) =>
    `sent a malformed answer: ${part}${id === undefined ? '' : ` of ${id}`} isn't what it should be`,
  'live-version-hidden': () => 'shows the unpublished draft of the campaign, but not the live version',
  'no-such-campaign': () => 'has no campaign with this ID',
  'not-asked': () => 'was not asked for this campaign',
};

/** What the service complains about, each complaint with its place in the files if it has one. */
export function complaintList(all: readonly Complaint[], more: number): Phrase {
  const text = all.flatMap(({ target, message, place }, at) => {
    const what = target === '' || message.includes(target) ? message : `${target}: ${message}`;
    return say`${at === 0 ? '' : '; '}${place ? say`${{ kind: 'place', place }} ` : ''}${what}`;
  });
  return sentence(more > 0 ? say`${text}; and ${more} more` : text);
}
