import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { assignKeys, type KeyRules } from '../../edit/assign-keys.ts';
import { folderWith } from '../../edit/folder-view.ts';
import { isLink } from '../../files/campaign-folder.ts';
import { byEntry } from '../../edit/entry-order.ts';
import { inCampaignLayout } from '../../edit/format.ts';
import { blockText } from '../../edit/edit-tokens.ts';
import { placeBodies } from '../../edit/place-bodies.ts';
import { notShownComment, writtenComponents, type WrittenComponents } from '../../edit/written-components.ts';
import type { Judged } from '../../load/judge.ts';
import {
  componentNames,
  COMPONENTS,
  inCanonicalOrder,
  type CampaignId,
  type CampaignKey,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import { severityOf } from '../../model/diagnostic.ts';
import type { ImportNote, ImportedCampaign, LeftOut, LeftOutReason } from '../../model/rewrite.ts';
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

/** A file that wasn't read again yet. */
interface Draft extends Omit<DraftFile, 'binding' | 'notes' | 'warnings'> {
  readonly said: WrittenComponents;
  readonly changing: LeavesByComponent;
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
  const drafts = [...assignKeys(campaigns, rules)].map(([live, key]) => {
    const draft = draftOf(live, key, { ...request, isThere });
    for (const path of draft.texts.keys()) taken.add(context.folder.below(path).toLowerCase());
    return draft;
  });
  if (drafts.length === 0) return { files: [], leftOut: [] };
  const loaded = loadAll(drafts, request);
  const judged = drafts.map((draft) => judgeDraft(draft, loaded, request));
  const files = judged.flatMap((one) => ('binding' in one ? [one] : []));
  return {
    files: files.sort((a, b) => byCodeUnit(a.key, b.key)),
    leftOut: judged.flatMap((one) => ('reason' in one ? [one] : [])),
  };
}

const SCHEMA = 'schemas/campaign.schema.json';

function draftOf(
  live: Live,
  key: CampaignKey,
  { changing: all, workspace, context, isThere }: DraftRequest & { isThere: (path: string) => boolean },
): Draft {
  const { path: folder } = context.folder;
  const changing = all.get(live.id) ?? {};
  const said = writtenComponents(live, changing);
  const { components, texts } = placeBodies(said.components, { key, isThere });
  const file = `${folder}/${key}.yaml`;
  const schema = [`${folder}/.${SCHEMA}`, SCHEMA].find((one) =>
    existsSync(join(context.repository.root, one)),
  );
  const comments = [
    ...(schema ? [`yaml-language-server: $schema=${posix.relative(posix.dirname(file), schema)}`] : []),
    ...said.notShownWhole.map(notShownComment),
  ];
  const entries = {
    // In other workspaces, it would be a new campaign.
    ...(context.configuration.workspaces.size > 1 && { workspaces: [workspace.name] }),
    channel: live.channel,
    campaign_delivery_type: live.deliveryType,
    ...components,
  };
  const plain = `${comments.map((one) => `# ${one}\n`).join('')}${blockText(byEntry(entries))}\n`;
  const text = inCampaignLayout(plain) ?? plain;
  const bodies = new Map([...texts].map(([path, body]) => [`${folder}/${path}`, body]));
  return { live, key, file, text, texts: bodies, said, changing };
}

/** What live breaks is only a warning, as in every plan that follows. */
function loadAll(drafts: readonly Draft[], { context, workspace }: DraftRequest): Judged {
  const lives = new Map<string, Live>(drafts.map(({ live, key }) => [key, live]));
  const texts = new Map(drafts.flatMap(({ file, text, texts: own }) => [...own, [file, text] as const]));
  const view = folderWith(viewOf(context), texts);
  const folder = { ...view, files: () => view.files().filter(({ file }) => texts.has(file)) };
  return loadFor(
    { ...context, folder },
    {
      workspacesToLoad: [workspace],
      record: (_, key) => {
        const live = lives.get(key);
        const { components = {} } = live ?? {};
        return (
          live && recordedCampaign({ ...newBinding(key, live), applied: components, observed: components })
        );
      },
    },
  );
}

function judgeDraft(draft: Draft, loaded: Judged, { workspace }: DraftRequest): DraftFile | LeftOut {
  const { said, changing, ...written } = draft;
  const { live, key, file, texts } = written;
  const leave = (reason: LeftOutReason): LeftOut => ({ id: live.id, live, reason });
  const desired = loaded.desired.get(workspace.name)?.find((one) => one.key === key);
  const own = loaded.diagnostics.filter((one) => one.file === file || texts.has(one.file));
  const diagnostics = own.filter((one) => severityOf(one) === 'error');
  if (!desired || diagnostics.length > 0) return leave({ code: 'invalid', diagnostics });
  const binding = importedBinding(desired, live, changing);
  const components = inCanonicalOrder([
    ...COMPONENTS.filter((name) => !sameJson(desired.components[name], said.components[name])),
    ...unsettledComponents(desired, { live, binding }),
  ]);
  if (components.length > 0 || desired.name.trim() === '') return leave({ code: 'differs', components });
  // What a draft still needs is not an error here; every plan reports it when it matters.
  const warnings = own.filter(({ code }) => code !== 'W_PUBLISH' && code !== 'W_AUDIENCE');
  return { ...written, binding, warnings, notes: notesOf(draft) };
}

function notesOf({ live, said, changing }: Draft): ImportNote[] {
  const { components, unknownParts = [] } = live;
  const fields = unknownParts.map(({ name }) => name);
  const leaves = { 'changes-by-itself': changing, 'left-to-service': said.leftToService } as const;
  return [
    ...said.notShownWhole.map((component) => ({ kind: 'not-shown-whole', component }) as const),
    ...(fields.length > 0 ? [{ kind: 'not-in-file', fields } as const] : []),
    ...(['changes-by-itself', 'left-to-service'] as const).flatMap((kind) =>
      inCanonicalOrder(componentNames(leaves[kind])).map((component) => ({
        ...{ kind, component, paths: leaves[kind][component] ?? [] },
      })),
    ),
    ...componentNames(components).flatMap((component) => {
      const text = JSON.stringify(components[component] ?? {});
      return SECRETS.flatMap(([looksLike, pattern]) =>
        pattern.test(text) ? [{ kind: 'secret-like', component, looksLike } as const] : [],
      );
    }),
  ];
}

/** Patterns of secrets, which everyone with access to the repository could read, by their common names. */
const SECRETS: readonly (readonly [looksLike: string, pattern: RegExp])[] = [
  ['an AWS access key', /\bAKIA[0-9A-Z]{16}\b/],
  ['a Stripe key', /\b[rs]k_live_[0-9a-zA-Z]{10,}/],
  ['a GitHub token', /\bgh[pousr]_[0-9A-Za-z]{30,}|\bgithub_pat_\w{30,}/],
  ['a Slack token', /\bxox[abprs]-[0-9A-Za-z-]{10,}/],
  ['a SendGrid key', /\bSG\.[\w-]{16,}\.[\w-]{16,}/],
  ['a Google API key', /\bAIza[\w-]{35}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./],
  ['a URL with password', /\bhttps?:\/\/[^\s/:@"'<>{}]+:[^\s/@"'<>{}]+@/],
  ['a URL with key', /[?&;](?:api_?key|access_?token|auth_?token|secret|password)=[^&\s"'<>{}[\]]{8,}/i],
];
