import type { Plan } from '../../../src/model/plan.ts';
import {
  planBlocks,
  planMarkdownFooter,
  type MarkdownOptions,
} from '../../../src/render/markdown/plan-markdown.ts';

/** A whole plan for a pull request, whatever its length. */
export function planMarkdown(plan: Plan, options: MarkdownOptions): string {
  return [...planBlocks(plan, options).map(({ text }) => text), planMarkdownFooter(plan, options)].join('');
}
