import type { PlannedCampaign } from '../model/plan.ts';
import { campaignLine, type LineOptions } from './campaign-line.ts';

/** Whether there is something to know of a campaign that nobody has to act on. */
export function hasNews(campaign: PlannedCampaign): boolean {
  return news(campaign).length > 0;
}

/** What an apply only takes note of: a component that left the file, leaves that only live has. */
export function noteLines(campaign: PlannedCampaign, options: LineOptions): string[] {
  return campaignLine({ mark: options.paint.faint('·'), campaign, text: news(campaign).join('; ') }, options);
}

function news({ components, notes }: PlannedCampaign): string[] {
  const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
  const kept = released.length === 0 ? [] : [`no longer in the file, live keeps it: ${released.join(', ')}`];
  const extra = notes.flatMap((note) =>
    note.kind === 'live-also-has'
      ? [`live also has ${note.paths.map((path) => note.component + path).join(', ')}`]
      : [],
  );
  const unseen = notes.flatMap((note) =>
    note.kind === 'not-recorded'
      ? [`no record of ${note.components.join(', ')}: live may have it as the file says already`]
      : [],
  );
  return [...kept, ...extra, ...unseen];
}
