import { expect, it } from 'vitest';
import { describeReplacing, undoEdit } from '../../src/messages/replace-advice.ts';
import { plainText, plainTextOnGitHub } from '../../src/messages/phrase.ts';
import type { ReplaceAdvice } from '../../src/model/replace-advice.ts';
import { key } from '../support/builders.ts';

const USUAL: ReplaceAdvice = {
  key: key('promo/spring'),
  ...{ type: 'EVENT_TRIGGERED', status: 'ACTIVE', wanted: 'ACTIVE', publishes: true },
};
const INSTEAD = 'To send the new version instead: 1. ';
const EXCLUDE =
  'In the copy, exclude everyone who may already have this version (segmentation_details.excluded_filters). The copy is sent to everyone in its audience, so they would get it, too.';
const KEEPS = "Changing this campaign's key isn't enough: the old campaign would keep sending.";

it.each<[what: string, advice: Partial<ReplaceAdvice>, steps: string]>([
  [
    'one merge ends the old one and starts the copy',
    {},
    `2. In a second commit, set status: PAUSED here and set status: ACTIVE in the copy. The old campaign is always paused first. Until step 2, users keep getting the old version. For a few seconds between the two changes, neither version is sent. ${KEEPS}`,
  ],
  [
    'a copy with a past start gets another one first',
    { startIsPast: true },
    `2. In the copy, set start_time to a time in the future. Otherwise, it can't be published. 3. In a second commit, set status: PAUSED here and set status: ACTIVE in the copy. The old campaign is always paused first. Until step 3, users keep getting the old version. For a few seconds between the two changes, neither version is sent. ${KEEPS}`,
  ],
  [
    'a copy of a file that lacks something is completed first',
    { startIsPast: true, missing: ['delivery_controls.bypass_dnd is missing'] },
    `2. Add what is missing to the copy. Otherwise, it can't be published: delivery_controls.bypass_dnd is missing. 3. In the copy, set start_time to a time in the future. Otherwise, it can't be published. 4. In a second commit, set status: PAUSED here and set status: ACTIVE in the copy. The old campaign is always paused first. Until step 4, users keep getting the old version. For a few seconds between the two changes, neither version is sent. ${KEEPS}`,
  ],
  [
    'where publishing is off, the old one ends before the copy is published by hand',
    { publishes: false, wanted: undefined },
    `2. Set status: PAUSED here and apply it. 3. Publish the copy in the service, and set status: ACTIVE in its file. Until step 2, users keep getting the old version. Between steps 2 and 3, neither version is sent. ${KEEPS}`,
  ],
  [
    'a file that pauses it already is not asked for that',
    { wanted: 'PAUSED' },
    '2. Set status: ACTIVE in the copy. The file already pauses this campaign, so neither version is sent until step 2.',
  ],
  [
    'nor one that stops it',
    { type: 'ONE_TIME', status: 'SCHEDULED', wanted: 'STOPPED' },
    '2. Set status: ACTIVE in the copy. The file already stops this campaign, so neither version is sent until step 2.',
  ],
  [
    'a one-time campaign that waits for its time has reached nobody',
    { type: 'ONE_TIME', status: 'SCHEDULED' },
    "2. In a second commit, set status: STOPPED here and set status: ACTIVE in the copy. The old campaign is always stopped first. Until step 2, the old version stays scheduled. If it is sent before then, exclude its audience in the copy before you publish the copy, or people will get both. Changing this campaign's key isn't enough: the old campaign would still be sent.",
  ],
  [
    'and where publishing is off, neither of the two is scheduled for a while',
    { type: 'ONE_TIME', status: 'SCHEDULED', publishes: false },
    "2. Set status: STOPPED here and apply it. 3. Publish the copy in the service, and set status: ACTIVE in its file. Until step 2, the old version stays scheduled. If it is sent before then, exclude its audience in the copy before you publish the copy, or people will get both. Between steps 2 and 3, neither version is scheduled. Changing this campaign's key isn't enough: the old campaign would still be sent.",
  ],
  [
    'a paused one stays paused',
    { status: 'PAUSED', wanted: 'PAUSED' },
    '2. Set status: ACTIVE in the copy. Until step 2, neither version is sent.',
  ],
  [
    'a paused one that the file resumes would be resumed without the edit',
    { status: 'PAUSED' },
    '2. Before you apply, set status: PAUSED here. Otherwise, the old campaign would be resumed once the edit is gone. 3. Set status: ACTIVE in the copy. Until step 3, neither version is sent.',
  ],
  [
    'what the API can’t pause ends in the service',
    { type: 'LOCATION_TRIGGERED' },
    `2. End the old campaign in the service (the API can't pause LOCATION_TRIGGERED). 3. Set status: ACTIVE in the copy. Until step 2, users keep getting the old version. Between steps 2 and 3, neither version is sent. ${KEEPS}`,
  ],
  [
    'a one-time campaign on its way has reached people',
    { type: 'ONE_TIME', status: 'SENDING' },
    `2. ${EXCLUDE} 3. In a second commit, set status: STOPPED here and set status: ACTIVE in the copy. The old campaign is always stopped first. ${KEEPS}`,
  ],
  [
    'a one-time campaign that is active has been sent, too',
    { type: 'ONE_TIME', status: 'ACTIVE' },
    `2. ${EXCLUDE} 3. In a second commit, set status: STOPPED here and set status: ACTIVE in the copy. The old campaign is always stopped first.`,
  ],
  [
    'what has ended needs no end',
    { type: 'ONE_TIME', status: 'SENT' },
    `2. ${EXCLUDE} 3. Set status: ACTIVE in the copy. This campaign no longer sends.`,
  ],
])('%s', (_, more, steps) => {
  const phrase = describeReplacing({ ...USUAL, ...more }, 'local');
  const [said = '', byHand = ''] = [plainText(phrase), plainTextOnGitHub(phrase)].map((text) =>
    text.trimStart(),
  );
  const copy = more.wanted === undefined && 'wanted' in more ? '' : ' and status: DRAFT';
  const draft = 'Once applied, the copy is a draft and sends nothing.';
  expect(said).toBe(
    `${INSTEAD}Run: campaigns replace promo/spring -w local. It copies this file with the edit, sets a different basic_details.name${copy} in the copy, and restores this file. ${draft} ${steps}`,
  );
  expect(byHand).toBe(
    `${INSTEAD}Copy this file with the edit, set a different basic_details.name${copy} in the copy, and undo the edit here. ${withPullRequests(`${draft} ${steps}`)}`,
  );
});

/** On GitHub, a merge applies what was committed. */
function withPullRequests(steps: string): string {
  return Object.entries({
    'Once applied': 'After the merge',
    'In a second commit': 'In a second pull request',
    'and apply it.': 'and merge.',
    'Before you apply,': 'Before you merge,',
  }).reduce((text, [inTerminal, onGitHub]) => text.replace(inTerminal, onGitHub), steps);
}

it.each<readonly [status: 'SENT' | 'STOPPED' | 'ACTIVE', type: string, offers: boolean]>([
  ['SENT', 'ONE_TIME', true],
  ['STOPPED', 'PERIODIC', true],
  ['SENT', 'PERIODIC', false],
  ['ACTIVE', 'PERIODIC', false],
])('for %s %s, offers to delete the file: %s', (status, type, offers) => {
  const words = plainText(undoEdit({ ...USUAL, status, type }));
  expect(words.includes("If this campaign's file is no longer needed, delete it instead.")).toBe(offers);
});

it('names the variables that the whole edit comes from, and no place but the campaign’s file', () => {
  const place = (line: number) => ({ file: 'campaigns/workspaces.yaml', line, column: 7 });
  const one = { name: 'signup', at: ['trigger_condition'], place: place(9) };
  const other = { name: 'offer', at: ['utm_params'], place: place(10) };
  expect(plainText(undoEdit({ ...USUAL, variables: [one] }))).toBe(
    "To keep the old version, undo this edit. The value comes from the variable signup (campaigns/workspaces.yaml:9:7). To change it for other campaigns only, write the old value into this campaign's file instead.",
  );
  expect(plainText(undoEdit({ ...USUAL, variables: [one, other] }))).toBe(
    "To keep the old version, undo these edits. The values come from the variables signup (campaigns/workspaces.yaml:9:7) and offer (campaigns/workspaces.yaml:10:7). To change them for other campaigns only, write the old values into this campaign's file instead.",
  );
  const advice = describeReplacing({ ...USUAL, variables: [one] }, 'local');
  const steps = plainText(advice);
  expect(steps).toContain(
    "It copies the campaign's file with the edit, sets a different basic_details.name and status: DRAFT in the copy, and writes the old values into the campaign's file.",
  );
  expect(plainTextOnGitHub(advice)).toContain(
    "1. Copy the campaign's file with the edit, set a different basic_details.name and status: DRAFT in the copy, and write the old values into the campaign's file.",
  );
  expect(steps).toContain("set status: PAUSED in the campaign's file and set status: ACTIVE in the copy");
});
