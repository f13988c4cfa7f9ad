import type { Plan } from '../../../src/model/plan.ts';
import { textOf } from '../../../src/render/markdown/blocks.ts';
import {
  planBlocks,
  planFooter,
  type PlanMarkdownOptions,
} from '../../../src/render/markdown/plan-comment.ts';

/** A whole plan for a pull request, whatever its length. */
export function planMarkdown(plan: Plan, options: PlanMarkdownOptions): string {
  return textOf(planBlocks(plan, options)) + planFooter(plan, options);
}
