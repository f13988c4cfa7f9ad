import type { CampaignId, LiveAnswer } from '../model/campaign.ts';
import { hasArrived } from '../model/settle.ts';
import { withSuccess } from '../quota/admit.ts';
import type { PreparedWork } from './burst.ts';
import { findCreated } from './find-created.ts';
import { closing, conclude } from './outcomes.ts';
import type { Answer, Entry } from './ports.ts';
import type { Run } from './run.ts';

/** A step that was sent, and whose answer never came. */
export interface UnclearWork extends PreparedWork {
  readonly answer: Extract<Answer, { kind: 'unclear' }>;
}

/**
 * Looks for what steps without an answer came to. An update or a transition that live does not show was not done. A
 * creation that is not there may still be on its way, so it stays open until its keys can't be sent any more.
 */
export async function settleUnclear(
  run: Run,
  works: readonly UnclearWork[],
  before: ReadonlyMap<CampaignId, LiveAnswer>,
): Promise<Entry[]> {
  const ids = works.flatMap(({ intent }) => (intent.kind === 'create' ? [] : [intent.campaignId]));
  const after = ids.length === 0 ? new Map<CampaignId, LiveAnswer>() : await run.options.remote.look(ids);
  const entries: Entry[] = [];
  for (const work of works) {
    const { intent } = work;
    const entry =
      intent.kind === 'create'
        ? await settleCreation(run, work)
        : settleByLooking(run, work, {
            before: before.get(intent.campaignId),
            after: after.get(intent.campaignId),
          });
    if (entry) entries.push(entry);
  }
  return entries;
}

async function settleCreation(run: Run, work: UnclearWork): Promise<Entry | undefined> {
  const { campaign, intent, answer } = work;
  if (intent.kind !== 'create') return undefined;
  const [live, ...others] = (await findCreated(run, intent)) ?? [];
  if (live && others.length === 0) {
    run.ledger = withSuccess(run.ledger, run.options.clock.now());
    return conclude(run, intent, {
      ...{ live, responseId: null, from: null },
      desired: campaign.desired?.status,
    });
  }
  const what =
    others.length > 0 ? SEVERAL : 'Whether it was done is not known yet; the next apply finds out.';
  leaveOpen(run, work, `${answer.message} ${what}`);
  return undefined;
}

const SEVERAL = 'Several campaigns could be it; the next plan names them.';

function settleByLooking(
  run: Run,
  work: UnclearWork,
  { before, after }: Readonly<Record<'before' | 'after', LiveAnswer | undefined>>,
): Entry | undefined {
  const { campaign, intent, answer } = work;
  if (intent.kind === 'create') return undefined;
  if (after?.kind === undefined || after.kind === 'unknown') {
    leaveOpen(run, work, `${answer.message} Whether it was done is not known; the next apply finds out.`);
    return undefined;
  }
  const binding = run.bindings.get(intent.key);
  const known = binding && { binding, ...(before?.kind === 'present' && { live: before.live }) };
  if (after.kind === 'present' && known && hasArrived(intent, after.live, known)) {
    const { liveStatus: from, desired } = campaign;
    return conclude(run, intent, { live: after.live, responseId: null, desired: desired?.status, from });
  }
  const message = `${answer.message} Live does not show it, so it was not done: apply again.`;
  run.tellFailed({ key: intent.key, code: 'not-done', message, responseId: null });
  return closing(intent, 'no answer came, and live does not show it');
}

function leaveOpen(run: Run, { intent }: UnclearWork, message: string): void {
  run.leaveOpen(intent);
  run.tellFailed({ key: intent.key, code: 'unclear', message, responseId: null });
}
