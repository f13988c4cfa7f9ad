import type { CampaignKey } from '../../model/campaign.ts';
import type { Plan } from '../../model/plan.ts';
import type { Result } from '../../model/result.ts';
import { CONSENTS, type Consent } from '../../model/workspace.ts';
import type { ApplyReport, ConsentCall } from '../../report/markdown/result-comment.ts';
import type { ActionInputs } from './inputs.ts';
import type { Surroundings } from './surroundings.ts';

/** What a call repeats of the run that it follows. */
interface CallGround {
  readonly inputs: Pick<ActionInputs, 'allow'>;
  readonly around: Pick<Surroundings, 'workflowFile'>;
}

interface Ended {
  readonly branch: string;
  readonly result: Result;
  readonly plan: Plan | undefined;
}

/**
 * The exact calls that get done what an apply left: past a review, in an environment where somebody has to say yes; or
 * with a consent. They are for the workflow that `campaigns init` writes.
 */
export function applyCalls(ground: CallGround, ended: Ended): Pick<ApplyReport, 'rerun' | 'consents'> {
  const { result } = ended;
  const unreviewed = result.held.filter(({ reason }) => reason === 'not-reviewed').map(({ key }) => key);
  return {
    rerun: pastReview(ground, ended, { keys: unreviewed, consents: ground.inputs.allow }),
    consents: CONSENTS.flatMap((consent) => consentCall(ground, ended, consent)),
  };
}

/** With the consent it is another change than the one that was shown, so the call goes past the review, too. */
function consentCall(ground: CallGround, ended: Ended, consent: Consent): ConsentCall[] {
  const keys = [...new Set((ended.plan?.campaigns ?? []).filter(isAboutIt).map(({ key }) => key))];
  const text = pastReview(ground, ended, { keys, consents: [...ground.inputs.allow, consent] });
  return text === undefined ? [] : [{ consent, keys, call: text }];

  function isAboutIt({ held }: Plan['campaigns'][number]): boolean {
    return held.some((one) => one.consent === consent);
  }
}

interface Wanted {
  readonly keys: readonly CampaignKey[];
  readonly consents: readonly Consent[];
}

function pastReview(ground: CallGround, { branch }: Ended, wanted: Wanted): string | undefined {
  const keys = [...new Set(wanted.keys)];
  if (keys.length === 0 || !keys.every((key) => /^[\w./-]+$/.test(key))) return undefined;
  const { consents } = wanted;
  return call(ground, branch, [
    '-f reviewed=ignore',
    `-f only='${keys.join(' ')}'`,
    ...(consents.length > 0 ? [`-f allow=${shellWord(consentsText(consents))}`] : []),
  ]);
}

function call({ around }: CallGround, branch: string, flags: readonly string[]): string {
  const workflow = around.workflowFile ?? 'campaigns-apply.yml';
  return `gh workflow run ${workflow} --ref ${shellWord(branch)} ${flags.join(' ')}`;
}

function consentsText(consents: readonly Consent[]): string {
  return CONSENTS.filter((one) => consents.includes(one)).join(' ');
}

/** One word for a shell, whatever is in it: a branch may be named `main;$(id)`. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
