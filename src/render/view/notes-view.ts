import type { ComponentName } from '../../model/campaign.ts';
import { leafAt, stepsOf } from '../../model/component-leaves.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { clip } from '../text-layout.ts';
import { valueWords } from './value-words.ts';
import { visibleLine } from '../visible-text.ts';

/** Something to know of a campaign that nobody has to act on. */
export interface NoteView {
  readonly campaign: PlannedCampaign;
  readonly news: readonly string[];
}

/** What a note may look at beside its campaign. */
export interface NoteContext {
  readonly workspace: string;
  readonly campaigns: readonly PlannedCampaign[];
}

/** Files with the same name that a note lists. */
const NAMESAKES_AT_MOST = 3;
/** Characters of a value that a note shows. */
export const VALUE_CHARS = 60;

/** What an apply only takes note of: what left the repository or the file, what only live has, or what it hides. */
export function describeNotes(campaign: PlannedCampaign, context: NoteContext): NoteView {
  const { components, notes, verdict } = campaign;
  const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
  const extra = fieldsOf(campaign, 'live-also-has', (name, value) => `${name}: ${value}`);
  const kept = fieldsOf(campaign, 'kept-as', (name, value) => `${name}: ${value}`);
  const changing = fieldsOf(campaign, 'changes-by-itself', (name) => name);
  const hidden = fieldsOf(campaign, 'not-verifiable', (name) => name);
  const news = [
    ...(verdict === 'orphaned' && notes.length === 0 ? [orphanWords(campaign, context)] : []),
    ...(released.length === 0 ? [] : [`no longer in the file, live keeps it: ${released.join(', ')}`]),
    ...(extra.length === 0 ? [] : [`live also has ${extra.join(', ')}`]),
    ...notes.flatMap((note) =>
      note.kind === 'not-recorded'
        ? [`no record of ${note.components.join(', ')}: live may have it as the file says already`]
        : [],
    ),
    ...(kept.length === 0 ? [] : [`the service keeps this as ${kept.join(', ')}`]),
    ...(changing.length === 0 ? [] : [`changes by itself, so it is ignored: ${changing.join(', ')}`]),
    ...(hidden.length === 0 ? [] : [`not verifiable, the service does not show it: ${hidden.join(', ')}`]),
    ...notes.flatMap((note) =>
      note.kind === 'draft-above'
        ? [
            `the service has an unpublished draft of it (version ${note.version}), which may contain an edit made here, and is published only if a person does that in the service`,
          ]
        : [],
    ),
    ...notes.flatMap((note) =>
      note.kind === 'settled-first'
        ? [
            note.answered
              ? `an earlier run (${note.run}) sent its ${note.sent}, which the service accepted but does not show yet: apply checks again first`
              : `an earlier run (${note.run}) heard no answer to its ${note.sent}: apply looks first what became of it`,
          ]
        : [],
    ),
    ...sameNameWords(campaign, context),
  ];
  return { campaign, news: news.map(visibleLine) };
}

/** A field as people name it: `utm_params.utm_term`. */
export function fieldName(component: ComponentName, path: string): string {
  return [component, ...stepsOf(path)].join('.');
}

function fieldsOf(
  { live, notes }: PlannedCampaign,
  kind: 'live-also-has' | 'kept-as' | 'not-verifiable' | 'changes-by-itself',
  words: (name: string, value: string) => string,
): string[] {
  return notes.flatMap((note) => {
    if (note.kind !== kind) return [];
    return note.paths.map((path) => {
      const shown = valueWords(leafAt(note.component, live?.components[note.component], path) ?? null);
      return words(fieldName(note.component, path), clip(shown, VALUE_CHARS));
    });
  });
}

function orphanWords({ key }: PlannedCampaign, { workspace }: NoteContext): string {
  return `no file; left as it is. To stop managing it: campaigns state forget ${key} -w ${workspace}`;
}

/** Two new files that the service could only tell apart by what they say. */
function sameNameWords(campaign: PlannedCampaign, { campaigns }: NoteContext): string[] {
  if (campaign.verdict !== 'create') return [];
  const { desired } = campaign;
  const others = campaigns.filter(
    (one) =>
      one !== campaign &&
      one.verdict === 'create' &&
      one.desired?.name === desired?.name &&
      one.desired?.channel === desired?.channel &&
      one.desired?.deliveryType === desired?.deliveryType,
  );
  if (others.length === 0) return [];
  const keys = others.slice(0, NAMESAKES_AT_MOST).map(({ key }) => key);
  const more = others.length - keys.length;
  const named = [...keys, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const are = others.length === 1 ? 'is' : 'are';
  return [
    `new, with the same name, channel and type as ${named}, which ${are} new too: one of them may be a copy`,
  ];
}
