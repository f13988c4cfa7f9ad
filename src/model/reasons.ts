import type { AnswerProblem } from './live-answer.ts';
import type { CampaignId, CampaignStatus, ComponentName, FilePlace, Live } from './campaign.ts';
import type { FileFault } from './findings.ts';
import type { None, OneOf } from './one-of.ts';
import type { Action } from './transitions.ts';

// Why something did not happen, as closed codes with parameters, one line a code. `messages/catalog/` has one row for
// each of them, with the sentence, the next step and an example. Where several circumstances share a code, `why` says
// which one it is. Texts from outside are named for their origin: `said` is what git, the system or GitHub said.

/** Why a command ended early for a reason that people can fix. Commits are abbreviated. */
export interface RefusalParams {
  'bad-option': { option: string; value?: string } & OptionFault;
  'unknown-name': { what: NameKind; name: string; known: readonly string[]; where?: string };
  'several-campaigns': { name: string; keys: readonly string[] };
  'no-workspace-chosen': { file: string; known: readonly string[] };
  'key-taken': { name: string; by: string };
  'no-repository': {
    why: 'no-folder' | 'no-git' | 'no-repository' | 'another-user' | 'other-repository';
    folder: string;
  };
  'git-failed': { said: string };
  'no-configuration': { file: string };
  /** `said`: the first error in a file that the command would have written. */
  'invalid-files': { said?: string };
  /** `managed`: how many campaigns are managed, although none of them has a file. */
  'no-files': { folder: string; managed: number };
  'no-author': { file: string; workspace: string };
  /** `dirty`: what `--allow dirty` would do with the changes, if the command has it. */
  uncommitted: { files: readonly string[]; dirty: 'applies' | 'discards' | undefined };
  /** `branch`: `null` if origin has no default branch. */
  'wrong-commit': { commit: string; branch: string | null };
  'older-commit': { commit: string; last: string };
  superseded: { last: string; branch: string };
  'other-branch': { commit: string; last: string; branch: string };
  /** git could not read from origin or write to it, or to this clone. `said`: `null` if origin just sent nothing. */
  'origin-unreachable': { said: string | null };
  /** `variable`: the environment variable with the key. `file`: of the configuration. */
  'target-not-merged': { workspace: string; variable: string; baseUrl: string; appKey: string; file: string };
  'plan-file-unusable': { path: string } & PlanFileFault;
  /** A file or standard output. `said`: omitted for a file of the repository. */
  'output-path-refused': { path: string; said?: string };
  /** `left`: changes that an apply did not make; undefined if the user said no to the question of another command. */
  canceled: { left: number | undefined };
  /** `variable`: the environment variable with the API key. `publish`: the key for the earlier version of the API. */
  'no-api-key': { workspace: string; variable: string; publish: boolean };
  'credential-refused': { workspace: string; variable: string; problem: AnswerProblem };
  /** Something answers at `base_url` that isn't the service. `place`: the position of `base_url`. */
  'wrong-address': {
    workspace: string;
    baseUrl: string;
    place: FilePlace | undefined;
    problem: AnswerProblem;
  };
  'service-unreachable': { workspace: string; baseUrl: string; problem: AnswerProblem };
  /** `campaignId`: undefined if the campaigns could not be listed. */
  'campaign-unreadable': { campaignId: CampaignId | undefined; workspace: string; problem: AnswerProblem };
  /** The service did not do what a command asked for. `place`: of the field that it named. */
  'request-refused': { problem: AnswerProblem; place: FilePlace | undefined };
  'not-manageable': { campaignId: CampaignId; why: NonNullable<Live['readOnly']> | 'other-type' };
  /** `said`: what the parser or the schema's validator said, or the wrong value. */
  'state-unusable': { branch: string; path: string; fault: StateFileFault; said: string };
  /** `where`: a file as git names it, or a ref. */
  'state-newer': { where: string };
  /** `known`: the workspaces that have a state branch here. */
  'no-state-branch': { branch: string; known: readonly string[] };
  /** A shallow clone, whose missing history can't be fetched. */
  'record-cut': { branch: string };
  'state-other-target': { workspace: string; recorded: string; now: string };
  /** `kept`: the ref with what this run recorded, if another run recorded different outcomes first. */
  'state-diverged': { branch: string; kept: string | null };
  /** `said`: `null` if another run updated the branch first. */
  'not-recorded': { branch: string; said: string | null };
  /** `found`: campaigns that an earlier run may have created. */
  'work-open': { key: string; workspace: string; found: readonly { id: CampaignId; status: string }[] };
  'lease-held': { workspace: string; holder: LeaseRecord | undefined };
  /** `said`: why git could not release it; `null` if another run took it over. */
  'lease-lost': { workspace: string; said: string | null };
  'not-written': { fault: FileFault };
  'nothing-to-restore': { key: string; why: 'never-applied' | 'adopted' | 'no-version' | 'no-file' };
  'cannot-replace': { key: string; file: string; why: ReplaceFault };
  'event-unusable': { why: EventFault; said?: string };
  'not-merged': { pull: number };
  /** The service refused a test: nothing was sent. */
  'test-refused': Omit<RefusedStep, 'step'>;
  /** It is unknown whether a test was sent. */
  'test-unclear': { problem: AnswerProblem };
  'test-limited': None;
  /** `lacks`: what a preview or a test needs, and its file, language or variation doesn't have. */
  incomplete: { key: string; lacks: readonly ComponentName[] };
  /** Nobody on the base branch gets test messages on this channel. */
  'no-test-recipients': { workspace: string; channel: string };
  /** A request that was left out after another one failed. */
  'test-not-tried': None;
  /** An option of `serve` whose value can't be used. */
  'serve-cannot-start': { said: string };
}

export type RefusalCause = OneOf<RefusalParams>;
export type RefusalOf<Code extends keyof RefusalParams> = OneOf<RefusalParams, 'code', Code>;

/** Why a step failed. `problem`: why the service's answer can't be used, if there is one. */
export interface FailureParams {
  refused: RefusedStep;
  /** The campaign could not be read, either for the plan or right before the write. */
  unreadable: { before: 'plan' | 'write'; problem?: AnswerProblem };
  /** The service does not answer, so nothing was sent. */
  unreachable: { problem: AnswerProblem };
  /** Sent without a clear answer, by this run or by an earlier one. `several`: campaigns that could be the result. */
  unclear: { found: 'nothing' | 'several' | 'earlier'; problem?: AnswerProblem };
  /** Sent successfully, but it could not be read back. `other-id`: the answer named a campaign that can't be the new one. */
  'not-read-back': { why: 'no-id' | 'other-id' | 'missing' | 'unreadable'; problem?: AnswerProblem };
  /**
   * The service accepted it but shows another status, in its own word, or it was not sent, because the service doesn't
   * show what was sent before it. `expected`: if the status that is shown is a final answer.
   */
  'not-reached': { action: Action; shown: string | null; expected?: CampaignStatus };
  /** The service refused it, perhaps because it was already made. `shown`: the service's word, if it could be read. */
  'maybe-made': { action: Action; status: number; serviceCode: string; said: string; shown?: string };
  interrupted: None;
  /** `outcome`: the result that should have been recorded. */
  'not-recorded': {
    because: RecordFailure | StateProblem;
    outcome: 'nothing-sent' | 'in-this-clone' | 'nowhere' | 'unknown';
  };
}

/** A problem that the service reported, and where it is in the files. */
export interface Complaint {
  /** Field names and list indexes joined by dots, or the name of a header. Empty if the service names none. */
  readonly target: string;
  readonly message: string;
  readonly place: FilePlace | undefined;
}

export type FailedStep = 'create' | 'update' | Action;

export interface RefusedStep {
  readonly step: FailedStep;
  readonly status: number;
  /** The service's `error.code`. */
  readonly serviceCode: string;
  /** The first few complaints. */
  readonly complaints: readonly Complaint[];
  readonly more: number;
}

/** Why a planned step was not sent: something changed since the plan. */
export interface StaleParams {
  /** Another run applied another commit. `isNewer`: `null` if that can't be determined here. */
  overtaken: { commit: string; isNewer: true | null };
  /** Another run recorded a change of the campaign. */
  'other-run': None;
  changed: ChangedSince;
}

export interface ChangeParams extends Record<'file-gone' | 'gone' | 'plan', None> {
  /** The channel or delivery type differs from the record. */
  type: { live: string; recorded: string };
  /** Statuses in the service's own words. */
  status: { from: string; to: string };
  locked: { status: CampaignStatus };
  components: { components: readonly ComponentName[] };
  /** A campaign with the same name, channel and type appeared. */
  name: { campaignId: CampaignId };
}

/** `plan`: the change would differ from the plan file. */
export type ChangedSince = OneOf<ChangeParams, 'what'>;

/** Why the value of an option, of an input or of a setting can't be used. */
export interface OptionFaultParams {
  choices: { values: readonly string[] };
  form: { form: OptionForm };
  together: { other: string };
  needs: { other: string };
  missing: None;
  /** Without a terminal, the user can't be asked. */
  unconfirmed: None;
  said: { said: string };
}

export type OptionFault = OneOf<OptionFaultParams, 'why'>;

export type OptionForm =
  'duration' | 'proxy' | 'secret' | 'note' | 'workspace' | 'key' | 'to' | 'recipients' | 'one-type' | 'pair';

export type NameKind = 'campaign' | 'campaign file' | 'workspace' | 'commit' | 'common commit';

type PlanFileFault =
  { readonly why: 'not-a-plan' | 'offline' } | { readonly why: 'other-workspace'; readonly planned: string };

/** `bound-twice`: another binding has the same campaign. */
export type StateFileFault =
  'missing' | 'not-json' | 'other-format' | 'other-shape' | 'other-key' | 'bound-twice';

/** As in the sentence that says why. */
type ReplaceFault =
  | `not-${'managed' | 'for-this-workspace' | 'edited'}`
  | 'a-draft-is-not-locked'
  | 'a-name-or-path-is-not-plain'
  | 'others-share-files-of-it';

export type EventFault =
  | 'pull_request_target-gives-secrets-to-forks'
  | 'no-variable'
  | 'no-pull-request'
  | 'unreadable'
  | 'incomplete'
  | 'unknown'
  | 'tag'
  | 'merge-queue'
  | 'no-repository';

export type StateProblem = RefusalOf<
  | 'no-state-branch'
  | 'record-cut'
  | 'state-diverged'
  | 'origin-unreachable'
  | 'state-unusable'
  | 'state-newer'
  | 'state-other-target'
>;

export type RecordFailure = RefusalOf<'not-recorded' | 'work-open' | 'state-diverged'>;

export type LeaseRefusal = RefusalOf<'lease-held' | 'lease-lost' | 'state-newer' | 'origin-unreachable'>;

/** Who may apply now, as recorded on the lease's ref. Everyone who can read the repository sees it. */
export interface LeaseRecord {
  readonly run: string;
  /** The address of the workflow run; `null` elsewhere. */
  readonly page: string | null;
  /** Who runs it; `null` if the page says more. */
  readonly user: string | null;
  /** Epoch milliseconds, both by the holder's clock. */
  readonly since: number;
  readonly until: number;
}

/** The text from outside that a refusal passes on. */
export function saidIn(cause: RefusalCause): string {
  if ('said' in cause) return cause.said ?? '';
  return 'fault' in cause && typeof cause.fault === 'object' && 'said' in cause.fault ? cause.fault.said : '';
}
