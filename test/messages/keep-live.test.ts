import { describe, expect, it } from 'vitest';
import { describeHeld } from '../../src/messages/held-messages.ts';
import { plainText, plainTextOnGitHub } from '../../src/messages/phrase.ts';
import { describeLeft } from '../../src/messages/pull-messages.ts';
import type { HeldCause, LockedCause, Unpulled } from '../../src/model/held.ts';
import { key } from '../support/builders.ts';

const GREETING = {
  name: 'greeting',
  at: ['campaign_content', 'content', 'email', 'subject'],
  place: { file: 'campaigns/workspaces.yaml', line: 7, column: 7 },
} as const;
const BODY = {
  at: ['campaign_content', 'content', 'email', 'html_content'],
  file: 'campaigns/may.html',
  isAssembled: true,
} as const;
const ALL: Unpulled = { components: ['campaign_content'], isAll: true, sources: [GREETING, BODY] };
const PART: Unpulled = { ...ALL, isAll: false, sources: [GREETING] };

const IN_ALL =
  'in the variable greeting (campaigns/workspaces.yaml:7:7) and in campaigns/may.html (or in a snippet or value that it inserts)';
const elsewhere = (kind: string) =>
  `If other campaigns use this ${kind}, too, write the value into this campaign's file instead.`;
const ELSEWHERE = elsewhere('text or variable');
const FOR_PART = `To keep the content (campaign_content), set its live value in the variable greeting (campaigns/workspaces.yaml:7:7). ${elsewhere('variable')}`;

/** What to do in a terminal and on GitHub. */
function advice(cause: HeldCause, unpulled: Unpulled): readonly [terminal: string, onGitHub: string] {
  const components = ['campaign_content', ...(unpulled.isAll ? [] : (['utm_params'] as const))] as const;
  const { todo } = describeHeld(
    { cause: { ...cause, unpulled } as HeldCause, components, until: null },
    'local',
  );
  // Every lock goes on with the steps for a copy.
  const short = (text: string) => text.replace(/ To send the new version instead: .*/, '');
  return [short(plainText(todo)), short(plainTextOnGitHub(todo))];
}

const CONFLICT: HeldCause = { code: 'conflict', key: key('promo/may') };
const DRIFT: HeldCause = { code: 'drift', gone: [] };
const LOCKED: LockedCause = {
  ...{ code: 'locked', status: 'ACTIVE', isAssumed: false, by: 'both', cleared: [] },
  locks: [{ component: 'campaign_content' }],
  advice: {
    ...{
      key: key('promo/may'),
      type: 'EVENT_TRIGGERED',
      status: 'ACTIVE',
      wanted: 'ACTIVE',
      publishes: true,
    },
  },
};

describe('a live value that no pull can write', () => {
  it.each<[what: string, cause: HeldCause, terminal: string, onGitHub: string]>([
    [
      'a conflict',
      CONFLICT,
      `To apply the file's value, use --allow conflict --only promo/may for both plan and apply. To keep the live value, set it ${IN_ALL}; your other edits can stay. ${ELSEWHERE}`,
      `To apply the file's value, ask an engineer to use the inputs allow: conflict and only: promo/may for both plan and apply. To keep the live value, set it ${IN_ALL}; your other edits can stay. ${ELSEWHERE}`,
    ],
    ...[DRIFT, { ...LOCKED, by: 'live' } as const].map((cause): [string, HeldCause, string, string] => {
      const both = `Set the live value ${IN_ALL}, or undo the change in the service. ${ELSEWHERE}`;
      return [`${cause.code} in the service`, cause, both, both];
    }),
    [
      'a lock of an edit',
      LOCKED,
      `To keep the live value, set it ${IN_ALL}. ${ELSEWHERE}`,
      `To keep the live value, set it ${IN_ALL}. ${ELSEWHERE}`,
    ],
    [
      'a lock without a record',
      { ...LOCKED, by: 'unknown' },
      `Set the live value ${IN_ALL}. ${ELSEWHERE}`,
      `Set the live value ${IN_ALL}. ${ELSEWHERE}`,
    ],
  ])('is set where it is: %s', (_, cause, ...words) => {
    expect(advice(cause, ALL)).toEqual(words);
  });

  it('is set beside those that the file itself has', () => {
    expect(advice(LOCKED, { ...ALL, hasOwn: true })[0]).toBe(
      `To keep the live value, set the live subject and html_content ${IN_ALL}, and write the live values of the other fields into this campaign's file. ${ELSEWHERE}`,
    );
  });

  it('leaves the rest to a pull, or to a drift pull request', () => {
    expect(advice(CONFLICT, PART)[0]).toContain(
      `write it into the file; your other edits can stay. ${FOR_PART} To have the rest written for you: campaigns pull promo/may --theirs -w local`,
    );
    expect(advice({ ...LOCKED, by: 'live' }, PART)).toEqual([
      `Write the live value into the file, or undo the change in the service. ${FOR_PART} To have the rest written for you: campaigns pull promo/may -w local`,
      `Write the live value into the file, or undo the change in the service. ${FOR_PART} If there is a drift pull request, merging it writes the rest.`,
    ]);
    expect(advice(DRIFT, PART)[0]).toBe(
      `Write the live value into the file, or undo the change in the service. ${FOR_PART}`,
    );
  });

  it("isn't offered by a pull that asks for a side", () => {
    const sides = { applied: undefined, file: undefined, live: undefined, hasOther: false };
    const left = { code: 'conflict', part: 'campaign_content', ...sides, unpulled: ALL } as const;
    expect(plainText(describeLeft(left, 'promo/may').todo)).toBe(
      `To take the service's value, set it ${IN_ALL}. ${ELSEWHERE} To send the file's value, apply with --allow conflict --only promo/may.`,
    );
  });
});
