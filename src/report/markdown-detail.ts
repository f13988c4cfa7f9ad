import type { CampaignKey } from '../model/campaign.ts';
import { diffLines, fieldsOf } from './diff-lines.ts';
import { codeSpan, escapeMarkdown, fenced, prose } from './escape-markdown.ts';
import { block, type MarkdownBlock } from './markdown-block.ts';
import type { Attention } from './tell-attention.ts';
import type { ToldChange } from './tell-change.ts';
import type { ToldComponent } from './tell-component.ts';
import type { ToldNote } from './tell-notes.ts';

/** What differs in a campaign that is held, folded. */
export function attentionDetail({ campaign, troubles }: Attention): MarkdownBlock[] {
  const components = troubles.flatMap((one) => one.components);
  return folded(campaign.key, components, ', held').map((text) =>
    block('attention-detail', campaign.key, text),
  );
}

/** What changes in a campaign, folded. */
export function changeDetail({ campaign, components }: ToldChange): MarkdownBlock[] {
  return folded(campaign.key, components, '').map((text) => block('change-detail', campaign.key, text));
}

function folded(key: CampaignKey, components: readonly ToldComponent[], more: string): string[] {
  const lines = components.flatMap(diffLines);
  if (lines.length === 0) return [];
  const summary = escapeMarkdown(`${key}: ${fieldsOf(components)}${more}`);
  return [`\n<details><summary>${summary}</summary>\n\n${fenced('diff', lines)}\n\n</details>\n`];
}

/** What an apply only takes note of, a line for each campaign. */
export function noteList(notes: readonly ToldNote[]): MarkdownBlock[] {
  if (notes.length === 0) return [];
  return [
    block('note', undefined, '\nNoted:\n\n'),
    ...notes.map(({ campaign: { key }, news }) =>
      block('note', key, `- ${codeSpan(key)}: ${prose(news.join('; '))}\n`),
    ),
  ];
}
