import type { PlannedCampaign } from '../model/plan.ts';
import { visibleLine } from './visible-text.ts';

/** Something to know of a campaign that nobody has to act on. */
export interface ToldNote {
  readonly campaign: PlannedCampaign;
  readonly news: readonly string[];
}

/** What an apply only takes note of: a component that left the file, leaves that only live has, or that it hides. */
export function tellNotes(campaign: PlannedCampaign): ToldNote {
  const { components, notes } = campaign;
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
  const hidden = notes.flatMap((note) =>
    note.kind === 'not-verifiable'
      ? [
          `not verifiable, the service does not show it: ${note.paths.map((path) => note.component + path).join(', ')}`,
        ]
      : [],
  );
  const open = notes.flatMap((note) =>
    note.kind === 'settled-first'
      ? [
          `an earlier run (${note.run}) heard no answer to its ${note.sent}: apply looks first what became of it`,
        ]
      : [],
  );
  return { campaign, news: [...kept, ...extra, ...unseen, ...hidden, ...open].map(visibleLine) };
}
