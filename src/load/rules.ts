import { isComponentName, type ComponentName } from '../model/campaign.ts';
import type { DiagnosticCode } from '../model/diagnostic.ts';
import { isJsonObject, valueAt, type JsonObject, type Path } from '../model/json.ts';
import type { SchemaProblem } from './schema-errors.ts';
import { suggestion } from './nearest.ts';
import { unknownFields } from './unknown-fields.ts';

/** What a rule looks at: a campaign's body for one workspace, references resolved. */
export interface RuleInputs {
  readonly body: JsonObject;
  readonly features: readonly string[];
  readonly workspace: string;
}

type Rule = (inputs: RuleInputs) => SchemaProblem[];

/** Rules of the service, and ours, that JSON Schema can't say. */
export const RULES: readonly Rule[] = [nameIsThere, featuresAreOn, distributionAddsUp, fieldsAreKnown];

/** Open point V21: recovery and the same-name rule rest on the name. */
function nameIsThere({ body }: RuleInputs): SchemaProblem[] {
  const details = body.basic_details;
  if (!isJsonObject(details)) {
    return [problem([], 'E_MISSING', 'basic_details.name is missing', 'add basic_details: { name: … }')];
  }
  const { name } = details;
  if (name === undefined)
    return [problem(['basic_details'], 'E_MISSING', 'name is missing in basic_details', 'add name')];
  if (typeof name !== 'string' || name.trim() !== '') return [];
  return [problem(['basic_details', 'name'], 'E_MISSING', 'the name is empty', 'give the campaign a name')];
}

/** Specification, Push delivery_controls and campaign_audience_limit: parts that a workspace must have enabled. */
const GATED: readonly { readonly path: Path; readonly feature: string }[] = [
  { path: ['delivery_controls', 'queuing_enabled'], feature: 'queuing' },
  { path: ['delivery_controls', 'queue_duration'], feature: 'queuing' },
  { path: ['campaign_audience_limit'], feature: 'audience_limit' },
];

function featuresAreOn({ body, features, workspace }: RuleInputs): SchemaProblem[] {
  return GATED.filter(
    ({ path, feature }) => valueAt(body, path) !== undefined && !features.includes(feature),
  ).map(({ path, feature }) =>
    problem(
      path,
      'E_FEATURE',
      `${String(path.at(-1))} needs the feature ${feature}, which ${workspace} doesn't have`,
      `take it out (an override for ${workspace} may set it to null), or add ${feature} to the workspace's features`,
    ),
  );
}

/** Open point V8: keys variation_1 to variation_N, whole percentages that add up to 100. */
function distributionAddsUp({ body }: RuleInputs): SchemaProblem[] {
  const at: Path = ['campaign_content', 'variation_details'];
  const shares = valueAt(body, [...at, 'manual_distribution_percentage']);
  const count = valueAt(body, [...at, 'no_of_variations']);
  if (!isJsonObject(shares) || typeof count !== 'number') return [];
  const path = [...at, 'manual_distribution_percentage'];
  const wanted = Array.from({ length: count }, (_, index) => `variation_${index + 1}`);
  const missing = wanted.filter((name) => !(name in shares));
  if (missing.length > 0 || Object.keys(shares).length !== count) {
    return [
      problem(
        path,
        'E_DISTRIBUTION',
        `the shares are not those of ${count} variations`,
        `name exactly ${wanted.join(', ')}`,
      ),
    ];
  }
  const sum = Object.values(shares).reduce<number>(
    (total, share) => total + (typeof share === 'number' ? share : 0),
    0,
  );
  return sum === 100
    ? []
    : [problem(path, 'E_DISTRIBUTION', `the shares add up to ${sum}`, 'they must add up to 100')];
}

/** Open point V6: the service would keep an unknown field without a word. */
function fieldsAreKnown({ body }: RuleInputs): SchemaProblem[] {
  const names = Object.keys(body).filter((name): name is ComponentName => isComponentName(name));
  return names.flatMap((name) =>
    unknownFields(body.channel === 'EMAIL' ? 'EMAIL' : 'PUSH', name, body[name] ?? null).map(
      ({ path, known }): SchemaProblem => ({
        path,
        on: 'key',
        code: 'W_UNKNOWN_FIELD',
        message: `"${String(path.at(-1))}" is no field of ${String(path.at(-2) ?? name)} that we know`,
        hint: suggestion(String(path.at(-1)), known),
      }),
    ),
  );
}

function problem(path: Path, code: DiagnosticCode, message: string, hint: string): SchemaProblem {
  return { path, on: 'value', code, message, hint };
}
