import { ALLOW_TARGET, day, weeks, type CommandRow, type OptionRow } from './command.ts';

const HTML: OptionRow = ['--html <file>', 'also write it as a page to read or print; - is standard output'];

/** The commands that show what goes out. */
export const SENDS: readonly CommandRow[] = [
  {
    name: 'show',
    does: 'describe a campaign in plain words, with its next sends; needs no API key',
    args: [['<key>', 'name', 'a campaign: its key or the path of its file']],
    options: [HTML, ALLOW_TARGET],
    examples: ['campaigns show promo/black-friday-push'],
    run: async () => (await import('./sends.ts')).show,
  },
  {
    name: 'calendar',
    does: 'show what is sent when, and to whom, once the files are applied; needs no API key',
    options: [
      ['--from <date>', 'the first day (default: today)', { parse: day }],
      ['--weeks <count>', 'the number of weeks', { parse: weeks, usual: [6] }],
      HTML,
      ['--ics <file>', 'also write it for calendar programs; - is standard output'],
      ALLOW_TARGET,
    ],
    examples: ['campaigns calendar --weeks 1', 'campaigns calendar --from 2026-12-01 --ics sends.ics'],
    run: async () => (await import('./sends.ts')).calendar,
  },
];
