import type { InWorkspace } from '../app/context.ts';
import type { MadePlan } from '../app/plan.ts';
import type { Calendar } from '../model/calendar.ts';
import type { Plan, PlannedCampaign } from '../model/plan.ts';
import type { Preview } from '../model/messages.ts';
import type { ShowPageOptions } from '../render/html/send-pages.tsx';

// The libraries of pages take as long to load as the rest of a command, so they are loaded only for a page.

export async function planPage({ plan, state }: MadePlan, target: InWorkspace): Promise<string> {
  const { pullsOn } = await import('../app/sends.ts');
  const { planPageInputs } = await import('../app/plan-page.ts');
  const { planHtml } = await import('../render/html/plan-html.tsx');
  return planHtml(plan, {
    subject: 'Applying this',
    ...planPageInputs(plan, target, pullsOn(state.approvals)),
  });
}

export async function showPage(
  campaign: PlannedCampaign,
  plan: Plan,
  { target, ...shown }: Pick<ShowPageOptions, 'upcoming' | 'readerZone'> & { readonly target: InWorkspace },
): Promise<string> {
  const { pageInputs } = await import('../app/plan-page.ts');
  const { showHtml } = await import('../render/html/send-pages.tsx');
  return showHtml(campaign, plan, { ...shown, ...pageInputs(target) });
}

export async function previewPage(preview: Preview, target: InWorkspace): Promise<string> {
  const { pageInputs } = await import('../app/plan-page.ts');
  const { previewHtml } = await import('../render/html/preview-page.tsx');
  return previewHtml(preview, pageInputs(target));
}

export async function calendarPage(calendar: Calendar, plan: Plan): Promise<string> {
  const { calendarHtml } = await import('../render/html/send-pages.tsx');
  return calendarHtml(calendar, plan);
}
