import { describePlanNotice } from '../../src/messages/action-messages/plan-notices.ts';
import { describeStepFailure } from '../../src/messages/action-messages/step-failures.ts';
import { describeStepNotice } from '../../src/messages/action-messages/step-notices.ts';
import { describeFailure } from '../../src/messages/failure-messages.ts';
import { fileFaultWords } from '../../src/messages/file-fault-messages.ts';
import { describeHeld } from '../../src/messages/held-messages.ts';
import { keyFaultWords } from '../../src/messages/key-fault-messages.ts';
import { describeQuietNote, describeUrgentNote } from '../../src/messages/note-messages.ts';
import { describeProgress } from '../../src/messages/progress-messages.ts';
import { describeQuestion } from '../../src/messages/question-messages.ts';
import { COUNT_WORDS, RUN_ENDS } from '../../src/messages/result-messages.ts';
import { describeNotice } from '../../src/messages/run-notices.ts';
import { describeOpenHost, VERSIONS_MISSING } from '../../src/messages/serve-messages.ts';
import { joined, plainText, plainTextOnGitHub, say, type Phrase } from '../../src/messages/phrase.ts';
import { REPLACE_REFUSALS } from '../../src/messages/refusals/replace-refusals.ts';
import { describeRefusal } from '../../src/messages/refusal-messages.ts';
import { describeStale } from '../../src/messages/stale-messages.ts';
import type { CampaignKey } from '../../src/model/campaign.ts';
import {
  COMMENT_PHRASE_EXAMPLES,
  MORE_STEP_FAILURES,
  MORE_STEP_NOTICES,
  PLAN_NOTICE_EXAMPLES,
  STEP_FAILURE_EXAMPLES,
  STEP_NOTICE_EXAMPLES,
} from './action-examples.ts';
import { FAILURE_EXAMPLES, STALE_EXAMPLES } from './failure-examples.ts';
import { FILE_FAULT_EXAMPLES, KEY_FAULT_EXAMPLES } from './file-fault-examples.ts';
import { HELD_EXAMPLES, NOTE_EXAMPLES } from './held-examples.ts';
import { REFUSAL_EXAMPLES } from './refusal-examples.ts';
import {
  NOTED_LEAF,
  PROGRESS_EXAMPLES,
  QUESTION_EXAMPLES,
  QUIET_NOTE_EXAMPLES,
  RUN_NOTICE_EXAMPLES,
  STARTER_QUESTION_EXAMPLES,
} from './terminal-examples.ts';

/** One message as people read it. */
interface ListedMessage {
  readonly code: string;
  /** Empty for a message that only the action shows. */
  readonly terminal: string;
  readonly github: string;
  /** Only the command line can refuse this, so the list leaves out the wording for GitHub. */
  readonly isOfCommandLine?: boolean;
}

const [workspace, key] = ['production', 'promo/black-friday' as CampaignKey];

/** Every message that the program builds from a code, by topic, for docs/messages.md. */
export function messageList(): Readonly<Record<string, readonly ListedMessage[]>> {
  return {
    blocked: Object.values(HELD_EXAMPLES).map((cause) => {
      const { why, todo } = describeHeld({ cause, components: ['utm_params'], until: null }, workspace);
      return listed(cause.code, why, todo);
    }),
    notes: Object.values(NOTE_EXAMPLES).map((note) => {
      const { why, todo } = describeUrgentNote(note, { action: 'RESUME', key, workspace });
      return listed(note.kind, why, todo);
    }),
    quietNotes: Object.values(QUIET_NOTE_EXAMPLES).map((note) =>
      listed(note.kind, describeQuietNote(note, [NOTED_LEAF]), []),
    ),
    failures: FAILURE_EXAMPLES.map((cause) => {
      const { why, todo } = describeFailure({ key, cause, responseId: null }, workspace);
      return listed(cause.code, why, todo);
    }),
    stale: STALE_EXAMPLES.map((cause) => {
      const { why, todo } = describeStale({ key, cause }, 'production');
      return listed(cause.code, why, todo);
    }),
    refusals: Object.values(REFUSAL_EXAMPLES).map((cause) => {
      const { message, hint } = describeRefusal(cause);
      const row = listed(cause.code, message, hint);
      return { ...row, isOfCommandLine: isOfCommandLine(cause.code) };
    }),
    files: FILE_FAULT_EXAMPLES.map((fault) => {
      const { message, hint } = fileFaultWords(fault);
      return listed(fault.code, say`${message}`, say`— ${hint}`);
    }),
    keys: Object.values(KEY_FAULT_EXAMPLES).map((fault) =>
      listed(fault.code, say`${keyFaultWords(fault)}`, []),
    ),
    questions: [
      ...Object.entries(STARTER_QUESTION_EXAMPLES).map(([name, words]) =>
        ofTerminal(`init-${kebab(name)}`, words),
      ),
      ...Object.values(QUESTION_EXAMPLES).map((one) => ofTerminal(one.kind, describeQuestion(one))),
    ],
    progress: [
      ...Object.values(RUN_NOTICE_EXAMPLES).map((notice) => listed(notice.kind, describeNotice(notice), [])),
      ...Object.values(PROGRESS_EXAMPLES).map((one) => ofTerminal(one.kind, describeProgress(one) ?? '')),
      ofTerminal('serve-host', describeOpenHost('0.0.0.0').join(' ')),
      ofTerminal('serve-versions', VERSIONS_MISSING),
    ],
    runs: [
      ...Object.entries(RUN_ENDS).map(([name, { what, todo }]) => listed(name, say`${what}`, say`${todo}`)),
      ...Object.entries(COUNT_WORDS).map(([name, words]) => listed(name, say`${words(2)}`, [])),
    ],
    failedSteps: [...Object.values(STEP_FAILURE_EXAMPLES), ...MORE_STEP_FAILURES].map((failure) => {
      const { why, todo } = describeStepFailure(failure);
      return { ...listed(failure.code, why, todo), terminal: '' };
    }),
    planNotices: Object.values(PLAN_NOTICE_EXAMPLES).map((notice) => {
      const { why, todo } = describePlanNotice(notice);
      return { ...listed(notice.code, why, todo), terminal: '' };
    }),
    stepNotices: [...Object.values(STEP_NOTICE_EXAMPLES), ...MORE_STEP_NOTICES].map((notice) => {
      const { why, todo } = describeStepNotice(notice);
      return { ...listed(notice.code, why, todo), terminal: '' };
    }),
    comments: Object.entries(COMMENT_PHRASE_EXAMPLES)
      .toSorted(byName)
      .flatMap(([name, phrase]) =>
        Object.entries(isPhrase(phrase) ? { '': phrase } : phrase).map(([key, one]) => ({
          ...listed([kebab(name), key].filter(Boolean).join('-'), one, []),
          terminal: '',
        })),
      ),
  };
}

/** Words that GitHub never shows. */
function ofTerminal(code: string, words: string): ListedMessage {
  return { code, terminal: words, github: '', isOfCommandLine: true };
}

function isOfCommandLine(refusal: string): boolean {
  return COMMAND_LINE_ONLY.some((prefix) => refusal.startsWith(prefix)) || refusal in REPLACE_REFUSALS;
}

/** Beginnings of the codes of `serve`, `state`, `import` and `pull`. The drift step pulls, too, but with no options. */
const COMMAND_LINE_ONLY = [
  ...['bad-setting', 'setting-', 'data-', 'port-', 'host-', 'unknown-host'],
  ...['forget-', 'target-move-', 'import-', 'pull-both-sides'],
];

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function isPhrase(value: Phrase | Readonly<Record<string, Phrase>>): value is Phrase {
  return Array.isArray(value);
}

/** `describePart` → `part`, `SEE_BELOW` → `see-below` */
function kebab(name: string): string {
  return name
    .replace(/^describe/, '')
    .replace(/(?<=[a-z])(?=[A-Z])|_/g, '-')
    .replace(/^-/, '')
    .toLowerCase();
}

function listed(code: string, why: Phrase, todo: Phrase): ListedMessage {
  const whole = joined(why, todo);
  return { code, terminal: plainText(whole), github: plainTextOnGitHub(whole) };
}
