import type { Calendar } from '../../model/calendar.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { typeOf, type UpcomingSends } from '../../model/planned-sends.ts';
import { dayWords, described, upcomingRows, upcomingTitle } from '../rows/calendar-rows.ts';
import { contextWords } from '../rows/plan-words.ts';
import { peopleLine } from '../rows/people.ts';
import { readingOf } from '../rows/reach.ts';
import { statusOf } from '../rows/row.ts';
import { CalendarView } from './calendar-view.tsx';
import { UserChoice } from './filter-bar.tsx';
import { MessagesView, type Previews } from './message-view.tsx';
import { messageSets } from './messages.ts';
import { Meanings, pageHtml, Section, type PageFrame } from './page.tsx';

/** What goes out, day by day, as one file for a browser or a printer. */
export function calendarHtml(calendar: Calendar, plan: Plan): string {
  return pageHtml(
    { title: `Sends of ${plan.workspace}` },
    <>
      <header>
        <h1>Sends · {plan.workspace}</h1>
        <p class="lead">
          {dayWords(calendar.from)} to {dayWords(calendar.to)}
        </p>
      </header>
      <CalendarView calendar={calendar} />
      <Context plan={plan} />
    </>,
  );
}

export interface ShowPageOptions extends Pick<PageFrame, 'digest'> {
  readonly upcoming: UpcomingSends;
  readonly readerZone: string;
  readonly previews: Previews;
}

/** A campaign in words with its messages and its next sends, as one file for a browser or a printer. */
export function showHtml(campaign: PlannedCampaign, plan: Plan, options: ShowPageOptions): string {
  const { upcoming, readerZone, digest, previews } = options;
  const { key, campaignId, file } = campaign;
  const words = described(campaign, 'wanted');
  const state = [words.channel, words.deliveryType, statusOf(campaign), campaignId ?? '', file ?? ''];
  const content = words.components.campaign_content;
  const sets = messageSets(content, content);
  return pageHtml(
    { title: `${key} · ${plan.workspace}`, digest, users: previews.users.length },
    <>
      <header>
        <h1>{key}</h1>
        <p class="lead">{state.filter(Boolean).join(' · ')}</p>
      </header>
      <Section title={upcomingTitle(upcoming, typeOf(campaign))} id="sends">
        <ul class="sends">
          {upcomingRows(upcoming, readerZone).map((text) => (
            <li>{text}</li>
          ))}
        </ul>
      </Section>
      {sets.length > 0 && (
        <Section title="Messages" id="messages">
          <UserChoice users={previews.users} />
          <div class="card inside">
            <MessagesView sets={sets} previews={previews} unchanged="" />
          </div>
        </Section>
      )}
      <Section title="In words" id="words">
        <Meanings
          entries={[...readingOf(words), ...peopleLine(campaign)].map(
            ({ label, value }) => [label, value] as const,
          )}
        />
      </Section>
      <Context plan={plan} />
    </>,
  );
}

function Context({ plan }: { readonly plan: Plan }) {
  return (
    <>
      {contextWords(plan).map((text) => (
        <p class="faint">{text}</p>
      ))}
    </>
  );
}
