import type { Note } from '../model/plan.ts';
import type { DraftRepeats, LiveRepeats, Overlapping, SharedMessage, SharedPart } from '../model/repeats.ts';
import { firstFew } from '../model/show.ts';
import { alternatives, code, joined, listed, say, type Message, type Phrase } from './phrase.ts';

// Two campaigns that send some users the same, or nearly the same. What a plan blocks because of that is described in
// moved-messages.ts.

/** Campaigns that a note lists. */
export const SAME_NAMES_AT_MOST = 3;

type Repeats = Extract<Note, { readonly kind: 'same-message' | 'live-repeats' }>;

/** What some users get twice, or nearly so. */
export function describeRepeats(note: Repeats): Message {
  return note.kind === 'live-repeats' ? describeLiveRepeats(note) : describeSameMessage(note);
}

/** Users who get a message of another campaign, too. */
function describeSameMessage({ part, as, isSameAudience }: SharedMessage): Message {
  return {
    why: say`${SHARED[part].same} ${overlapping(as)}. ${isSameAudience ? 'The same users' : 'Users who are in both audiences'} would get ${part === 'text' ? 'it twice' : 'both messages'}.`,
    todo: joined(
      replacing(as),
      isSameAudience
        ? []
        : say`If users should get only one of them, exclude those who get the other (${code('segmentation_details.excluded_filters')}).`,
      say`If both are intended, no action is needed.`,
    ),
  };
}

/** What a campaign that goes live has in common with others, if that is probably intended. */
export function describeSimilarMessage({ part, as, isSameAudience }: SharedMessage): Phrase {
  return say`${SHARED[part].similar} ${overlapping(as)}; ${isSameAudience ? 'the same users' : 'users who are in both audiences'} get both messages`;
}

/** Live campaigns that send the same. Nothing is blocked, because nothing is sent to start them. */
export function describeLiveRepeats({ as, files, stop, isSoon }: LiveRepeats): Message {
  const they = as.length === 1 ? 'Both' : 'All of them';
  const those = files.length > 2 ? say`all but one of these files: ${listed(files)}` : alternatives(files);
  return {
    why: say`It sends the same message to the same users as ${listed(as)}, ${isSoon ? 'within 24 hours' : 'at the same time'}. ${they} are live or scheduled, so users get the message more than once.`,
    todo: joined(
      stop && files.length > 0
        ? say`To send only one of them, set ${code(`status: ${stop}`)} in ${those}.`
        : say`To send only one of them, end ${as.length === 1 ? 'the other one' : 'the others'} in the service.`,
      say`If ${as.length === 1 ? 'both' : 'all'} are intended, no action is needed.`,
    ),
  };
}

/** A draft that nobody should publish as it is. */
export function describeDraftRepeats({ as, isVersion }: DraftRepeats): Phrase {
  return isVersion
    ? say`if published while ${listed(as)} ${isOrAre(as)} live or scheduled, would send both messages to users who are in both audiences`
    : say`if published, would send the same message a second time to users who get ${listed(as)}`;
}

/** The same in advice. `keys`: the drafts. */
export function describeCopiedDrafts(
  keys: readonly string[],
  { as, isVersion, stop }: DraftRepeats,
  { publishes }: { readonly publishes: boolean },
): Phrase {
  const [drafts, others] = [firstFew(keys, DRAFTS_AT_MOST), listed(as)];
  const where = stop ? '' : ' in the service';
  const end = stop === 'PAUSED' ? 'pause' : stop === 'STOPPED' ? 'stop' : 'end';
  // Whoever has a one-time message keeps it.
  const exclude =
    stop === 'STOPPED'
      ? say` If the old message may already have been sent, exclude everyone who has it (${code('segmentation_details.excluded_filters')}).`
      : [];
  const replace =
    stop && publishes
      ? say`set ${code(`status: ${stop}`)} in the file of ${others} and ${code('status: ACTIVE')} in the new file, in one commit. The old campaign is always ${stop === 'PAUSED' ? 'paused' : 'stopped'} first.`
      : say`first ${end} ${others}${where}.`;
  const both = isVersion
    ? say`as long as ${others} ${isOrAre(as)} live or scheduled, users who are in both audiences would get both messages`
    : say`users who get ${others} would get the same message twice`;
  return keys.length === 1
    ? say`Don't publish ${drafts} as it is: ${both}. If it replaces ${others}, ${replace}${exclude} Otherwise, edit ${drafts}, or remove its file.`
    : say`Don't publish these drafts as they are: ${both}. If one of them replaces ${others}, ${replace}${exclude} Otherwise, edit these drafts, or remove their files: ${drafts}.`;
}

const DRAFTS_AT_MOST = 10;

function isOrAre({ length }: readonly string[]): string {
  return length === 1 ? 'is' : 'are';
}

const SHARED: Readonly<Record<SharedPart, { readonly same: string; readonly similar: string }>> = {
  text: { same: 'It sends the same text as', similar: 'sends the same text as' },
  body: {
    same: 'Apart from its subject line or title, it sends the same text as',
    similar: 'apart from its subject line or title, sends the same text as',
  },
  some: { same: 'It shares some of its text with', similar: 'shares some of its text with' },
  moment: { same: 'It is sent at the same moment as', similar: 'is sent at the same moment as' },
  headline: {
    same: 'It has the same subject line or title as',
    similar: 'has the same subject line or title as',
  },
  name: { same: 'Its name suggests that it is a copy of', similar: 'its name suggests that it is a copy of' },
};

/** `promo/may-email, which was already sent`, or `promo/may-email (was already sent), promo/june-email (is about to go live, too)`. */
function overlapping(as: readonly Overlapping[]): string {
  return as.length === 1
    ? as.map(({ key, state }) => `${key}, which ${STATES[state]}`).join('')
    : firstFew(
        as.map(({ key, state }) => `${key} (${STATES[state]})`),
        SAME_NAMES_AT_MOST,
      );
}

/** Two campaigns that are live at once are often meant to be one. */
function replacing(as: readonly Overlapping[]): Phrase {
  const [first, ...others] = as.flatMap((one) => (one.stop ? [{ ...one, stop: one.stop }] : []));
  return first && others.length === 0
    ? say`If it replaces ${first.key}, set ${code(`status: ${first.stop}`)} in that file${first.stop === 'STOPPED' ? ', and exclude users who may already have the message' : ''}.`
    : [];
}

const STATES: Readonly<Record<Overlapping['state'], string>> = {
  planned: 'is about to go live, too',
  sending: 'is live or scheduled',
  sent: 'was already sent',
  stopped: 'may have been sent to some users before it was stopped',
  ending: 'is paused or stopped by the same plan',
};
