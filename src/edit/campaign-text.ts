import { Document } from 'yaml';
import type { JsonObject } from '../model/json.ts';
import { byEntry } from './entry-order.ts';
import { formatCampaign } from './format.ts';
import { inPlainStyle, yamlText } from './style.ts';

/** The text of a new campaign file: one entry per line, multi-line texts as blocks, short lists and maps on one line. */
export function campaignText(value: JsonObject, comments: readonly string[]): string {
  // An object that occurs twice is written twice, because a person would not write an anchor.
  const document = new Document(byEntry(value), { aliasDuplicateObjects: false });
  inPlainStyle(document);
  const text = comments.map((comment) => `# ${comment}\n`).join('') + yamlText(document);
  return formatCampaign(text) ?? text;
}
