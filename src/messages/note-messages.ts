import type { ComponentName } from '../model/campaign.ts';
import { stepsOf } from '../model/component-leaves.ts';
import type { Note } from '../model/plan.ts';
import { firstFew } from '../model/show.ts';
import { lastEdited } from './edit-messages.ts';
import { forgetCampaign, restoreFile } from './advice.ts';
import { code, listed, say, type Phrase } from './phrase.ts';

/** Notes that only explain a plan, and call for no action. */
const QUIET = [
  'live-also-has',
  'kept-as',
  'changes-by-itself',
  'new-default',
  'not-recorded',
  'not-verifiable',
  'draft-above',
  'settled-first',
  'status-moved',
] as const;

export type QuietNote = Extract<Note, { readonly kind: (typeof QUIET)[number] }>;
export type UrgentNote = Exclude<Note, QuietNote>;

/** Notes that need attention. */
export function isUrgent(note: Note): note is UrgentNote {
  return !(QUIET as readonly string[]).includes(note.kind);
}

/** A field with its component: `utm_params.utm_term`. */
export function dottedName(component: ComponentName, path: string): string {
  return [component, ...stepsOf(path)].join('.');
}

/** A field and its live value, in words. */
export interface ShownLeaf {
  readonly field: string;
  readonly value: string;
}

/** A note that only explains. `leaves`: the fields that it names, with their live values. */
export function describeQuietNote(note: QuietNote, leaves: readonly ShownLeaf[]): Phrase {
  const values = listed(leaves.map(({ field, value }) => say`${code(field)}: ${value}`));
  const fields = listed(leaves.map(({ field }) => code(field)));
  switch (note.kind) {
    case 'live-also-has':
      return say`the live campaign also has ${values}`;
    case 'kept-as':
      return say`the service stores this as ${values}`;
    case 'changes-by-itself':
      return say`ignored, because the service changes it: ${fields}`;
    case 'not-verifiable':
      return say`can't be verified, because the service doesn't show it: ${fields}`;
    case 'new-default':
      return say`new in the service: ${values}; the next apply only records it`;
    case 'status-moved':
      return say`its status was changed in the service from ${note.from} to ${note.to}${lastEdited(note.edit)}, and stays that way, because the file has no ${code('status')}`;
    case 'not-recorded':
      return say`no apply has recorded ${listed(note.components.map(code))} yet: the live campaign may already match the file`;
    case 'draft-above':
      return say`the service has an unpublished draft of this campaign (version ${note.version}), which may contain edits from the file; the draft stays unpublished until you publish it in the service`;
    case 'settled-first':
      return say`an earlier run (${note.run}) may have sent a change that the service doesn't show yet: ${note.stop === undefined ? 'the next apply checks it first' : `${note.stop} is sent in any case`}`;
  }
}

/** A binding without a file. */
export function describeOrphan(
  key: string,
  { workspace, isDraft }: { readonly workspace: string; readonly isDraft: boolean },
): Phrase {
  return say`has no file, so it stays ${isDraft ? 'a draft, which sends nothing' : 'unchanged'}. To manage it again, ${restoreFile(key, workspace)}. To stop managing it, ${forgetCampaign(key, workspace)}`;
}

/** Components that were removed from the file. */
export function describeReleased(components: readonly ComponentName[]): Phrase {
  return say`removed from the file, but kept in the live campaign: ${listed(components.map(code))}`;
}

/** Campaigns that a note lists. */
const SAME_NAMES_AT_MOST = 3;

/** Several new files that differ only in their content, so that one may be a copy. */
export function describeSameName(others: readonly string[]): Phrase {
  const are = others.length === 1 ? 'is' : 'are';
  return say`new, with the same name, channel and type as ${firstFew(others, SAME_NAMES_AT_MOST)}, which ${are} new too: one of them may be a copy`;
}
