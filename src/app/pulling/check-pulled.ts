import type { Judged } from '../../load/judge.ts';
import { DESIRED_STATUSES, type CampaignKey, type Desired } from '../../model/campaign.ts';
import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import { sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Context } from '../context.ts';
import { folderWith } from '../reading/folder-with.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import type { PulledDraft } from './draft-pulled.ts';

/** Why a file can't be written as computed. */
export type PullRefusal =
  { readonly code: 'unwritable' } | { readonly code: 'invalid'; readonly diagnostics: readonly Diagnostic[] };

interface Known {
  /** All campaigns of all workspaces before the pull. */
  readonly before: Judged;
  readonly target: Context;
  readonly workspace: Workspace;
}

/**
 * Reads the new files for every workspace and compares: a pulled campaign must say what was computed for it, and every
 * other one what it said before, unless the user accepts that it is affected. Returns what must not be written, and
 * which files all campaigns then use.
 */
export function checkPulled(
  drafts: readonly PulledDraft[],
  { before, target, workspace }: Known,
): { readonly refused: ReadonlyMap<CampaignKey, PullRefusal>; readonly used: ReadonlySet<string> } {
  const good = drafts.filter(({ reasons }) => reasons.length === 0);
  const texts = good
    .flatMap((one) => [one.file, ...one.texts])
    .map(({ path, text }) => [path, text] as const);
  const targets = [...target.configuration.workspaces.values()];
  const folder = folderWith(target.folder, new Map(texts));
  const after = loadFor({ ...target, folder }, { workspacesToLoad: targets, ...LENIENTLY });
  const refused = new Map<CampaignKey, PullRefusal>();
  const known = new Set(before.diagnostics.map(textOf));
  const pulled = new Set(good.map(({ parts }) => parts.campaign.key));
  for (const draft of good) {
    const { key } = draft.parts.campaign;
    const files = filesOf(draft);
    const mistakes = after.diagnostics.filter(
      (one) => files.has(one.file) && severityOf(one) === 'error' && !known.has(textOf(one)),
    );
    if (mistakes.length > 0) refused.set(key, { code: 'invalid', diagnostics: mistakes });
    else if (!saysOnlyThat(draft, { before, after, workspace, pulled }))
      refused.set(key, { code: 'unwritable' });
  }
  const used = new Set([...after.desired.values()].flat().flatMap(({ sources }) => sources));
  return { refused, used };
}

function textOf({ file, code, message }: Diagnostic): string {
  return JSON.stringify([file, code, message]);
}

function filesOf({ file, texts }: PulledDraft): ReadonlySet<string> {
  return new Set([file, ...texts].map(({ path }) => path));
}

interface Loads {
  readonly before: Judged;
  readonly after: Judged;
  readonly workspace: Workspace;
  /** All pulled campaigns: each is compared with its computed content. */
  readonly pulled: ReadonlySet<CampaignKey>;
}

function saysOnlyThat(draft: PulledDraft, { before, after, workspace, pulled }: Loads): boolean {
  const { parts, notes } = draft;
  const { key, desired } = parts.campaign;
  const touched = new Set(
    notes.flatMap((note) => (note.kind === 'touches-workspaces' ? note.workspaces : [])),
  );
  const isShared = notes.some(({ kind }) => kind === 'touches-campaigns');
  const changed = filesOf(draft);
  return [...after.desired].every(([name, campaigns]) => {
    const former = new Map((before.desired.get(name) ?? []).map((one) => [one.key, one]));
    return campaigns.every((one) => {
      if (!one.sources.some((path) => changed.has(path))) return true;
      if (one.key !== key)
        return (
          isShared || (name === workspace.name && pulled.has(one.key)) || isSame(one, former.get(one.key))
        );
      if (name !== workspace.name) return touched.has(name) || isShared || isSame(one, former.get(key));
      return isSame(one, wantedOf(desired, parts.wanted));
    });
  });
}

function wantedOf(desired: Desired, wanted: PulledDraft['parts']['wanted']): Desired {
  const parts = new Map<string, JsonValue | undefined>([...Object.entries(desired.components), ...wanted]);
  const components = [...parts].filter(([name, value]) => name !== 'status' && value !== undefined);
  const said = wanted.has('status') ? wanted.get('status') : desired.status;
  const status = DESIRED_STATUSES.find((one) => one === said);
  return { ...desired, status, components: Object.fromEntries(components) };
}

function isSame(one: Desired, other: Desired | undefined): boolean {
  return other !== undefined && sameJson(asJson(one), asJson(other));
}

function asJson({ channel, deliveryType, status, components }: Desired): JsonObject {
  return { channel, deliveryType, status: status ?? null, components: { ...components } };
}
