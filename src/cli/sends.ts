import type { CommonOptions } from '../app/context.ts';
import { planOfOne, planOfSends } from '../app/sends.ts';
import { calendarOf } from '../model/calendar.ts';
import type { ExitCode } from '../model/exit.ts';
import { canonicalZone } from '../model/local-time.ts';
import { upcomingSends } from '../model/planned-sends.ts';
import { dayAt, daysAfter, type Day } from '../model/schedule.ts';
import { calendarFile } from '../render/documents/calendar-file.ts';
import { calendarDocument, showDocument } from '../render/documents/send-documents.ts';
import { calendarText, showText } from '../render/text/send-texts.ts';
import { openFor, write } from './outputs.ts';
import { calendarPage, showPage } from './pages.ts';
import type { CommandSession } from './session.ts';

// What goes out: of one campaign, and of all. They write nothing, neither to the service nor to any ref.

interface ShowOptions extends CommonOptions {
  readonly name: string;
  readonly html?: string;
}

const SENDS_SHOWN = 5;

/** Describes a campaign in plain words, with its next sends. */
export async function show(options: ShowOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal, clock, environment } = session;
  const files = [['--html', options.html]] as const;
  const target = await openFor(options, session, files);
  const { plan, campaign } = await planOfOne(target, options.name);
  const upcoming = upcomingSends(campaign, { now: clock.now(), atMost: SENDS_SHOWN });
  const own = canonicalZone(environment.TZ ?? '') ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const more = { upcoming, readerZone: own };
  return write(session, plan, {
    what: 'description',
    text: options.json
      ? showDocument(campaign, plan, upcoming)
      : showText(campaign, plan, { ...terminal, ...more }),
    files: [['--html', options.html, () => showPage(campaign, plan, { target, ...more })]],
  });
}

interface CalendarOptions extends CommonOptions {
  readonly from?: Day;
  readonly weeks: number;
  readonly html?: string;
  readonly ics?: string;
}

/** Shows what is sent when, and to whom, once the files are applied. */
export async function calendar(options: CalendarOptions, session: CommandSession): Promise<ExitCode> {
  const { html, ics, weeks, json = false } = options;
  const target = await openFor(options, session, [
    ['--html', html],
    ['--ics', ics],
  ]);
  const { plan, pullsOf } = await planOfSends(target);
  const now = session.clock.now();
  const { from = dayAt(now, 'UTC') } = options;
  const to = daysAfter(from, weeks * 7 - 1);
  const rule = target.context.configuration.policy.rules?.sendsPerDay;
  const found = calendarOf(plan, { from, to, now, rule, pullsOf });
  return write(session, plan, {
    what: 'calendar',
    text: json ? calendarDocument(found, plan) : calendarText(found, plan, session.terminal),
    files: [
      ['--html', html, () => calendarPage(found, plan)],
      ['--ics', ics, () => calendarFile(found, { workspace: plan.workspace, now })],
    ],
  });
}
