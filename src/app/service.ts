import { complaintsIn } from '../apply/complaints.ts';
import type { Answer } from '../apply/ports.ts';
import type { FilePlace } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { JsonObject } from '../model/json.ts';
import type { AnswerProblem } from '../model/live-answer.ts';
import type { RefusalCause } from '../model/reasons.ts';
import { isLoopback, isOnThisMachine, sameTarget, type Workspace } from '../model/workspace.ts';
import { CampaignService } from '../remote/campaign-service.ts';
import { proxySetting } from '../remote/dispatcher.ts';
import { toUnknown } from '../remote/unreadable.ts';
import { configurationAt, type Context, type InWorkspace } from './context.ts';
import { requireAnswers } from './gather.ts';
import { onSignals } from './process/session.ts';
import { UserFailure } from './process/user-failure.ts';
import type { Clock, Environment } from '../model/clock.ts';
import type { Progress, ReadSoFar } from '../model/progress.ts';

/**
 * Runs an action with the service of a workspace, and closes the connections however it ends; throws UserFailure with exit
 * code 5 if its secret is missing or must not be sent there.
 */
export async function withService<Answer>(
  { context, workspace }: InWorkspace,
  act: (service: CampaignService) => Promise<Answer>,
  signal = new AbortController().signal,
): Promise<Answer> {
  const { keyOf, environment, clock, chance, interaction } = context;
  const apiKey = keyOf(workspace);
  if (!apiKey) {
    const { name, apiKeyEnv: variable } = workspace;
    throw new UserFailure(EXIT.INVALID, { code: 'no-api-key', workspace: name, variable, publish: false });
  }
  // For networks that need a longer or shorter one than usual.
  const { CAMPAIGNS_HTTP_TIMEOUT_MS: timeout = '' } = environment;
  if (!/^(?:[1-9]\d{0,6})?$/.test(timeout))
    throw new UserFailure(EXIT.INVALID, {
      ...{ code: 'bad-option', option: 'CAMPAIGNS_HTTP_TIMEOUT_MS', value: timeout },
      ...{ why: 'choices', values: ['1 to 9999999'] },
    });
  requireUsableProxy(environment, workspace.baseUrl);
  await requireKnownTarget(context, workspace);
  const publishApiKey = context.publishKeyOf(workspace);
  const redact = (text: string) => context.secrets.redact(text);
  const onProgress = paceProgress(clock, interaction.onProgress);
  const service = new CampaignService({
    workspace,
    apiKey,
    publishApiKey,
    environment,
    clock,
    chance,
    signal,
    timeoutMs: Number(timeout) || undefined,
    redact,
    onExchange: interaction.onExchange,
    onReading: onProgress,
    onWait: onProgress,
  });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

// workspaces.yaml says where the API key is sent, and anyone can edit it: in a branch that a colleague wants tested, or
// by mistake. The version on origin's default branch was merged, so it is trusted. Any other target is shown to the
// user first. Targets on this machine are never a risk.

/** Throws UserFailure if the key of a workspace would be sent where origin's default branch sends none. */
async function requireKnownTarget(context: Context, workspace: Workspace): Promise<void> {
  if (context.trustsTargets || isOnThisMachine(workspace)) return;
  if (await isOnDefaultBranch(context, workspace)) return;
  const { name, apiKeyEnv: variable, baseUrl, appKey } = workspace;
  const file = context.folder.configurationFile;
  const where = { workspace: name, variable, baseUrl, appKey, file };
  const cause = { code: 'target-not-merged', ...where } as const;
  if (context.interaction.interactive && (await isConfirmed(context, cause))) return;
  throw new UserFailure(EXIT.INVALID, cause);
}

async function isConfirmed(context: Context, cause: RefusalCause): Promise<boolean> {
  const { interaction } = context;
  const signals = onSignals(context);
  try {
    interaction.notice(cause);
    return await interaction.confirm({ kind: 'send-key' }, signals);
  } finally {
    signals.stop();
  }
}

async function isOnDefaultBranch(context: Context, workspace: Workspace): Promise<boolean> {
  const { history } = context;
  const found = await history.originDefault();
  if (found.kind === 'no-origin' || found.kind === 'none') return false;
  const said = found.kind === 'unreachable' ? found.said : null;
  if (found.kind === 'unreachable' || !(await history.ensureTipFetched(found.name, found.tip)))
    throw new UserFailure(EXIT.FAILED, { code: 'origin-unreachable', said });
  const there = await configurationAt(history, context.folder, found.tip);
  const known = [...(there?.configuration.workspaces.values() ?? [])];
  return known.some((one) => sameTarget(one, workspace));
}

/**
 * What the service answered to a command's one question; throws UserFailure if it refused, or if the answer makes no sense.
 * `place` finds a field that it names.
 */
export function answered(
  answer: Answer,
  { context, workspace, place }: InWorkspace & { readonly place: (target: string) => FilePlace | undefined },
): JsonObject {
  if (answer.kind === 'done') return answer.data;
  const unknown = toUnknown(answer, context.clock.now());
  requireAnswers([unknown], workspace);
  if (answer.kind !== 'refused') throw refusedBy(unknown.problem, undefined);
  const { status, code: serviceCode } = answer;
  const { complaints } = complaintsIn(answer, place);
  const said = complaints.map(({ target: at, message }) => (at === '' ? message : `${at}: ${message}`));
  const found = complaints.find((one) => one.place)?.place;
  throw refusedBy({ code: 'refused', status, serviceCode, said: said.join('; ') }, found);
}

export function refusedBy(problem: AnswerProblem, place: FilePlace | undefined): UserFailure {
  return new UserFailure(EXIT.FAILED, { code: 'request-refused', problem, place });
}

/** Why nothing can be published: the key for it is missing; undefined if it exists. */
export function missingPublishKey(
  { publishKeyOf }: Pick<Context, 'publishKeyOf'>,
  workspace: Workspace,
): RefusalCause | undefined {
  if (publishKeyOf(workspace)) return undefined;
  const { name, publishApiKeyEnv, apiKeyEnv } = workspace;
  return { code: 'no-api-key', workspace: name, variable: publishApiKeyEnv ?? apiKeyEnv, publish: true };
}

/** Throws UserFailure if an address is to be reached through a proxy whose setting can't be used. */
export function requireUsableProxy(environment: Environment, address: string): void {
  const setting = proxySetting(environment);
  // Its address may hold a password, so it isn't quoted.
  if (setting && setting.proxy === undefined && !isLoopback(new URL(address).hostname))
    throw new UserFailure(EXIT.INVALID, {
      ...{ code: 'bad-option', option: setting.name, value: '', why: 'form', form: 'proxy' },
    });
}

/** How often a log says what a run waits for or reads, in milliseconds. Shorter waits for a request are normal. */
const EVERY_MS = 10_000;

type Report = (progress: Progress) => void;

/** Reports the activity of a run: immediately for a bar, and every ten seconds while a read or a wait lasts for a log. */
export function paceProgress(clock: Clock, report: Report): Report {
  let stop: (() => void) | undefined;
  let soFar: ReadSoFar | undefined;
  return (progress) => {
    if (progress.kind === 'request-wait' && progress.until - clock.now() < EVERY_MS) return;
    const wasReading = soFar !== undefined;
    soFar = progress.kind === 'reading' ? progress : undefined;
    if (!(wasReading && soFar)) stop?.();
    // No bar was shown for a read that ended with its first page.
    if (progress.kind !== 'read' || wasReading) report(progress);
    if (progress.kind === 'reading' && !wasReading)
      stop = clock.every(EVERY_MS, () => {
        if (soFar) report({ ...soFar, kind: 'still-reading' });
      });
    if (progress.kind !== 'waiting' && progress.kind !== 'request-wait') return;
    const end = progress.kind === 'waiting' ? progress.next : progress.until;
    stop = clock.every(EVERY_MS, () => {
      if (clock.now() < end) report(progress);
      else stop?.();
    });
  };
}
