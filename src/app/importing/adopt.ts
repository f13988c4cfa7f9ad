import { sameComponent } from '../../model/canonical.ts';
import {
  channelAndType,
  componentNames,
  identityOf,
  inCanonicalOrder,
  type CampaignId,
  type Desired,
  type Known,
  type Live,
} from '../../model/campaign.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { EXIT } from '../../model/exit.ts';
import { groupBy } from '../../model/grouping.ts';
import type { AdoptionReport, UnboundFile } from '../../model/rewrite.ts';
import type { RefusalCause } from '../../model/reasons.ts';
import type { State } from '../../model/state.ts';
import { adoptedBinding } from '../../plan/imported-binding.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import { openStateStore, readState } from '../record.ts';
import type { InWorkspace } from '../context.ts';
import { withService } from '../service.ts';
import { UserFailure } from '../process/user-failure.ts';
import { requireAnswers, searchNames } from '../gather.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import { keyNamed } from '../select-campaigns.ts';
import type { Prepared } from '../rewrite.ts';
import { findCampaigns, unreadable } from './read-live.ts';

interface Adopting extends InWorkspace {
  readonly service: CampaignService;
  readonly state: State;
}

/**
 * Finds the live campaign of a file: the one that the user named, or for all files without a binding the one with the
 * same name, channel and type. If there are several of those, or if several files could describe one, the user has to decide. Writes nothing.
 */
export async function prepareAdoption(
  target: InWorkspace,
  named: Readonly<Record<'key' | 'id', string>> | undefined,
): Promise<Prepared<AdoptionReport>> {
  const { context, workspace } = target;
  const loaded = loadFor(context, { workspacesToLoad: [workspace], ...LENIENTLY });
  if (hasErrors(loaded.diagnostics))
    throw new UserFailure(EXIT.INVALID, { code: 'invalid-files' }, loaded.diagnostics);
  const desired = loaded.desired.get(workspace.name) ?? [];
  const key = named && keyNamed(named.key, context);
  const file = desired.find((one) => one.key === key);
  if (key !== undefined && !file) {
    const known = desired.map((one) => one.key);
    const cause = { code: 'unknown-name', what: 'campaign file', name: key, known } as const;
    throw new UserFailure(EXIT.USAGE, { ...cause, where: workspace.name });
  }
  const found = await withService(target, async (service) => {
    const { state } = await readState(openStateStore(context, workspace));
    const adopting = { ...target, service, state };
    return named && file
      ? [unbound(file, [await readNamed(named.id as CampaignId, file, adopting)])]
      : readCandidates(desired, adopting);
  });
  const alike = groupBy(found, (one) => identityOf(one.desired)).filter((group) => group.length > 1);
  const rivals = new Set(alike.flat());
  const isCertain = (one: UnboundFile) => one.candidates.length === 1 && !rivals.has(one);
  const certain = found.filter(isCertain);
  return {
    changes: [],
    binds: {
      change: 'adopt',
      bindings: certain.flatMap((one) => one.candidates.map(({ live }) => adoptedBinding(one.desired, live))),
    },
    report: {
      workspace: workspace.name,
      certain,
      doubtful: found.filter((one) => !isCertain(one) && one.candidates.length > 0),
      fresh: found.flatMap((one) => (one.candidates.length === 0 ? [one.desired.key] : [])),
      isDone: false,
    },
  };
}

/**
 * The named campaign; throws UserFailure if this file may not be bound to it: a campaign has at most one binding, and a
 * file never changes a campaign's channel or type.
 */
async function readNamed(id: CampaignId, file: Desired, adopting: Adopting): Promise<Live> {
  const { campaigns, leftOut } = await findCampaigns([id], adopting);
  const [live] = campaigns;
  const reason = leftOut[0]?.reason;
  if (!live)
    throw reason?.code === 'unreadable'
      ? unreadable(id, reason.problem, adopting)
      : unreadable(id, { code: 'no-such-campaign' }, adopting, EXIT.USAGE);
  const refused = (cause: RefusalCause) => new UserFailure(EXIT.USAGE, cause);
  const { bindings } = adopting.state;
  const { id: campaignId } = live;
  const bound = bindings.get(file.key);
  if (bound) throw refused({ code: 'key-taken', name: file.key, by: bound.campaignId });
  const holder = [...bindings.values()].find((one) => one.campaignId === campaignId);
  if (holder) throw refused({ code: 'key-taken', name: campaignId, by: holder.key });
  if (live.readOnly) throw refused({ code: 'not-manageable', campaignId, why: live.readOnly });
  if (channelAndType(file) === channelAndType(live)) return live;
  throw refused({ code: 'not-manageable', campaignId, why: 'other-type' });
}

/** The unbound files with the campaigns of their names, channels and types, as a plan finds them, each read whole. */
async function readCandidates(
  desired: readonly Desired[],
  { service, state, workspace }: Adopting,
): Promise<UnboundFile[]> {
  const names = await searchNames({ desired, state }, service);
  requireAnswers([...names.values()], workspace);
  const unread = [...names.values()].find((one) => one.kind === 'unknown');
  if (unread) throw unreadable(undefined, unread.problem, { workspace });
  const rows = desired.flatMap((file) => {
    const answer = names.get(file.key);
    if (state.bindings.has(file.key)) return [];
    return [{ file, lives: answer?.kind === 'found' ? answer.campaigns : [] }];
  });
  const known = new Map<CampaignId, Known>();
  for (const { file, lives } of rows)
    for (const { id, documentId } of lives)
      known.set(id, { documentId, components: componentNames(file.components) });
  const whole = await service.readCampaigns([...known.keys()], known);
  // A campaign that can't be read by its ID still has the name, channel and type that the search showed.
  const read = (row: Live) => {
    const answer = whole.get(row.id);
    return answer?.kind === 'present' ? answer.live : row;
  };
  return rows.map(({ file, lives }) => unbound(file, lives.map(read)));
}

/** Each campaign with the components in which the file differs. */
function unbound(desired: Desired, lives: readonly Live[]): UnboundFile {
  const names = inCanonicalOrder(componentNames(desired.components));
  const candidates = lives.map((live) => ({
    live,
    differing: names.filter((name) => !sameComponent(name, desired.components[name], live.components[name])),
  }));
  return { desired, candidates };
}
