import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assignKeys, type KeyRules } from '../../edit/assign-keys.ts';
import { folderWith } from '../../edit/folder-view.ts';
import { isLink } from '../../files/links.ts';
import { newFile, type NewFile } from '../../edit/new-file.ts';
import type { Judged } from '../../load/judge.ts';
import {
  COMPONENTS,
  inCanonicalOrder,
  type CampaignId,
  type CampaignKey,
  type Desired,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import type { ImportedCampaign, LeftOut, LeftOutReason } from '../../model/rewrite.ts';
import { groupBy } from '../../model/grouping.ts';
import { byCodeUnit, sameJson } from '../../model/json.ts';
import { recordedCampaign } from '../../model/kept-value.ts';
import { newBinding, type Binding } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import { importedBinding, unsettledComponents } from '../../plan/imported-binding.ts';
import type { Context } from '../context.ts';
import { loadFor } from '../reading/load-files.ts';
import { viewOf, type FoldersContext } from '../rewrite.ts';

/** The campaigns that get files, and where these are written. */
interface DraftRequest {
  readonly campaigns: readonly Live[];
  /** Leaves that change by themselves. */
  readonly changing: ReadonlyMap<CampaignId, LeavesByComponent>;
  readonly rules: KeyRules;
  readonly workspace: Workspace;
  readonly context: Pick<Context, 'configuration' | 'source' | 'secrets'> & FoldersContext;
}

/** A campaign file that was read again, and for which a plan would have nothing to do. */
interface DraftFile extends ImportedCampaign {
  readonly text: string;
  readonly binding: Binding;
}

export interface Drafts {
  readonly files: readonly DraftFile[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Files for live campaigns, sorted by key. Each is written, read like any campaign file and compared like any plan, which
 * must have nothing to do and nothing to note. A campaign that no file can describe is left out, with the reason.
 */
export function draftFiles(request: DraftRequest): Drafts {
  const { context, campaigns, rules } = request;
  const folder = join(context.repository.root, context.folder.path);
  const taken = new Set<string>();
  const isThere = (path: string) =>
    taken.has(path.toLowerCase()) || existsSync(join(folder, path)) || isLink(join(folder, path));
  const schema = [`${context.folder.path}/.${SCHEMA}`, SCHEMA].find((one) =>
    existsSync(join(context.repository.root, one)),
  );
  const workspace = context.configuration.workspaces.size > 1 ? request.workspace.name : undefined;
  const around = { folder: context.folder.path, workspace, schema, isThere };
  const drafts = [...assignKeys(campaigns, rules)].map(([live, key]) => {
    const draft = newFile(live, key, { ...around, changing: request.changing.get(live.id) ?? {} });
    for (const path of draft.texts.keys()) taken.add(context.folder.below(path).toLowerCase());
    return draft;
  });
  if (drafts.length === 0) return { files: [], leftOut: [] };
  const loaded = loadAll(drafts, request);
  const desired = new Map(loaded.desired.get(request.workspace.name)?.map((one) => [one.key, one]));
  const found = groupBy(loaded.diagnostics, ({ file }) => file);
  const byFile = new Map(found.map((own) => [own[0]?.file ?? '', own]));
  const judged = drafts.map((draft) => {
    const own = [...draft.texts.keys(), draft.file].flatMap((file) => byFile.get(file) ?? []);
    return judgeDraft(draft, desired.get(draft.key), own);
  });
  const files = judged.flatMap((one) => ('binding' in one ? [one] : []));
  return {
    files: files.sort((a, b) => byCodeUnit(a.key, b.key)),
    leftOut: judged.flatMap((one) => ('reason' in one ? [one] : [])),
  };
}

/** Where `init` copies the schema. */
const SCHEMA = 'schemas/campaign.schema.json';

/** What live breaks is only a warning, as in every plan that follows. */
function loadAll(drafts: readonly NewFile[], { context, workspace }: DraftRequest): Judged {
  const recorded = new Map(
    drafts.map(({ key, live }) => {
      const { components } = live;
      const binding = { ...newBinding(key, live), applied: components, observed: components };
      return [key, recordedCampaign(binding)];
    }),
  );
  const texts = new Map(drafts.flatMap(({ file, text, texts: own }) => [...own, [file, text] as const]));
  const view = folderWith(viewOf(context), texts);
  const folder = { ...view, files: () => view.files().filter(({ file }) => texts.has(file)) };
  const record = (_: string, key: CampaignKey) => recorded.get(key);
  return loadFor({ ...context, folder }, { workspacesToLoad: [workspace], record });
}

/** Judges a draft by what was loaded of it. */
function judgeDraft(
  draft: NewFile,
  desired: Desired | undefined,
  own: readonly Diagnostic[],
): DraftFile | LeftOut {
  const { components: said, changing, ...written } = draft;
  const { live } = written;
  const leave = (reason: LeftOutReason): LeftOut => ({ id: live.id, live, reason });
  const diagnostics = own.filter((one) => severityOf(one) === 'error');
  if (!desired || diagnostics.length > 0) return leave({ code: 'invalid', diagnostics });
  const binding = importedBinding(desired, live, changing);
  const components = inCanonicalOrder([
    ...COMPONENTS.filter((name) => !sameJson(desired.components[name], said[name])),
    ...unsettledComponents(desired, { live, binding }),
  ]);
  if (components.length > 0 || desired.name.trim() === '') return leave({ code: 'differs', components });
  // What a draft still needs is not an error here; every plan reports it when it matters.
  const warnings = own.filter(({ code }) => code !== 'W_PUBLISH' && code !== 'W_AUDIENCE');
  return { ...written, binding, warnings };
}
