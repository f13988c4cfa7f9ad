import { ALLOW_TARGET, day, KEYS, weeks, YES, type CommandRow, type OptionRow } from './command.ts';

const KEY = ['<key>', 'name', 'a campaign: its key or the path of its file'] as const;
const LOCALE: OptionRow = ['--locale <name>', 'only this language, such as de'];
const VARIATION: OptionRow = ['--variation <name>', 'only this variation, such as variation_2'];
const HTML: OptionRow = ['--html <file>', 'also write it as a page to read or print; - is standard output'];

/** The commands that show what goes out, or what the service thinks of it. */
export const MESSAGES: readonly CommandRow[] = [
  {
    name: 'show',
    does: 'describe a campaign in plain words, with its next sends; needs no API key',
    args: [KEY],
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
    name: 'check',
    does: 'ask the service what it would refuse about publishing the drafts; sends nothing; exits 2 if it finds something',
    args: [KEYS],
    options: [ALLOW_TARGET],
    examples: ["campaigns check 'promo/*' -w production"],
    run: async () => (await import('./check.ts')).check,
  },
  {
    name: 'preview',
    does: 'show a message as a user gets it, also of a file that was never applied; sends nothing',
    args: [KEY],
    options: [
      ['--user <id>', "the user's unique ID or email address (default: the first of preview_users)"],
      ['--event <name=value...>', 'attributes of the event that triggers the message'],
      LOCALE,
      VARIATION,
      ['--html <file>', 'also write it as a page; - is standard output'],
      ['--open', 'open the page in a browser'],
      ['--offline', 'with sample values instead of those of the user; needs no API key'],
      ALLOW_TARGET,
    ],
    conflicts: [['--open', '--html']],
    examples: [
      'campaigns preview onboarding/welcome-email --user u-1042',
      'campaigns preview promo/black-friday-push --offline --locale de',
    ],
    run: async () => (await import('./preview.ts')).preview,
  },
  {
    name: 'test-send',
    does: 'send the messages of a campaign, as its file says, to at most 10 recipients; saves nothing in the service',
    args: [KEY],
    options: [
      ['--to <ids...>', 'who gets them: email addresses, IDs of users', { isRequired: true }],
      [
        '--type <type>',
        'what the IDs are, in the words of the service (default: email addresses if they have an @, otherwise unique IDs of users)',
      ],
      ['--platform <platform>', 'only this platform', { choices: ['ANDROID', 'IOS', 'WEB'] }],
      LOCALE,
      VARIATION,
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
