import { posix } from 'node:path';
import { loadCampaigns, type Loaded } from '../../load/load-campaigns.ts';
import type { ReferenceAnswer } from '../../load/reference-answer.ts';
import type { CampaignKey, Desired } from '../../model/campaign.ts';
import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import { sameJson, type JsonObject } from '../../model/json.ts';
import type { LeftReason } from '../../model/pull.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Context } from '../context.ts';
import type { PulledDraft } from './write-pulled.ts';

interface Known {
  /** All campaigns of all workspaces before the pull. */
  readonly before: Loaded;
  readonly target: Context;
  readonly workspace: Workspace;
}

/**
 * Reads the files as they would be, for every workspace, and compares: a pulled campaign must say what was worked out,
 * and every other one what it said before, unless it is told that it is touched. Returns what must not be written.
 */
export function checkPulled(
  drafts: readonly PulledDraft[],
  { before, target, workspace }: Known,
): ReadonlyMap<CampaignKey, readonly LeftReason[]> {
  const good = drafts.filter(({ reasons }) => reasons.length === 0);
  const after = loadWritten(good, target);
  const refused = new Map<CampaignKey, readonly LeftReason[]>();
  const known = new Set(before.diagnostics.map(textOf));
  const pulled = new Set(good.map(({ parts }) => parts.campaign.key));
  for (const draft of good) {
    const { key } = draft.parts.campaign;
    const { file } = draft.file;
    const files = new Set([file, ...draft.texts.map((one) => one.file)]);
    const mistakes = after.diagnostics.filter(
      (one) => files.has(one.file) && severityOf(one) === 'error' && !known.has(textOf(one)),
    );
    if (mistakes.length > 0) refused.set(key, [{ code: 'invalid', diagnostics: mistakes }]);
    else if (!saysOnlyThat(draft, { before, after, workspace, pulled }))
      refused.set(key, [{ code: 'unwritable' }]);
  }
  return refused;
}

function textOf({ file, code, message }: Diagnostic): string {
  return JSON.stringify([file, code, message]);
}

function loadWritten(drafts: readonly PulledDraft[], context: Context): Loaded {
  const files = new Map(drafts.map(({ file }) => [file.file, file.text.replace(/^\ufeff/, '')]));
  const texts = new Map(drafts.flatMap((one) => one.texts.map(({ file, text }) => [file, text] as const)));
  const { folder, configuration, source } = context;
  const readReference = (from: string, path: string): ReferenceAnswer => {
    const fresh = posix.join(posix.dirname(from), path);
    const found = texts.has(fresh) ? undefined : folder.readReference(from, path);
    const file = found?.kind === 'text' ? found.file : fresh;
    const text = texts.get(file);
    if (text !== undefined) return { kind: 'text', file, text: plain(text) };
    return found ?? folder.readReference(from, path);
  };
  return loadCampaigns({
    files: folder.files().map((one) => {
      const text = files.get(one.file);
      return text === undefined ? one : { file: one.file, below: one.below, text };
    }),
    workspaces: configuration.workspaces,
    targets: [...configuration.workspaces.values()],
    configuration: source,
    readReference,
    ...{ strict: false, isManaged: () => true, wentLive: () => true },
  });
}

/** As whatever reads such a file takes it. */
function plain(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}

interface Loads {
  readonly before: Loaded;
  readonly after: Loaded;
  readonly workspace: Workspace;
  /** All that are pulled: each is compared with what it is to say. */
  readonly pulled: ReadonlySet<CampaignKey>;
}

function saysOnlyThat(
  { parts, file, texts, notes }: PulledDraft,
  { before, after, workspace, pulled }: Loads,
): boolean {
  const { key, desired } = parts.campaign;
  const touched = new Set(
    notes.flatMap((note) => (note.kind === 'touches-workspaces' ? note.workspaces : [])),
  );
  const isShared = notes.some(({ kind }) => kind === 'touches-campaigns');
  const changed = new Set([file.file, ...texts.map((one) => one.file)]);
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
  const kept = Object.entries(desired.components).filter(([name]) => !wanted.has(name as never));
  const put = [...wanted].filter(([name, next]) => name !== 'status' && next !== undefined);
  return {
    ...desired,
    status: wanted.has('status') ? (wanted.get('status') as Desired['status']) : desired.status,
    components: Object.fromEntries([...kept, ...put]),
  };
}

function isSame(one: Desired, other: Desired | undefined): boolean {
  return other !== undefined && sameJson(asJson(one), asJson(other));
}

function asJson({ channel, deliveryType, status, components }: Desired): JsonObject {
  return { channel, deliveryType, status: status ?? null, components: { ...components } };
}
