import { inOrder, severityOf, type Diagnostic } from '../model/diagnostic.ts';
import { recordedCampaign } from '../model/kept-value.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { askValidate, findingsIn, type ServiceFinding } from '../remote/content-calls.ts';
import { grade } from '../load/grade.ts';
import { fieldLocator } from '../load/locate-refused-field.ts';
import type { CampaignKey, Desired } from '../model/campaign.ts';
import type { InWorkspace } from './context.ts';
import { readLive, requireAnswers } from './gather.ts';
import { readNamed } from './read-named.ts';
import type { OpenCampaigns, World } from './reading/load-files.ts';
import { answered, refusedBy, withService } from './service.ts';

/** What would keep campaigns from being published. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** Drafts that the service checked. */
  readonly drafts: number;
  /** Files without a campaign, which only our own rules checked. */
  readonly uncreated: readonly CampaignKey[];
  /** Campaigns that are past their draft, so that nothing is to be checked. */
  readonly started: number;
  /** Campaigns that could not be read, or that don't exist any more. */
  readonly unread: readonly CampaignKey[];
}

/**
 * Has the service check the managed drafts as they are saved there, each finding at its place in the files. Files that
 * aren't created yet are checked by our publishing rules. Throws UserFailure if files have errors or the service doesn't
 * answer.
 */
export async function checkDrafts(target: InWorkspace, names: readonly string[]): Promise<Checked> {
  const { files, state, desired, only } = await readNamed(target, names);
  const asked = desired.filter(({ key }) => only?.has(key) ?? true);
  const fresh = asked.filter(({ key }) => !state.bindings.has(key));
  const bound = asked.filter(({ key }) => state.bindings.has(key));
  const own = ownFindings(files, fresh);
  if (bound.length === 0)
    return { diagnostics: own, drafts: 0, uncreated: keysOf(fresh), started: 0, unread: [] };
  const found = await withService(target, (service) => byService(service, files, { state, desired: bound }));
  return { ...found, diagnostics: inOrder([...own, ...found.diagnostics]), uncreated: keysOf(fresh) };
}

function keysOf(campaigns: readonly Desired[]): CampaignKey[] {
  return campaigns.map(({ key }) => key);
}

/** What our rules say about publishing these files. */
function ownFindings({ context, judge }: OpenCampaigns, fresh: readonly Desired[]): readonly Diagnostic[] {
  const paths = new Set(fresh.map(({ file }) => file));
  const judged = judge({
    ...{ now: context.clock.now(), wanted: 'ACTIVE' },
    record: () => recordedCampaign(undefined),
  });
  return judged.diagnostics.filter((one) => paths.has(one.file) && severityOf(one) === 'error');
}

async function byService(
  service: CampaignService,
  files: OpenCampaigns,
  bound: Pick<World, 'state' | 'desired'>,
): Promise<Omit<Checked, 'uncreated'>> {
  const live = await readLive({ ...bound, only: new Set(keysOf(bound.desired)) }, service);
  requireAnswers([...live.values()], files.workspace);
  const locate = fieldLocator(files.inputs, files.workspace);
  const unread: CampaignKey[] = [];
  const drafts = bound.desired.flatMap((desired) => {
    const answer = live.get(desired.key);
    if (answer?.kind !== 'present') unread.push(desired.key);
    return answer?.kind === 'present' && answer.live.status === 'DRAFT'
      ? [{ desired, documentId: answer.live.documentId }]
      : [];
  });
  const answers = await askValidate(service, drafts);
  const diagnostics = answers.flatMap(([{ desired }, , answer]) => {
    // Another one had no answer, which is thrown.
    if (!answer) return [];
    const findings = findingsIn(answered(answer, { ...files, place: () => undefined }));
    if (!findings) throw refusedBy({ code: 'malformed', part: 'errors' }, undefined);
    return findings.flatMap((one) => diagnosticsOf(one, desired, locate));
  });
  return {
    ...{ diagnostics, drafts: drafts.length, unread },
    started: bound.desired.length - drafts.length - unread.length,
  };
}

function diagnosticsOf(
  { field, issue }: ServiceFinding,
  { file }: Desired,
  locate: ReturnType<typeof fieldLocator>,
): Diagnostic[] {
  const at = (field === '' ? undefined : locate(file, field)) ?? { file, line: 1, column: 1 };
  return grade([{ code: 'SERVICE', params: { field, said: issue }, at, path: [] }]);
}
