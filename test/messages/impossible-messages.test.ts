import { expect, it } from 'vitest';
import { describeHeld } from '../../src/messages/held-messages.ts';
import { describeTooLate } from '../../src/messages/impossible-messages.ts';
import { joined, plainText } from '../../src/messages/phrase.ts';
import type { CampaignStatus } from '../../src/model/campaign.ts';

it.each<readonly [type: string, from: CampaignStatus, wanted: 'PAUSED' | 'STOPPED' | 'DRAFT', words: string]>(
  [
    ['EVENT_TRIGGERED', 'ACTIVE', 'STOPPED', 'from ACTIVE to STOPPED. It is still sending.'],
    ['PERIODIC', 'ACTIVE', 'DRAFT', 'from ACTIVE to DRAFT. It is still sending.'],
    ['ONE_TIME', 'SCHEDULED', 'PAUSED', 'from SCHEDULED to PAUSED. It will still be sent.'],
    ['ONE_TIME', 'SENT', 'PAUSED', 'from SENT to PAUSED.'],
  ],
)('a blocked end of %s, %s to %s, says whether it sends', (type, from, wanted, words) => {
  const cause = { code: 'transition-not-possible', ...{ wanted, from, type, word: from } } as const;
  const { why } = describeHeld({ cause, components: [], until: null }, 'production');
  expect(plainText(why)).toMatch(new RegExp(`${words.replaceAll('.', '\\.')}$`));
});

it.each([
  ['ONE_TIME', ''],
  ['PERIODIC', 'If it still sends, end it in the service. '],
])('a stop that comes too late for a %s campaign says so', (type, more) => {
  const { why, todo } = describeTooLate(type);
  expect(plainText(joined(why, todo))).toBe(
    "The campaign was already sent (its status is SENT), and what was sent can't be recalled. " +
      `${more}Change the file back to status: ACTIVE, remove its status line, or remove the whole file.`,
  );
});

it.each<readonly [type: string, from: CampaignStatus, words: string]>([
  [
    'ONE_TIME',
    'SCHEDULED',
    'To keep it from sending, write status: STOPPED (final). To let it send, remove status.',
  ],
  ['PERIODIC', 'ACTIVE', 'To keep it from sending, write status: PAUSED. To let it send, remove status.'],
  ['PERIODIC', 'PAUSED', 'Remove status.'],
])('a draft wanted of a %s campaign that is %s says how to stop it', (type, from, words) => {
  const cause = { code: 'transition-not-possible', wanted: 'DRAFT', ...{ from, type, word: from } } as const;
  const { todo } = describeHeld({ cause, components: [], until: null }, 'production');
  expect(plainText(todo)).toBe(`A published campaign never becomes a draft again. ${words}`);
});
