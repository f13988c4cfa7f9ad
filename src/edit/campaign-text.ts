import { Document } from 'yaml';
import { COMPONENTS, type ComponentName, type Components } from '../model/campaign.ts';
import { isJsonObject, isList, type JsonValue, type Path, keyOfPath } from '../model/json.ts';
import { byEntry } from './entry-order.ts';
import { fileReference } from '../load/line-ends.ts';
import { inPlainStyle, yamlText } from './style.ts';
import type { TextReference } from './place-bodies.ts';

/** What a campaign file should say. */
export interface CampaignSource {
  /** Written if the file's path doesn't give it. */
  readonly key?: string;
  /** Written if the file isn't for all workspaces. */
  readonly workspaces?: readonly string[];
  readonly channel: string;
  readonly deliveryType: string;
  readonly components: Components;
  /** Texts in files of their own: the path from the campaign file, by the path of the text. */
  readonly files: readonly TextReference[];
  /** The comment for editors in the first line. */
  readonly modeline: string;
  /** Components that the service shows only in part, so that the file doesn't have them. A comment says so. */
  readonly notShownWhole: readonly ComponentName[];
}

/** The text of a campaign file: one entry per line, multi-line texts as blocks, short lists and maps on one line. */
export function campaignText(source: CampaignSource): string {
  const files = new Map(source.files.map((one) => [keyOfPath(one.path), one]));
  const body = byEntry({
    ...(source.key !== undefined && { key: source.key }),
    ...(source.workspaces && { workspaces: [...source.workspaces] }),
    channel: source.channel,
    campaign_delivery_type: source.deliveryType,
    ...Object.fromEntries(
      COMPONENTS.flatMap((name) => {
        const component = source.components[name];
        return component === undefined ? [] : [[name, withFileReferences(component, [name], files)]];
      }),
    ),
  });
  // An object that occurs twice is written twice, because a person would not write an anchor.
  const document = new Document(body, { aliasDuplicateObjects: false });
  inPlainStyle(document);
  const comments = [
    source.modeline,
    ...source.notShownWhole.map(
      (name) => `${name}: the service shows only part of it, so it is not in this file.`,
    ),
  ];
  const head = comments.map((comment) => `# ${comment}\n`).join('');
  return head + yamlText(document);
}

/** A value with references in place of the texts that are in files, by the places of the texts. */
function withFileReferences(
  value: JsonValue,
  path: Path,
  files: ReadonlyMap<string, TextReference>,
): JsonValue {
  const file = files.get(keyOfPath(path));
  if (file) return fileReference(file.file, file.eol);
  if (isList(value)) return value.map((item, index) => withFileReferences(item, [...path, index], files));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withFileReferences(member, [...path, name], files)]),
  );
}
