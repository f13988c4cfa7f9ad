import type { CampaignKey } from '../model/campaign.ts';
import { UNREVIEWED_WORKFLOW, UNREVIEWED_WORKFLOW_FILE } from '../app/init.ts';
import type { Plan } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import { CONSENTS, type Consent } from '../model/workspace.ts';
import type { ApplyReport, ConsentCall } from '../render/markdown/result-comment.ts';
import type { ActionInputs } from './inputs.ts';

/** What a call repeats of the run that it follows. */
interface CallGround {
  readonly inputs: Pick<ActionInputs, 'allow'>;
  /** Whether the repository has a file of this path. */
  readonly hasWorkflow: (path: string) => boolean;
}

interface Ended {
  readonly branch: string;
  readonly result: Result;
  readonly plan: Plan | undefined;
}

/**
 * The exact calls that get done what an apply left: past a review, or with a consent. They start the workflow that
 * `campaigns init --unreviewed` writes, whose environment asks reviewers; where the repository doesn't have it, its name.
 */
export function applyCalls(
  step: CallGround,
  ended: Ended,
): Pick<ApplyReport, 'rerun' | 'allowed' | 'missingWorkflow'> {
  const { result } = ended;
  const unreviewed = result.held.filter(({ reason }) => reason === 'not-reviewed').map(({ key }) => key);
  const rerun = pastReview(ended, { keys: unreviewed, allowed: step.inputs.allow });
  const allowed = CONSENTS.flatMap((consent) => consentCall(step, ended, consent));
  if (step.hasWorkflow(UNREVIEWED_WORKFLOW) || (rerun === undefined && allowed.length === 0))
    return { rerun, allowed };
  return { rerun: undefined, allowed: [], missingWorkflow: UNREVIEWED_WORKFLOW_FILE };
}

/** With the consent it is another change than the one that was shown, so the call goes past the review, too. */
function consentCall(step: CallGround, ended: Ended, consent: Consent): ConsentCall[] {
  const keys = [...new Set((ended.plan?.campaigns ?? []).filter(isAboutIt).map(({ key }) => key))];
  const text = pastReview(ended, { keys, allowed: [...step.inputs.allow, consent] });
  return text === undefined ? [] : [{ consent, keys, call: text }];

  function isAboutIt({ held }: Plan['campaigns'][number]): boolean {
    return held.some((one) => one.consent === consent);
  }
}

interface Wanted {
  readonly keys: readonly CampaignKey[];
  readonly allowed: readonly Consent[];
}

function pastReview({ branch }: Ended, { keys, allowed }: Wanted): string | undefined {
  const named = [...new Set(keys)];
  if (named.length === 0 || !named.every((key) => /^[\w./-]+$/.test(key))) return undefined;
  const flags = [
    `-f only='${named.join(' ')}'`,
    ...(allowed.length > 0 ? [`-f allow=${shellWord(consentsText(allowed))}`] : []),
  ];
  return `gh workflow run ${UNREVIEWED_WORKFLOW_FILE} --ref ${shellWord(branch)} ${flags.join(' ')}`;
}

function consentsText(allowed: readonly Consent[]): string {
  return CONSENTS.filter((one) => allowed.includes(one)).join(' ');
}

/** One word for a shell, whatever is in it: a branch may be named `main;$(id)`. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
