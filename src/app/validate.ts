import { corrected } from '../edit/correct.ts';
import { wholeText } from '../files/read-text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Workspace } from '../model/workspace.ts';
import { chooseWorkspace, type Context } from './context.ts';
import { openKeptFacts } from './reading/kept-facts.ts';
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
  /** Whether what earlier runs found is used for files that didn't change; it is if omitted. */
  readonly cache?: boolean;
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
  const made: Diagnostic[] = [];
  for (let left = request.fix ? ROUNDS_AT_MOST : 0; ; left -= 1) {
    // git knows what files said before they were corrected.
    const kept = request.cache === false || made.length > 0 ? undefined : openKeptFacts(context);
    const { diagnostics, inputs } = loadFor(context, { ...asked, kept });
    const now = left > 0 ? await correctFiles(context, diagnostics) : [];
    made.push(...now);
    if (now.length === 0)
      return {
        diagnostics,
        corrected: made,
        files: chosen.size === 0 ? inputs.files.length : checked,
        workspaces,
      };
  }
}

/** Writes the corrections that are certain. Returns the mistakes that were corrected. */
async function correctFiles(
  context: Context,
  diagnostics: readonly Diagnostic[],
): Promise<readonly Diagnostic[]> {
  const { root } = context.repository;
  const files = context.folder.files().flatMap(({ file: path }) => {
    const own = diagnostics.filter((one) => one.file === path && one.fix);
    const before = own.length === 0 ? undefined : wholeText(root, path);
    const fixed = before === undefined ? undefined : corrected(before, own);
    return before !== undefined && fixed ? [{ path, before, ...fixed }] : [];
  });
  await writeAll(root, files);
  return files.flatMap(({ made }) => made);
}
