import type { HeldCause } from '../model/held.ts';
import type { FilePlace } from '../model/campaign.ts';
import {
  capitalized,
  code,
  command,
  inTerminal,
  joined,
  listed,
  perMedium,
  say,
  type Message,
  type Phrase,
} from './phrase.ts';
import { THEN_APPLY, useConsent } from './advice.ts';
import { pullFor, wayToKeep } from './keep-live.ts';

type Moved = Extract<
  HeldCause,
  { readonly code: 'renamed' | 'identity-moved' | 'identity-taken' | 'sends-twice' | 'replaced-too-late' }
>;

type Repeated = Extract<Moved, { readonly code: 'sends-twice' | 'replaced-too-late' }>;

const ALLOW_SAME_NAME = say`${useConsent('same-name')} for both plan and apply.`;

/** Allowed for one campaign at a time, and for one run: a pause ends what an earlier run was allowed to start. */
function sendAgain(cause: Repeated): Phrase {
  const use = say`${useConsent('same-name', cause.key)} for both plan and apply.`;
  if (cause.isLater) return say`apply this first, which creates it as a draft. Then ${use}`;
  return 'isResume' in cause
    ? say`${use} Each resume needs that, even if the campaign was allowed to send before.`
    : use;
}

/** A file that may be that of another campaign, because files were moved, renamed or copied. */
export function describeMoved(cause: Moved, workspace: string): Message {
  switch (cause.code) {
    case 'renamed':
      return describeRenamed(cause, workspace);
    case 'identity-moved':
      return {
        why: say`This file has the name, channel and type that ${cause.other} had at its last apply. Applying it would turn one live campaign into another.`,
        todo: say`If this is the file of ${cause.other}, ${setKey(cause.other, cause.file, cause.place)}. If not, ${ALLOW_SAME_NAME}`,
      };
    case 'identity-taken':
      return {
        why: say`The name, channel or type of this campaign changed, and ${cause.by} now has the name, channel and type that this campaign had at its last apply.`,
        todo: say`If ${cause.by} is the file of this campaign, ${setKey(cause.key, 'it', cause.place)}. If not, ${ALLOW_SAME_NAME}`,
      };
    case 'sends-twice':
      return describeSendsTwice(cause, workspace);
    case 'replaced-too-late':
      return {
        why: say`${cause.isEdit ? 'With this edit, the campaign would send' : 'It sends'} the same message as ${cause.as.join(', ')}, which ${cause.as.length === 1 ? 'was' : 'were'} already sent. Users would get the message twice, so ${cause.isEdit ? "this edit isn't applied" : "this campaign isn't published"}.`,
        todo: say`${cause.isEdit ? 'Undo this edit, exclude' : 'Exclude'} those who already have the message (${code('segmentation_details.excluded_filters')}), or change both its body and its subject line (or title). To send it to all of them again, ${sendAgain(cause)}`,
      };
  }
}

type SendsTwice = Extract<Moved, { readonly code: 'sends-twice' }>;

function describeSendsTwice(cause: SendsTwice, workspace: string): Message {
  const { as: others, isAmong, isEdit, isUnrecorded, isResume, isSameAudience, ends } = cause;
  if (ends === 'edited') return describeUntilEdited(cause);
  const when = sentWhen(cause);
  const exclude = (who: string): Phrase =>
    isSameAudience
      ? []
      : say`, exclude the users of ${who} (${code('segmentation_details.excluded_filters')})`;
  const done = isResume ? 'resumed' : 'published';
  if (isAmong)
    return {
      why: say`${listed(others)} ${isEdit ? 'would ' : ''}send the same message to the same users ${when}. Users would get it more than once, so these ${isEdit ? "edits aren't applied" : `campaigns aren't ${done}`}.`,
      todo: say`Keep one of them, and ${isEdit ? 'undo the edits to the others' : 'edit or remove the others'}. If all are wanted, change their content or time so that they differ${exclude('the others')}, or, one campaign at a time, ${sendAgain(cause)}`,
    };
  const differ = say`change the content or the time of one of them${exclude('the other one')}, or ${sendAgain(cause)}`;
  if (isUnrecorded && !ends) {
    const way = wayToKeep('the live values', cause, 'them');
    return {
      why: say`The service and the file differ. No apply has recorded what both said before, so it is unknown which of them was changed. With the file's values, the campaign would send the same message to the same users as ${listed(others)}, ${when}. Users would get it twice, so the file's values aren't applied.`,
      todo: say`${capitalized(way.write)}.${way.more}${pullFor(way, `${cause.key} --theirs -w ${workspace}`)} If both campaigns should send the message, ${differ}`,
    };
  }
  if (isEdit)
    return {
      why: say`With this edit, the campaign would send the same message to the same users as ${listed(others)}, ${when}. Users would get it twice, so this edit isn't applied.`,
      todo: ends ? leftOut(cause) : say`Undo this edit. If both campaigns should send the message, ${differ}`,
    };
  const ifCopy = isResume
    ? say`To leave this campaign paused, write ${code('status: PAUSED')}.`
    : say`If this file is a copy, edit it or remove it.`;
  return {
    why: say`${others.join(', ')} ${others.length === 1 ? 'sends' : 'send'} the same message to the same users ${when}. Users would get it twice, so this campaign isn't ${done}.`,
    todo: ends ? leftOut(cause) : say`${ifCopy} If both are wanted, ${differ}`,
  };
}

/** `within 24 hours`: some of them start at another time. */
function sentWhen({ isSoon }: Pick<SendsTwice, 'isSoon'>): string {
  return isSoon ? 'within 24 hours' : 'at the same time';
}

/** The others are paused or stopped by changes that this plan doesn't have. */
function leftOut({ key, as }: SendsTwice): Phrase {
  const [file, pauses] = as.length === 1 ? ['The file', 'pauses or stops'] : ['The files', 'pause or stop'];
  return say`${file} of ${listed(as)} ${pauses} ${as.length === 1 ? 'it' : 'them'}, but this plan leaves that out. ${perMedium(`Plan and apply all of them together: with --only ${[...as, key].join(' ')}, or without --only.`, 'Apply that change first, or together with this one.')}`;
}

/** The file of the other campaign gives it something else to send, which isn't applied yet. */
function describeUntilEdited(cause: SendsTwice): Message {
  const { as, isEdit, isResume } = cause;
  const [those, have] = [listed(as), as.length === 1 ? 'has' : 'have'];
  const stays = isEdit
    ? "this edit isn't applied"
    : `this campaign isn't ${isResume ? 'resumed' : 'published'}`;
  return {
    why: say`${those} ${have} edits that aren't applied yet. Until they are, ${isEdit ? 'this edit would make the campaign' : 'it would'} send the same message to the same users as ${those}, ${sentWhen(cause)}. So ${stays} now.`,
    todo: say`Apply the edits to ${those}, ${THEN_APPLY} If these are blocked for the same reason, the campaigns exchange what they send: first give one of them another message or time.`,
  };
}

/** To give a file the key of a campaign. Two keys in one file are a mistake. */
function setKey(key: string, file: string, place: FilePlace | undefined): Phrase {
  return place
    ? say`replace the key in ${{ kind: 'place', place }} with ${code(key)}`
    : say`add ${code(`key: ${key}`)} to ${file}`;
}

function describeRenamed(
  { orphan, key, file, same, isAllowable, place, ended }: Extract<Moved, { readonly code: 'renamed' }>,
  workspace: string,
): Message {
  const what = {
    content: 'has the content',
    identity: 'has the name, channel and type',
    most: 'has most of the values',
  }[same];
  const one = command(`campaigns state mv ${orphan} ${key} -w ${workspace}`, '');
  const all = command(`campaigns fmt --keep-keys -w ${workspace}`, '');
  const why = say`This file ${what} of ${orphan}, ${place ? 'and no file has that key anymore' : 'whose file is gone'}.`;
  const isAlone = same === 'most' || place !== undefined;
  const rename = isAllowable
    ? []
    : say`change ${code('basic_details.name')} in this file and, because its content stays the same, `;
  if (ended)
    return {
      why: joined(why, say`That campaign is ${ended} and can't send again.`),
      todo: say`To create a new campaign, ${rename}${useConsent('same-name', key)} for both plan and apply. Otherwise, remove this file.`,
    };
  return {
    why: joined(why, say`If it is the same campaign, an apply would create it a second time.`),
    todo: say`To keep the live campaign, ${setKey(orphan, file, place)}. To create a second campaign instead, ${rename}${ALLOW_SAME_NAME}${inTerminal(isAlone ? ` To keep the key ${key} instead: ` : ' To add the keys of all moved files at once: ')}${isAlone ? one : all}`,
  };
}
