import type { Child as Html } from 'hono/jsx';
import { capitalized, plainText } from '../../messages/phrase.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { described, reachOf } from '../rows/calendar-rows.ts';
import { foldLines, tableLines, type RowGroup } from '../rows/group.ts';
import { readingOf } from '../rows/reach.ts';
import { peopleLine, peopleNumber } from '../rows/people.ts';
import { factText, PICTURES, type Fact, type MarkedLine, type Row } from '../rows/row.ts';
import { filterValues } from './filter-bar.tsx';
import { markedTexts } from './mark-words.ts';
import { MessagesView, type Previews } from './message-view.tsx';
import { messageSets } from './messages.ts';
import { Meanings, Words } from './page.tsx';

/** What a card shows besides its row. */
export interface CardContext {
  readonly campaigns: ReadonlyMap<string, PlannedCampaign>;
  readonly previews: Previews;
  /** Whether a card is open from the start. */
  readonly isOpen: boolean;
}

interface CardProps {
  readonly row: Row;
  readonly context: CardContext;
}

/** What is done to a campaign, or why it isn't: in one line, and opened with its messages and everything that differs. */
export function ChangeCard({ row, context }: CardProps) {
  const { subject, live, mark, head } = row;
  const campaign = context.campaigns.get(subject);
  // What couldn't be read, or isn't managed any longer, reaches nobody that we know of.
  const known = campaign?.desired && campaign.verdict !== 'unknown' ? campaign : undefined;
  const reach = known && reachOf(known);
  const people = peopleNumber(known?.people);
  const line = tableLines({ rows: [row], facts: [] }).join(' ');
  return (
    <details
      class={`card ${row.kind}`}
      open={context.isOpen}
      data-filters={JSON.stringify(filterValues(row, campaign))}
    >
      <summary>
        <h3>
          <span class="sign" aria-hidden="true">
            {PICTURES[mark]}
          </span>
          {subject}
        </h3>
        <span class="live">{live}</span>
        <span class="what">{line === '' ? head : line}</span>
        {reach && (
          <span class="reach">
            {reach.when} · to {reach.to}
            {people !== '' && ` · ${people} people`}
          </span>
        )}
      </summary>
      <div class="inside">
        <Reason row={row} />
        <Messages row={row} campaign={campaign} previews={context.previews} />
        <Facts row={row} reach={reach} />
        <Fields row={row} />
        {known && <Reading campaign={known} />}
      </div>
    </details>
  );
}

function Reason({ row: { why, todo } }: Pick<CardProps, 'row'>) {
  if (plainText(why) === '' && plainText(todo) === '') return null;
  return (
    <p class="reason">
      <Words phrase={capitalized(why)} /> {plainText(todo) !== '' && <Words phrase={capitalized(todo)} />}
    </p>
  );
}

interface FactsProps extends Pick<CardProps, 'row'> {
  readonly reach: ReturnType<typeof reachOf> | undefined;
}

/** What a reviewer should never miss, where it is written, and where it is in the service. */
function Facts({ row: { facts, place, file, live, dashboard }, reach }: FactsProps) {
  const isShown = ({ label, words }: Fact) =>
    reach !== undefined && (label === 'to' || label === 'when') && words === reach[label];
  const where = place?.line === undefined ? file : `${place.file}:${place.line}`;
  const items: Html[] = [
    ...facts.filter((fact) => !isShown(fact)).map(factText),
    ...(where === null ? [] : [<code>{where}</code>]),
    ...(dashboard === undefined
      ? []
      : [
          <a href={dashboard} rel="noreferrer">
            {live}
          </a>,
        ]),
  ];
  return (
    <ul class="facts">
      {items.map((item) => (
        <li>{item}</li>
      ))}
    </ul>
  );
}

type MessagesProps = Pick<CardProps, 'row'> &
  Pick<CardContext, 'previews'> & {
    readonly campaign: PlannedCampaign | undefined;
  };

/** The messages before and after, or as they stay. A campaign that only stops sends none. */
function Messages({ row: { kind, mark }, campaign, previews }: MessagesProps) {
  if (!campaign || kind === 'warning' || mark === 'PAUSE' || mark === 'STOP') return null;
  const change = campaign.components.find(({ name }) => name === 'campaign_content');
  const { desired, live } = campaign;
  const same = desired?.components.campaign_content ?? live?.components.campaign_content;
  const sets = change ? messageSets(change.before, change.after) : messageSets(same, same);
  return sets.length === 0 ? null : <MessagesView sets={sets} previews={previews} />;
}

/** Everything that differs, field by field. */
function Fields({ row }: Pick<CardProps, 'row'>) {
  const lines = foldLines([row]);
  if (lines.length === 0) return null;
  return (
    <details class="fold" open={row.live !== 'new'}>
      <summary>{row.live === 'new' ? 'All content, field by field' : 'What differs, field by field'}</summary>
      <pre>
        {lines.map((line, at) => (
          <Line line={line} pair={pairOf(lines, at)} />
        ))}
      </pre>
    </details>
  );
}

/** The line that a single removed or added line is compared with. */
function pairOf(lines: readonly MarkedLine[], at: number): MarkedLine | undefined {
  const mark = lines[at]?.mark;
  const other = mark === '-' ? at + 1 : mark === '+' ? at - 1 : -1;
  const isAlone =
    lines[at - (mark === '-' ? 1 : 2)]?.mark !== '-' && lines[at + (mark === '-' ? 2 : 1)]?.mark !== '+';
  return isAlone && lines[other]?.mark === (mark === '-' ? '+' : '-') ? lines[other] : undefined;
}

interface LineProps {
  readonly line: MarkedLine;
  readonly pair: MarkedLine | undefined;
}

function Line({ line: { mark, text }, pair }: LineProps) {
  if (mark === ' ') return <span class="same">{`  ${text}`}</span>;
  const isOld = mark === '-';
  const parts =
    pair === undefined
      ? [{ text, isChanged: false }]
      : isOld
        ? markedTexts(text, pair.text)[0]
        : markedTexts(pair.text, text)[1];
  const words = parts.map((part) => (part.isChanged ? <mark>{part.text}</mark> : part.text));
  return isOld ? <del>{['- ', ...words]}</del> : <ins>{['+ ', ...words]}</ins>;
}

/** The whole campaign once the plan is applied: its audience, its schedule, every setting. */
function Reading({ campaign }: { readonly campaign: PlannedCampaign }) {
  return (
    <details class="fold">
      <summary>The whole campaign in words</summary>
      <Meanings
        entries={[...readingOf(described(campaign)), ...peopleLine(campaign)].map(
          ({ label, value }) => [label, value] as const,
        )}
      />
    </details>
  );
}

/** One edit in several campaigns, read once. */
export function CardGroup({ group, context }: { readonly group: RowGroup; readonly context: CardContext }) {
  const [first, ...others] = group.rows;
  if (others.length === 0) return <ChangeCard row={first} context={context} />;
  const isChange = first.kind === 'change';
  return (
    <details class="group">
      <summary>
        <strong>
          {isChange ? `One edit in ${group.rows.length} campaigns` : `${group.rows.length} campaigns`}
        </strong>{' '}
        {tableLines(group).join(' · ')} <Words phrase={group.why} /> <Words phrase={group.todo} />
      </summary>
      {group.rows.map((row, at) => (
        <ChangeCard row={row} context={{ ...context, isOpen: at === 0 }} />
      ))}
    </details>
  );
}
