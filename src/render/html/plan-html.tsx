import { plainText } from '../../messages/phrase.ts';
import type { Calendar } from '../../model/calendar.ts';
import type { Plan } from '../../model/plan.ts';
import { counted } from '../../model/show.ts';
import { groupRows } from '../rows/group.ts';
import { byUrgency, planRows, sectionsOf } from '../rows/plan-rows.ts';
import {
  contextWords,
  creationWords,
  guardWords,
  planSentence,
  shortCommit,
  shortFingerprint,
  writesOf,
} from '../rows/plan-words.ts';
import { reachOf } from '../rows/calendar-rows.ts';
import { peopleNumber } from '../rows/people.ts';
import { isSending, type Row } from '../rows/row.ts';
import { CalendarView, CreationsView } from './calendar-view.tsx';
import { CardGroup, type CardContext } from './change-card.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Previews } from './message-view.tsx';
import { pageHtml, Section, Words, type PageFrame } from './page.tsx';

export interface PlanPageOptions extends Pick<PageFrame, 'digest'> {
  /** Who does what the plan says, at the start of a sentence: `Applying this`. */
  readonly subject: string;
  /** Whose view of the messages readers can choose; if omitted, messages are shown as they are written. */
  readonly previews?: Previews;
  /** What is sent in the next weeks. */
  readonly calendar?: Calendar;
}

const AS_WRITTEN: Previews = { users: [], resolve: (content) => content };

/** Cards that are open from the start, so that few changes need no clicks. */
const OPEN_AT_MOST = 3;

/** A plan as one file for a browser or a printer, which loads nothing: what a reviewer has to see before it is applied. */
export function planHtml(plan: Plan, options: PlanPageOptions): string {
  const { subject, digest, previews = AS_WRITTEN, calendar } = options;
  const rows = planRows(plan);
  const { attention, changes, notes } = sectionsOf(rows);
  const context: CardContext = {
    campaigns: new Map(plan.campaigns.map((one) => [one.key, one])),
    previews,
    isOpen: attention.length + changes.length <= OPEN_AT_MOST,
  };
  const commit = plan.commit === null ? '' : ` · ${plan.commit.slice(0, 7)}`;
  const title = `Plan for ${plan.workspace}${commit}`;
  return pageHtml(
    { title, digest, users: previews.users.length },
    <>
      <Summary plan={plan} rows={rows} subject={subject} context={context} />
      {attention.length + changes.length > 0 && (
        <FilterBar rows={[...attention, ...changes]} campaigns={context.campaigns} users={previews.users} />
      )}
      {attention.length > 0 && (
        <Section title="Needs attention" id="attention">
          <Cards rows={attention} context={{ ...context, isOpen: attention.length <= OPEN_AT_MOST }} />
        </Section>
      )}
      <Changes rows={changes} context={context} />
      <Notes rows={notes} />
      {calendar && calendar.sends.length + calendar.undated.length > 0 && (
        <Section title="What goes out" id="calendar">
          <CalendarView calendar={calendar} />
        </Section>
      )}
      <Creations plan={plan} />
      <footer>{footerOf(plan)}</footer>
    </>,
  );
}

interface SummaryProps {
  readonly plan: Plan;
  readonly rows: readonly Row[];
  readonly subject: string;
  readonly context: CardContext;
}

/** What a reader must know who reads nothing else. */
function Summary({ plan, rows, subject, context }: SummaryProps) {
  const warnings = [...contextWords(plan), plainText(guardWords(plan))].filter(Boolean);
  const first = sectionsOf(rows).changes.find(isSending);
  const campaign = first && context.campaigns.get(first.subject);
  const reach = campaign && reachOf(campaign);
  const people = peopleNumber(campaign?.people);
  return (
    <header>
      <h1>Campaigns · {plan.workspace}</h1>
      <p class="lead">
        <Words phrase={planSentence(plan, rows, subject)} />
      </p>
      {first && reach && (
        <p>
          The soonest to reach customers: <strong>{first.subject}</strong>, {reach.when}, to {reach.to}
          {people !== '' && `, ${people} people`}.
        </p>
      )}
      {warnings.map((text) => (
        <p class="guard">{text}</p>
      ))}
    </header>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly context: CardContext;
}

/** By what customers notice, soonest first. */
function Changes({ rows, context }: RowsProps) {
  return (
    <>
      {byUrgency(rows).map(({ title, rows: same }) => (
        <Section title={title || 'Changes'} id={same[0]?.urgency ?? 'changes'}>
          <Cards rows={same} context={context} />
        </Section>
      ))}
    </>
  );
}

function Cards({ rows, context }: RowsProps) {
  return (
    <>
      {groupRows(rows).map((group) => (
        <CardGroup group={group} context={context} />
      ))}
    </>
  );
}

function Notes({ rows }: { readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title="Noted" id="noted">
      <ul>
        {groupRows(rows).map(({ rows: those, why }) => (
          <li>
            {those.map(({ subject }) => subject).join(', ')}: <Words phrase={why} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** When the creations of a plan are possible. */
function Creations({ plan }: { readonly plan: Plan }) {
  const words = creationWords(plan);
  if (words === '') return null;
  return (
    <Section title="Creations over time" id="creations">
      <p>{words}</p>
      <CreationsView schedule={plan.schedule} />
    </Section>
  );
}

function footerOf(plan: Plan): string {
  const print = shortFingerprint(plan).map((short) => `plan ${short}`);
  const sends = plan.offline ? 'an apply would send' : 'apply will send';
  return [shortCommit(plan), `${sends} ${counted(writesOf(plan), 'request')}`, ...print].join(' · ');
}
