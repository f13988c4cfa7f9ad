import type { Calendar } from '../../model/calendar.ts';
import type { CreationSchedule } from '../../model/plan.ts';
import { counted, utcFrom } from '../../model/show.ts';
import { groupBy } from '../../model/grouping.ts';
import { calendarDays, calendarNotes } from '../rows/calendar-rows.ts';
import { Cells, Table } from './page.tsx';

const TITLES = ['Time', 'Campaign', 'Channel', 'To', 'People', 'This change'];

/** A row for each send, the day before the first one of each day; then what the calendar doesn't show. */
export function CalendarView({ calendar }: { readonly calendar: Calendar }) {
  const days = calendarDays(calendar);
  return (
    <>
      {days
        .flatMap(({ warnings }) => warnings)
        .map((text) => (
          <p class="guard">{text}</p>
        ))}
      {days.length === 0 ? (
        <p>No sends.</p>
      ) : (
        <Table titles={['Day', ...TITLES]} class="calendar">
          {days.flatMap(({ title, sends }) =>
            sends.map(({ time, key, channel, audience, people, change, changed }, at) => (
              <tr class={change === null ? '' : `marked ${change}`}>
                {at === 0 && (
                  <th scope="rowgroup" rowspan={sends.length}>
                    {title}
                  </th>
                )}
                <Cells
                  titles={TITLES}
                  values={[time, key, channel, audience, people || '–', changed || '–']}
                />
              </tr>
            )),
          )}
        </Table>
      )}
      {calendarNotes(calendar).map((note) => (
        <p class="faint small">{note}</p>
      ))}
    </>
  );
}

/** When creations are possible: how many in each minute in which there are some. */
export function CreationsView({ schedule: { instants } }: { readonly schedule: CreationSchedule }) {
  const minutes = groupBy(instants, (instant) => instant.slice(0, 16));
  const most = Math.max(...minutes.map(({ length }) => length));
  return (
    <ol class="creations">
      {minutes.map((those) => (
        <li>
          <span>{utcFrom(Date.parse(those[0] ?? ''))}</span>
          <span class="bar" style={`width:${Math.round((those.length / most) * 12)}rem`} aria-hidden="true" />
          <span>{counted(those.length, 'campaign')}</span>
        </li>
      ))}
    </ol>
  );
}
