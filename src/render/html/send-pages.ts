import type { Calendar } from '../../model/calendar.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { typeOf, type UpcomingSends } from '../../model/planned-sends.ts';
import {
  calendarDays,
  calendarNotes,
  dayWords,
  described,
  upcomingRows,
  upcomingTitle,
} from '../rows/calendar-rows.ts';
import { contextWords } from '../rows/plan-words.ts';
import { peopleLine } from '../rows/people.ts';
import { readingOf } from '../rows/reach.ts';
import { statusOf } from '../rows/row.ts';
import { element, page, section, tableOf, type Html } from './plan-html.ts';

/** What goes out, day by day, as one file for a browser or a printer. */
export function calendarHtml(calendar: Calendar, plan: Plan): string {
  const days = calendarDays(calendar).flatMap(({ title, sends, warnings }) =>
    section(title, [
      ...warnings.map((text) => element('p.guard', text)),
      table(
        ['time', 'campaign', 'channel', 'audience', 'people', 'change'],
        sends.map((one) => [one.time, one.key, one.channel, one.audience, one.people, one.change]),
      ),
    ]),
  );
  const notes = [...calendarNotes(calendar), ...contextWords(plan)].map((text) => element('p.faint', text));
  return page(
    `Sends of ${plan.workspace}`,
    element('h1', `Sends · ${plan.workspace}`),
    element('p.lead', `${dayWords(calendar.from)} to ${dayWords(calendar.to)}`),
    ...(days.length === 0 ? [element('p', 'No sends.')] : days),
    ...notes,
  );
}

/** A campaign in words with its next sends, as one file for a browser or a printer. */
export function showHtml(
  campaign: PlannedCampaign,
  plan: Plan,
  { upcoming, readerZone }: { readonly upcoming: UpcomingSends; readonly readerZone: string },
): string {
  const { key, campaignId, file } = campaign;
  const words = described(campaign, 'wanted');
  const state = [words.channel, words.deliveryType, statusOf(campaign), campaignId ?? '', file ?? ''];
  const next = upcomingRows(upcoming, readerZone).map((text) => element('li', text));
  return page(
    `${key} · ${plan.workspace}`,
    element('h1', key),
    element('p.lead', state.filter(Boolean).join(' · ')),
    table(
      ['', 'in words'],
      [...readingOf(words), ...peopleLine(campaign)].map(({ label, value }) => [label, value]),
    ),
    ...section(upcomingTitle(upcoming, typeOf(campaign)), [element('ul', ...next)]),
    ...contextWords(plan).map((text) => element('p.faint', text)),
  );
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): Html {
  const body = rows.map((cells) => element('tr', ...cells.map((cell) => element('td', cell))));
  return tableOf(titles, body);
}
