import { ALLOW_TARGET, day, weeks, YES, type CommandRow, type OptionRow } from './command.ts';

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
  {
    name: 'test-send',
    does: 'send the messages of a campaign, as its file says, to at most 10 recipients; saves nothing in the service',
    args: [['<key>', 'name', 'a campaign: its key or the path of its file']],
    options: [
      ['--to <ids...>', 'who gets them: email addresses, IDs of users', { isRequired: true }],
      [
        '--type <type>',
        'what the IDs are, in the words of the service (default: email addresses if they have an @, otherwise unique IDs of users)',
      ],
      ['--platform <platform>', 'only this platform', { choices: ['ANDROID', 'IOS', 'WEB'] }],
      ['--locale <locale>', 'only this locale'],
      ['--variation <variation>', 'only this variation, such as variation_2'],
      YES,
      ALLOW_TARGET,
    ],
    examples: [
      'campaigns test-send promo/black-friday-push --to ada@example.com',
      'campaigns test-send promo/black-friday-push --to u-1042 u-1043 --platform IOS',
    ],
    run: async () => (await import('./test-send.ts')).testSend,
  },
];
