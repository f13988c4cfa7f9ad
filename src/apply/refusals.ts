import type { Intent } from '../model/state.ts';
import type { Answer } from './ports.ts';
import type { Run } from './run.ts';

type Refused = Extract<Answer, { kind: 'refused' }>;

/** Places of one refusal that are told; the others are as many more. */
const PLACES_TOLD = 5;

/** A refusal in words: what the service said, where in the files that is, and what to do about it. */
export function refusalWords(run: Run, intent: Intent, refused: Refused): string {
  const { status, code } = refused;
  const said = `(${status} ${code})`;
  const what = complaints(run, intent, refused);
  switch (status) {
    case 400:
      return `The service found it invalid ${said}: ${what} Correct the file and apply again.`;
    case 401:
      return intent.kind === 'transition' && intent.action === 'PUBLISH'
        ? `The earlier version of the API, which publishing needs, refused the credential ${said}: ${what} It may need an API key of its own: name its environment variable in campaigns/workspaces.yaml, as publish_api_key_env.`
        : `The service does not know the credential ${said}: ${what} Check the API key of this workspace.`;
    case 403:
      return `The credential may not change this campaign ${said}: ${what} It needs the scope campaigns:create_manage, and the campaign may belong to another team.`;
    case 404:
      return `The service has no such campaign any more ${said}: ${what} If it is gone for good, campaigns state forget ${intent.key} lets go of it.`;
    case 409:
      return intent.kind === 'create'
        ? `The service says that it clashes with something else ${said}: ${what} Another campaign, or another request under way, may be in its way: make a new plan, and apply again.`
        : `The campaign is in a state that does not allow it ${said}: ${what} Make a new plan: it says what can be done now.`;
    case 422:
      return `The service understood it, but it does not fit the campaign as it is ${said}: ${what} ${UNFIT[intent.kind]}`;
    default:
      return `The service refused it ${said}: ${what} Make a new plan before you apply again.`;
  }
}

const UNFIT: Readonly<Record<Intent['kind'], string>> = {
  create: 'Correct the file and apply again.',
  update: 'Correct the file, or make a new plan: it says what can be done now.',
  transition: 'Complete the file where something is missing, or ask for another status.',
};

/** Each complaint of the service with its place in the files, as `file:line:col`, where it has one. */
function complaints(run: Run, intent: Intent, { message, target, details }: Refused): string {
  const [first, ...others] = details.length > 0 ? details : [{ target: target ?? '', message }];
  const seen = [first, ...others.slice(0, PLACES_TOLD - 1)].flatMap((one) => one ?? []);
  const more = others.length + 1 - seen.length;
  const texts = seen.map((one) => placed(run, intent, { ...one, message: one.message || message }));
  return sentence(texts.join('; ') + (more > 0 ? `; and ${more} more` : ''));
}

function placed(run: Run, { file }: Intent, { target, message }: Refused['details'][number]): string {
  if (target === '') return message;
  const place = run.options.locate(file, target);
  const what = message.includes(target) ? message : `${target}: ${message}`;
  if (place !== undefined) return `${place} ${what}`;
  return AUTHORS.has(target) ? `${what} (${FROM_GIT})` : what;
}

const AUTHORS = new Set(['created_by', 'updated_by']);
const FROM_GIT = 'from the author of the last commit of the file, or from actor in workspaces.yaml';

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
