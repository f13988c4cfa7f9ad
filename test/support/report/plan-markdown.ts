import type { Plan } from '../../../src/model/plan.ts';
import {
  planBlocks,
  planFooter,
  type PlanMarkdownOptions,
} from '../../../src/render/markdown/plan-comment.ts';

/** A whole plan for a pull request, whatever its length. */
export function planMarkdown(plan: Plan, options: PlanMarkdownOptions): string {
  return [...planBlocks(plan, options).map(({ text }) => text), planFooter(plan, options)].join('');
}
