import { draftFiles, type Drafts } from '../../src/app/importing/draft-files.ts';
import { Secrets } from '../../src/app/secrets.ts';
import { CampaignFolder } from '../../src/files/campaign-folder.ts';
import { loadConfiguration } from '../../src/load/load-configuration.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { COMPONENTS, type CampaignId, type Desired, type Live } from '../../src/model/campaign.ts';
import { severityOf, type Diagnostic } from '../../src/model/diagnostic.ts';
import type { TeamRules } from '../../src/model/team-rules.ts';
import type { Plan } from '../../src/model/plan.ts';
import { load } from './load/marked.ts';
import { planFor, stateOf, WORKSPACE } from './builders.ts';

// A live campaign as a file, and the plan for that file.

const FEATURES = ['queuing', 'audience_limit'];
const IMPORTING = { ...WORKSPACE, features: FEATURES };

/** A live campaign with the body of a request. */
export function liveOf(body: Readonly<Record<string, unknown>>, more: Partial<Live> = {}): Live {
  const { channel, campaign_delivery_type: type } = body;
  const components = Object.fromEntries(COMPONENTS.flatMap((one) => (body[one] ? [[one, body[one]]] : [])));
  const id = more.id ?? ('64a1b2c3d4e5f6a7b8c9d0e1' as CampaignId);
  const details = body.basic_details as { readonly name?: string } | undefined;
  return {
    id,
    documentId: id,
    channel: String(channel),
    deliveryType: String(type),
    status: 'ACTIVE',
    name: details?.name,
    components,
    updatedAt: '2026-11-01 08:00:00.000000',
    readOnly: undefined,
    ...more,
  };
}

const { configuration, source } = loadConfiguration(
  'campaigns/workspaces.yaml',
  'workspaces: { local: { base_url: http://127.0.0.1:4010/, app_key: local, api_key_env: CAMPAIGNS_KEY } }',
  { limits: DEFAULT_LIMITS },
);
if (!configuration) throw new Error('the configuration is invalid');

const context = {
  folder: new CampaignFolder('/nowhere', 'campaigns', { ignored: new Set() }),
  repository: { root: '/nowhere' },
  configuration: { ...configuration, workspaces: new Map([[IMPORTING.name, IMPORTING]]) },
  source,
  secrets: new Secrets(),
};

/** The files of live campaigns, as an import into an empty folder writes them. */
export function draftsOf(campaigns: readonly Live[]): Drafts {
  const rules = { into: '', taken: [] };
  return draftFiles({ campaigns, changing: new Map(), rules, workspace: IMPORTING, context });
}

/** What the files say after the import, what is found in them by a team's rules, and the plan right after it. */
export function afterImport(
  { files }: Drafts,
  rules: TeamRules = {},
): {
  readonly desired: readonly Desired[];
  readonly errors: readonly Diagnostic[];
  readonly plan: Plan;
} {
  const loaded = load(Object.fromEntries(files.map(({ key, text }) => [`${key}.yaml`, text])), {
    workspaces: [IMPORTING],
    managed: files.map(({ key }) => key),
    live: files.flatMap(({ key, live }) => (live.status === 'DRAFT' ? [] : [key])),
    recorded: Object.fromEntries(files.map(({ key, binding }) => [key, binding.status.seen])),
    observed: Object.fromEntries(files.map(({ key, binding }) => [key, binding.observed])),
    ...{ isPlanned: true, rules },
    texts: Object.fromEntries(files.flatMap((one) => [...one.texts])),
  });
  const desired = loaded.desired.get(IMPORTING.name) ?? [];
  const state = stateOf(files.map(({ binding }) => binding));
  const plan = planFor({ desired, state, live: files.map(({ live }) => live) }, { workspace: IMPORTING });
  const errors = loaded.diagnostics.filter((one) => severityOf(one) === 'error');
  return { desired, errors, plan };
}
