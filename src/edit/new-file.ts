import {
  componentNames,
  inCanonicalOrder,
  type CampaignKey,
  type Components,
  type LeavesByComponent,
  type Live,
} from '../model/campaign.ts';
import type { ImportNote, ImportedCampaign } from '../model/rewrite.ts';
import { blockText } from './edit-tokens.ts';
import { byEntry } from './entry-order.ts';
import { pathTo } from './folder-view.ts';
import { inCampaignLayout } from './format.ts';
import { placeBodies } from './place-bodies.ts';
import { notShownComment, writtenComponents, type WrittenComponents } from './written-components.ts';

/** A campaign file that wasn't written yet, with the texts that it refers to. */
export interface NewFile extends Omit<ImportedCampaign, 'warnings'> {
  readonly text: string;
  readonly components: Components;
  readonly changing: LeavesByComponent;
}

interface Surroundings {
  /** The campaigns folder, from the root of the repository. */
  readonly folder: string;
  /** The only workspace that the file is for; undefined if there is no other. */
  readonly workspace: string | undefined;
  /** Leaves that change by themselves. */
  readonly changing: LeavesByComponent;
  /** The schema of campaign files in the repository, if it has one. */
  readonly schema: string | undefined;
  /** Whether something is at a path below the campaigns folder. */
  readonly isThere: (path: string) => boolean;
}

/** The file that describes a live campaign. */
export function newFile(
  live: Live,
  key: CampaignKey,
  { folder, workspace, changing, schema, isThere }: Surroundings,
): NewFile {
  const said = writtenComponents(live, changing);
  const { components, texts } = placeBodies(said.components, { key, isThere });
  const file = `${folder}/${key}.yaml`;
  const comments = [
    ...(schema ? [`yaml-language-server: $schema=${pathTo(file, schema).replace(/^\.\//, '')}`] : []),
    ...said.notShownWhole.map(notShownComment),
  ];
  const entries = {
    // In other workspaces, it would be a new campaign.
    ...(workspace !== undefined && { workspaces: [workspace] }),
    channel: live.channel,
    campaign_delivery_type: live.deliveryType,
    ...components,
  };
  const plain = `${comments.map((one) => `# ${one}\n`).join('')}${blockText(byEntry(entries))}\n`;
  const bodies = new Map([...texts].map(([path, body]) => [`${folder}/${path}`, body]));
  return {
    ...{ live, key, file, text: inCampaignLayout(plain) ?? plain, texts: bodies, changing },
    components: said.components,
    notes: notesOf(live, said, changing),
  };
}

function notesOf(live: Live, said: WrittenComponents, changing: LeavesByComponent): ImportNote[] {
  const fields = (live.unknownParts ?? []).map(({ name }) => name);
  const leaves = { 'changes-by-itself': changing, 'left-to-service': said.leftToService } as const;
  return [
    ...said.notShownWhole.map((component) => ({ kind: 'not-shown-whole', component }) as const),
    ...(fields.length > 0 ? [{ kind: 'not-in-file', fields } as const] : []),
    ...(['changes-by-itself', 'left-to-service'] as const).flatMap((kind) =>
      inCanonicalOrder(componentNames(leaves[kind])).map((component) => ({
        ...{ kind, component, paths: leaves[kind][component] ?? [] },
      })),
    ),
  ];
}
