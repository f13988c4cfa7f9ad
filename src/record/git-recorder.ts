import type { Clock, Entry, RecordAnswer, Recorder } from '../apply/ports.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Intent, Ledger, State } from '../model/state.ts';
import type { StateBranch, StateView } from './state-branch.ts';
import {
  bindingPath,
  encodeBinding,
  encodeJournal,
  encodeLedger,
  encodeTarget,
  journalPath,
  LEDGER_PATH,
  README_PATH,
  TARGET_PATH,
  type StateTarget,
} from './state-files.ts';
import type { NewCommit } from './tree.ts';

/** Changes that an apply records. */
const APPLIES = new Set(['create', 'update', 'transition', 'note']);

/** Who stands as author of what a run records. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface RecorderOptions {
  readonly branch: StateBranch;
  readonly view: StateView;
  readonly workspace: string;
  readonly target: StateTarget;
  readonly run: string;
  /** The code commit that is being applied; null in a repository without one. */
  readonly commit: string | null;
  /** Who changed a campaign's files last. */
  readonly authorOf: (key: string) => Author;
  readonly clock: Clock;
}

/** Keeps intents, outcomes and bindings on the state branch: one commit an outcome, one push a burst. */
export class GitRecorder implements Recorder {
  private view: StateView;
  private readonly options: RecorderOptions;

  constructor(options: RecorderOptions) {
    this.options = options;
    this.view = options.view;
  }

  get state(): State {
    return this.view.state;
  }

  /** Nothing may be sent before this answers `recorded`; otherwise the intents are taken back. */
  async intend(intents: readonly Intent[], ledger: Ledger): Promise<RecordAnswer> {
    const { run } = this.options;
    const open = [...this.state.open, ...intents];
    const files = new Map<string, string | null>([
      [
        journalPath(run),
        encodeJournal(
          run,
          open.filter((intent) => intent.run === run),
        ),
      ],
      [LEDGER_PATH, this.ledgerText(ledger)],
    ]);
    const summary = intents.map(({ kind, key }) => `${kind} ${key}`).join(', ');
    const before = this.view;
    const answer = await this.advance([this.commit(`intent: ${summary}`, files)], {
      ...this.state,
      open,
      ledger,
    });
    if (answer.kind === 'not-pushed') {
      await this.options.branch.retreat(before.tip);
      this.view = before;
    }
    return answer;
  }

  async settle(entries: readonly Entry[], ledger: Ledger): Promise<RecordAnswer> {
    if (entries.length === 0) return { kind: 'recorded' };
    let { open } = this.state;
    const bindings = new Map(this.state.bindings);
    const commits = entries.map((entry) => {
      const files = new Map<string, string | null>();
      const closed = open.find((intent) => intent.requestId === entry.closes);
      open = open.filter((intent) => intent !== closed);
      if (closed) {
        const rest = open.filter((intent) => intent.run === closed.run);
        files.set(journalPath(closed.run), rest.length > 0 ? encodeJournal(closed.run, rest) : null);
      }
      if (entry.binding) {
        bindings.set(entry.key, entry.binding);
        files.set(bindingPath(entry.key), encodeBinding(entry.binding));
      }
      files.set(LEDGER_PATH, this.ledgerText(ledger));
      return this.commit(entry.summary, files, entry);
    });
    return this.advance(commits, { ...this.state, open, bindings, ledger });
  }

  /** Drops bindings; what is live is not touched. */
  forget(keys: readonly CampaignKey[]): Promise<RecordAnswer> {
    const bindings = new Map(this.state.bindings);
    const commits = keys.map((key) => {
      bindings.delete(key);
      const entry = { key, change: 'forget', components: [], requestId: undefined, responseId: undefined };
      const files = new Map([[bindingPath(key), null]]);
      const summary = `forget ${key}: the live campaign stays as it is`;
      return this.commit(summary, files, { ...entry, summary, binding: undefined, closes: undefined });
    });
    return this.advance(commits, { ...this.state, bindings });
  }

  private async advance(commits: readonly NewCommit[], state: State): Promise<RecordAnswer> {
    const { branch, run } = this.options;
    const answer = await branch.advance(this.withFirstFiles(commits), this.view, run);
    switch (answer.kind) {
      case 'moved':
        this.view = { state, tip: answer.tip, remoteTip: answer.tip };
        return { kind: 'recorded' };
      case 'lost-race':
        return answer;
      case 'not-pushed':
        return answer;
    }
  }

  /** A new branch begins with what it is and what it belongs to. */
  private withFirstFiles(commits: readonly NewCommit[]): readonly NewCommit[] {
    const [first, ...rest] = commits;
    if (this.view.tip !== undefined || !first) return commits;
    const { workspace, target } = this.options;
    const files = new Map([
      [README_PATH, readme(workspace)],
      [TARGET_PATH, encodeTarget(target)],
      ...first.files,
    ]);
    return [{ ...first, files }, ...rest];
  }

  private commit(summary: string, files: NewCommit['files'], entry?: Entry): NewCommit {
    const { run, commit, authorOf, clock } = this.options;
    const author = entry
      ? authorOf(entry.key)
      : { name: 'campaign-reconciler', email: 'campaign-reconciler@localhost' };
    const trailers: readonly (readonly [string, string | null | undefined])[] = [
      ['Campaign', entry?.key],
      ['Change', entry?.change],
      ['Components', entry && entry.components.length > 0 ? entry.components.join(', ') : undefined],
      // Only an apply checks that it doesn't go back in time, so only it may say which commit was applied last.
      ['Commit', entry && APPLIES.has(entry.change) ? commit : undefined],
      ['Actor', entry && `${author.name} <${author.email}>`],
      ['Run', run],
      ['Request-Id', entry?.requestId],
      ['Response-Id', entry?.responseId],
    ];
    const lines = trailers.flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value)}`] : []));
    return { message: `${oneLine(summary)}\n\n${lines.join('\n')}\n`, author, at: clock.now(), files };
  }

  private ledgerText(ledger: Ledger): string {
    return encodeLedger(ledger, this.options.clock.now());
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function readme(workspace: string): string {
  return `# State of the workspace ${workspace}

campaign-reconciler keeps this branch: which campaign file is which live campaign, what was last sent, and what the
service answered. It is also the audit trail: one commit for each thing that was done, with who, why and when.

Read it with \`campaigns log\` or \`git log -p campaigns-state/${workspace} -- campaigns/\`. Do not edit it by hand;
\`campaigns state\` does what is needed. It shares no history with the code, and must not be merged into it.
`;
}
