import { commentsIn } from '../edit/style.ts';
import { wholeText } from '../files/read-text.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { splitMark } from '../model/byte-order-mark.ts';
import type { Correction } from '../model/findings.ts';
import { isJsonObject, isList, sameJson, type JsonValue } from '../model/json.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Workspace } from '../model/workspace.ts';
import { chooseWorkspace, type Context } from './context.ts';
import { knownHere, loadFor } from './reading/load-files.ts';
import { writeAll } from './rewrite.ts';
import { campaignFiles, campaignsNamed, selectCampaigns, withTexts } from './select-campaigns.ts';

export interface ValidateRequest {
  /** Campaigns as given to a command, or workspaces.yaml; none: all. */
  readonly files: readonly string[];
  /** Checks for this workspace only; otherwise for every workspace. */
  readonly workspace?: string;
  /** Writes the corrections that are certain. */
  readonly fix?: boolean;
}

/** The path of workspaces.yaml, as campaigns are named. */
const SETTINGS = 'workspaces.yaml';

/** The findings of a check of campaign files. */
interface Validated {
  readonly diagnostics: readonly Diagnostic[];
  /** Mistakes that were corrected in the files, in the order of correction; they are not among the others. */
  readonly corrected: readonly Diagnostic[];
  /** How many campaign files were checked, and for which workspaces. */
  readonly files: number;
  readonly workspaces: readonly Workspace[];
}

/** A correction may reveal what the mistake hid; after this many rounds, the rest is shown. */
const ROUNDS_AT_MOST = 10;

/**
 * Checks campaign files offline: schema, rules, references. The configuration is always checked. With `fix`, certain
 * mistakes are corrected first.
 */
export async function validateFiles(context: Context, request: ValidateRequest): Promise<Validated> {
  const { configuration, folder } = context;
  const workspaces = request.workspace
    ? [chooseWorkspace(context, request.workspace)]
    : [...configuration.workspaces.values()];
  // Hooks that name every changed file also name the configuration.
  const settings = { key: SETTINGS, files: [folder.configurationFile] };
  const known = request.files.length === 0 ? [] : [...campaignFiles(context), settings];
  // To read the texts of all campaigns takes time.
  const isOfCampaigns = request.files.every((name) => campaignsNamed(name, known, context).length > 0);
  const named = selectCampaigns(request.files, isOfCampaigns ? known : withTexts(known, context), context);
  const chosen = new Set(named.flatMap(({ files }) => files.slice(0, 1)));
  const checked = [...chosen].filter((file) => file !== folder.configurationFile).length;
  const asked = {
    workspacesToLoad: workspaces,
    ...(await knownHere(context, workspaces)),
    now: context.clock.now(),
    ...(chosen.size > 0 && { chosen }),
  };
  const corrected: Diagnostic[] = [];
  for (let left = request.fix ? ROUNDS_AT_MOST : 0; ; left -= 1) {
    const { diagnostics, inputs } = loadFor(context, asked);
    const now = left > 0 ? correctFiles(context, diagnostics) : [];
    corrected.push(...now);
    if (now.length === 0)
      return { diagnostics, corrected, files: chosen.size === 0 ? inputs.files.length : checked, workspaces };
  }
}

/**
 * Writes the corrections that are certain, each in its place: everything around it stays as it is. A place whose text
 * differs from the diagnostic is left alone, and so is a file that would then say anything else. Returns the mistakes
 * that were corrected.
 */
function correctFiles(context: Context, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = context.folder.files().flatMap(({ file }) => {
    const own = diagnostics.filter((one) => one.file === file && one.fix);
    const before = own.length === 0 ? undefined : wholeText(context.repository.root, file);
    if (before === undefined) return [];
    const [mark, plain] = splitMark(before);
    const places = placesOf(own, plain);
    // From the last place to the first, so that no correction moves another.
    const text = places.reduceRight(
      (written, { at, fix }) => written.slice(0, at) + fix.put + written.slice(at + fix.was.length),
      plain,
    );
    const isSafe = places.length > 0 && saysOnly(places, plain, text);
    return isSafe ? [{ path: file, text: mark + text, before, places }] : [];
  });
  writeAll(context, files);
  return files.flatMap(({ places }) => places.map(({ one }) => one));
}

interface Place {
  readonly at: number;
  readonly fix: Correction;
  readonly one: Diagnostic;
}

/** Where corrections are made, in order; the same place may have been reported for several workspaces. */
function placesOf(diagnostics: readonly Diagnostic[], text: string): readonly Place[] {
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const places = diagnostics.flatMap((one): Place[] => {
    const at = (lines[one.line - 1] ?? text.length) + one.column - 1;
    const start = /["']/.test(text[at] ?? '') ? at + 1 : at;
    return one.fix && text.startsWith(one.fix.was, start) ? [{ at: start, fix: one.fix, one }] : [];
  });
  return [...new Map(places.map((place) => [place.at, place])).values()].sort((a, b) => a.at - b.at);
}

/** Whether a text has the comments and the words of another one, except that each correction was made once. */
function saysOnly(places: readonly Place[], before: string, after: string): boolean {
  const [was, is] = [before, after].map((text) => parseSource('', text));
  if (!was || !is || !isSource(was) || !isSource(is)) return false;
  const [words, others] = [wordsIn(was.value), wordsIn(is.value)];
  const made = words.flatMap((one, at) => (one === others[at] ? [] : [JSON.stringify([one, others[at]])]));
  const wanted = places.map(({ fix }) => JSON.stringify([fix.was, fix.put]));
  const isComplete = words.length === others.length && sameJson(made.sort(), wanted.sort());
  return isComplete && sameJson(commentsIn(before), commentsIn(after));
}

/** The names and values in a file, in order. */
function wordsIn(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value.flatMap(wordsIn);
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, member]) => [name, ...wordsIn(member)])
    : [value];
}
