import { SENDING_STATUSES } from '../model/campaign.ts';
import type { ReplaceAdvice } from '../model/replace-advice.ts';
import { isPast } from '../model/past.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import {
  capitalized,
  code,
  command,
  inTerminal,
  joined,
  listed,
  newLine,
  perMedium,
  say,
  type Phrase,
} from './phrase.ts';

// How a copy takes over from a campaign that can't be edited. Two active campaigns would send both versions to the same
// people, so the copy begins as a draft, and the old campaign ends before the copy starts. The steps say what customers
// get in between, and leave out what the file already says.

/** How to undo the edit where it was made: in the campaign's file, or in the variables that it uses. */
export function undoEdit(advice: ReplaceAdvice): Phrase {
  return joined(undoHere(advice), isPast({ ...advice, deliveryType: advice.type }) ? NOT_NEEDED : []);
}

/** An edit of a text that other campaigns use may not be meant for one that has ended. */
const NOT_NEEDED = say`If this campaign's file is no longer needed, delete it instead. That changes nothing in the service.`;

function undoHere({ variables = [] }: ReplaceAdvice): Phrase {
  if (variables.length === 0) return say`To keep the old version, undo this edit.`;
  const named = listed(
    variables.map(({ name, place }) =>
      place ? say`${code(name)} (${{ kind: 'place', place }})` : say`${code(name)}`,
    ),
  );
  return variables.length === 1
    ? say`To keep the old version, undo this edit. The value comes from the variable ${named}. To change it for other campaigns only, write the old value into this campaign's file instead.`
    : say`To keep the old version, undo these edits. The values come from the variables ${named}. To change them for other campaigns only, write the old values into this campaign's file instead.`;
}

/** All steps from the locked edit on, each on a line of its own. Begins with a new line, since advice precedes it. */
export function describeReplacing(advice: ReplaceAdvice, workspace: string): Phrase {
  const { status, variables } = advice;
  const { names } = variables ? IN_PLAN.ofVariables : IN_PLAN.ofFile;
  const steps = [
    say`${copyWith(advice, workspace)} ${perMedium('Once applied', 'After the merge')}, the copy is a draft and sends nothing.`,
    ...stepsBeforeApply(advice, names).map((step) => say`Before you ${perMedium('apply', 'merge')}, ${step}`),
    ...stepsAfterCopying(advice, names),
  ];
  const after = joined(
    untilReplaced(advice),
    status === 'SENDING' && !mayHaveBeenSent(advice)
      ? say`People who already have this version would get the new one, too.`
      : [],
    isSending(advice) && !isEnding(advice) && (status === 'SENDING' || !mayHaveBeenSent(advice))
      ? say`Changing this campaign's key isn't enough: the old campaign would ${isScheduledOnce(advice) ? 'still be sent' : 'keep sending'}.`
      : [],
  );
  return [
    ...say`${newLine()}To send the new version instead:`,
    ...steps.flatMap((step, at) => [newLine(`${at + 1}. `), ...step]),
    ...(after.length === 0 ? [] : [newLine(), ...after]),
  ];
}

/**
 * Step 1: in a terminal, the command and what it does. GitHub has no commands, so there it is done by hand. A copy that
 * is still ACTIVE would be published with the merge.
 */
function copyWith({ key, wanted, variables }: ReplaceAdvice, workspace: string): Phrase {
  const { file, restored, restore } = variables ? IN_PLAN.ofVariables : IN_PLAN.ofFile;
  return [
    ...inTerminal('Run: '),
    command(`campaigns replace ${key} -w ${workspace}`, ''),
    ...perMedium(
      `. It copies ${file} with the edit, sets a different `,
      `Copy ${file} with the edit, set a different `,
    ),
    ...say`${code('basic_details.name')}${wanted ? say` and ${code('status: DRAFT')}` : []} in the copy, and `,
    ...perMedium(`${restored}.`, `${restore}.`),
  ];
}

/** What the steps call the two campaigns. */
interface Names {
  readonly here: Phrase;
  readonly copy: Phrase;
}

interface InPlan {
  readonly file: string;
  /** What the command does with the old campaign's file, and what a person does. */
  readonly restored: string;
  readonly restore: string;
  readonly names: Names;
}

/** A plan shows the steps below the place of the edit. */
const IN_PLAN: Readonly<Record<'ofFile' | 'ofVariables', InPlan>> = {
  ofFile: {
    file: 'this file',
    restored: 'restores this file',
    restore: 'undo the edit here',
    names: { here: say`here`, copy: say`the copy` },
  },
  ofVariables: {
    file: "the campaign's file",
    restored: "writes the old values into the campaign's file",
    restore: "write the old values into the campaign's file",
    names: { here: say`in the campaign's file`, copy: say`the copy` },
  },
};

/** What has to be in the same commit as the copy. Begins in lower case. */
export function stepsBeforeApply(
  { status, wanted, restoresPause }: ReplaceAdvice,
  { here }: Pick<Names, 'here'>,
): readonly Phrase[] {
  return status === 'PAUSED' && wanted === 'ACTIVE'
    ? [
        say`${restoresPause ? perMedium('leave', 'set') : 'set'} ${code('status: PAUSED')} ${here}. Otherwise, the old campaign would be resumed once the edit is gone.`,
      ]
    : [];
}

/** The steps that remain once the copy exists, in order. */
export function stepsAfterCopying(advice: ReplaceAdvice, names: Names): readonly Phrase[] {
  const exclude = say`In ${names.copy}, exclude everyone who may already have this version (${code('segmentation_details.excluded_filters')}). The copy is sent to everyone in its audience, so they would get it, too.`;
  const postpone = say`In ${names.copy}, set ${code('start_time')} to a time in the future. Otherwise, it can't be published.`;
  return [
    ...(mayHaveBeenSent(advice) ? [exclude] : []),
    ...completeCopy(advice, names),
    ...(advice.startIsPast ? [postpone] : []),
    ...stepsToStart(advice, names),
  ];
}

/** What publishing requires may be missing in a file that was imported. */
function completeCopy({ missing = [] }: ReplaceAdvice, { copy }: Names): readonly Phrase[] {
  return missing.length === 0
    ? []
    : [say`Add what is missing to ${copy}. Otherwise, it can't be published: ${listed(missing)}.`];
}

/** The old campaign ends, and the copy starts. */
function stepsToStart(advice: ReplaceAdvice, { here, copy }: Names): readonly Phrase[] {
  const { status, type, publishes } = advice;
  const start = publishes
    ? say`set ${code('status: ACTIVE')} in ${copy}`
    : say`publish the copy in the service, and set ${code('status: ACTIVE')} in its file`;
  const started = [say`${capitalized(start)}.`];
  const stop = emergencyStopFor(type);
  if (!isSending(advice) || isEnding(advice)) return started;
  if (!stop)
    return [
      say`End the old campaign in the service (the API can't ${status === 'SCHEDULED' ? 'stop' : 'pause'} ${type}).`,
      ...started,
    ];
  const end = say`set ${code(`status: ${stop}`)} ${here}`;
  return publishes
    ? [
        say`In a second ${perMedium('commit', 'pull request')}, ${end} and ${start}. The old campaign is always ${DONE[stop]} first.`,
      ]
    : [say`${capitalized(end)} and ${perMedium('apply it', 'merge')}.`, ...started];
}

/** What customers get until the last step. */
export function untilReplaced(advice: ReplaceAdvice): Phrase {
  if (mayHaveBeenSent(advice)) return isSending(advice) ? [] : NO_LONGER_SENDS;
  const { names } = IN_PLAN.ofFile;
  const count = stepsBeforeApply(advice, names).length + stepsAfterCopying(advice, names).length;
  // Neither writing the copy nor completing or postponing it changes anything for customers.
  const first = 2 + completeCopy(advice, names).length + (advice.startIsPast ? 1 : 0);
  const last = count + 1;
  if (!isSending(advice))
    return advice.status === 'PAUSED' ? say`Until step ${last}, neither version is sent.` : NO_LONGER_SENDS;
  if (isEnding(advice))
    return say`The file already ${emergencyStopFor(advice.type) === 'STOPPED' ? 'stops' : 'pauses'} this campaign, so neither version is sent until step ${last}.`;
  if (isScheduledOnce(advice))
    return say`Until step ${first}, the old version stays scheduled. If it is sent before then, exclude its audience in the copy before you publish the copy, or people will get both.${first === last ? '' : ` Between steps ${first} and ${last}, neither version is scheduled.`}`;
  return first === last
    ? say`Until step ${first}, users keep getting the old version. For a few seconds between the two changes, neither version is sent.`
    : say`Until step ${first}, users keep getting the old version. Between steps ${first} and ${last}, neither version is sent.`;
}

const NO_LONGER_SENDS = say`This campaign no longer sends.`;

/** Whether a one-time message may already have been sent. */
function mayHaveBeenSent({ type, status }: ReplaceAdvice): boolean {
  return type === 'ONE_TIME' && status !== 'DRAFT' && status !== 'SCHEDULED';
}

/** Whether a one-time message waits for its time. */
function isScheduledOnce({ type, status }: ReplaceAdvice): boolean {
  return type === 'ONE_TIME' && status === 'SCHEDULED';
}

function isSending({ status }: ReplaceAdvice): boolean {
  return SENDING_STATUSES.includes(status);
}

/** Whether the file already pauses or stops the campaign. */
function isEnding({ wanted, type }: ReplaceAdvice): boolean {
  return wanted !== undefined && wanted === emergencyStopFor(type);
}

const DONE = { PAUSED: 'paused', STOPPED: 'stopped' } as const;
