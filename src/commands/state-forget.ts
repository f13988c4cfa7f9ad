import { letGo } from '../apply/let-go.ts';
import { SENDING_STATUSES, type CampaignKey } from '../model/campaign.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { byCodeUnit } from '../model/json.ts';
import type { Intent, State } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import { forgottenDocument, type Forgotten } from '../report/documents/state-documents.ts';
import { forgottenText } from '../report/text/state-texts.ts';
import { counted } from '../report/text-layout.ts';
import { holdLease, type Tenure } from './applying/hold-lease.ts';
import { stateRecorder } from './applying/state-recorder.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { chooseWorkspace, openContext, openService, openStateBranch, type Context } from './context.ts';
import { requireRecord, readState } from './reading/read-state.ts';
import { UserFailure } from './telling/user-failure.ts';
import type { Session } from './session.ts';

export interface ForgetOptions extends CommonOptions {
  readonly keys: readonly string[];
  readonly all?: boolean;
  readonly yes?: boolean;
}

interface Ground {
  readonly context: Context;
  readonly workspace: Workspace;
}

/** Lets go of bindings, and of creations without an outcome that left no trace. Live campaigns stay as they are. */
export async function stateForget(options: ForgetOptions, session: Session): Promise<ExitCode> {
  if (options.all && options.keys.length > 0)
    throw new UserFailure(EXIT.USAGE, 'Name keys, or --all, not both.');
  if (!options.all && options.keys.length === 0) throw usage('No campaign is named.');
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  await insistOnYes(options, { context, workspace });
  const forgotten = await holdLease(context, workspace, (tenure) =>
    forget(options, { context, workspace, ...tenure }),
  );
  const { terminal } = context;
  const { name } = workspace;
  terminal.out(options.json ? forgottenDocument(name, forgotten) : forgottenText(name, forgotten));
  return EXIT.DONE;
}

/** On a terminal a person says yes to letting go of everything; elsewhere it goes. */
async function insistOnYes({ all, yes }: ForgetOptions, { context, workspace }: Ground): Promise<void> {
  const { terminal } = context;
  if (!all || yes || !terminal.interactive) return;
  const { state } = await readState(openStateBranch(context, workspace).branch);
  const count = recordedKeys(state).length;
  if (count === 0) return;
  const controller = new AbortController();
  const interrupt = () => {
    controller.abort();
  };
  const question = `Let go of ${counted(count, 'campaign')} of ${workspace.name}?`;
  if (await terminal.confirm(question, { signal: controller.signal, interrupt })) return;
  throw new UserFailure(EXIT.FAILED, 'Nothing was let go of: nobody said yes.');
}

async function forget(
  { all, keys: named }: ForgetOptions,
  { context, workspace, run, lease }: Ground & Tenure,
): Promise<readonly Forgotten[]> {
  const { branch } = openStateBranch(context, workspace);
  const view = await readState(branch);
  const { bindings, open } = view.state;
  const recorded = recordedKeys(view.state);
  const unknown = named.find((key) => !recorded.includes(key as CampaignKey));
  if (unknown !== undefined) throw usage(`${unknown} is not managed in ${workspace.name}.`);
  const keys = all ? recorded : recorded.filter((key) => named.includes(key));
  const intents = open.filter(({ key }) => keys.includes(key) && !bindings.has(key));
  const recorder = await stateRecorder({ context, workspace, branch, view, run });
  if (intents.length > 0) {
    const entries = await closings(intents, { context, workspace, state: view.state });
    const held = await lease.check();
    if (held.kind !== 'held') throw new UserFailure(EXIT.LEASE, held.message, { hint: 'Run again.' });
    requireRecord(await recorder.settle(entries, recorder.state.ledger));
  }
  const bound = keys.filter((key) => bindings.has(key));
  if (bound.length > 0) requireRecord(await recorder.forget(bound));
  return keys.map((key) => {
    const binding = bindings.get(key);
    const status = binding?.status.seen;
    const isSending = status !== undefined && SENDING_STATUSES.includes(status);
    return { key, campaignId: binding?.campaignId, status, isSending };
  });
}

/** What closes the intents; throws UserFailure where what they made is there, or nobody can tell. */
async function closings(
  intents: readonly Intent[],
  { context, workspace, state }: Ground & { state: State },
) {
  const service = await openService(context, workspace);
  try {
    context.terminal.tell('Looking twice, a minute apart, for what an earlier run may have created.\n');
    const { bindings } = state;
    const answer = await letGo({ options: { remote: service, clock: context.clock }, bindings }, intents);
    if (answer.kind === 'closed') return answer.entries;
    const { key } = answer.intent;
    if (answer.kind === 'unreadable')
      throw new UserFailure(EXIT.FAILED, `Whether ${key} was created could not be looked up.`, {
        hint: 'Nothing was let go of. Run again when the service answers.',
      });
    const ids = answer.campaigns.map(({ id, status }) => `${id} (${status})`).sort();
    const [first, ...others] = answer.campaigns;
    const id = first && others.length === 0 ? first.id : 'ID';
    throw new UserFailure(EXIT.USAGE, `An earlier run may have created ${key}: ${ids.join(', ')}.`, {
      hint: `Bind it instead: campaigns import ${id} --key ${key} --adopt -w ${workspace.name}`,
    });
  } finally {
    await service.close();
  }
}

/** Everything that is bound or under way, by key. */
function recordedKeys({ bindings, open }: State): readonly CampaignKey[] {
  return [...new Set([...bindings.keys(), ...open.map(({ key }) => key)])].sort(byCodeUnit);
}

function usage(message: string): UserFailure {
  return new UserFailure(EXIT.USAGE, message, { hint: 'See campaigns state list.' });
}
