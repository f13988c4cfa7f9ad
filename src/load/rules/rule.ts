import type { CampaignKey, DesiredStatus } from '../../model/campaign.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import type { TeamRules } from '../../model/team-rules.ts';
import type { Problem } from '../problem.ts';

/** What a rule looks at: a campaign's body for one workspace, references resolved. */
export interface RuleInputs {
  readonly key: CampaignKey;
  readonly body: JsonObject;
  /** What the file asks of the status. */
  readonly status: DesiredStatus | undefined;
  readonly features: readonly string[];
  readonly workspace: string;
  /** Whether an apply publishes in this workspace. */
  readonly publishes: boolean;
  /** The schema has nothing against the value at `path`, nor against anything inside it. */
  readonly isSound: (path: Path) => boolean;
  /** Whether a text is the path, from the campaign file, of a file of the repository. */
  readonly isFile: (path: string) => boolean;
  /** Known to be published already. */
  readonly isLive: boolean;
  /** Known to have ended: sent, stopped or archived. */
  readonly hasEnded: boolean;
  /** Epoch milliseconds; undefined where nobody asks what is past. */
  readonly now: number | undefined;
  /** A plan follows, which goes by the live status and holds what can't be published. */
  readonly isPlanned: boolean;
  /** What the team itself asks for. */
  readonly rules: TeamRules;
}

/** A rule of the service, or ours, that JSON Schema can't say. */
export type Rule = (inputs: RuleInputs) => Problem[];

/** A text, and where it stands. */
interface PlacedText {
  readonly path: Path;
  readonly text: string;
}

/** The texts of the bodies that rules look at: each of them asks. */
const textsOfBody = new WeakMap<JsonObject, readonly PlacedText[]>();

/** All texts of a body, with their paths. */
export function textsInBody(body: JsonObject): readonly PlacedText[] {
  const known = textsOfBody.get(body) ?? textsIn(body, []);
  textsOfBody.set(body, known);
  return known;
}

/** All texts of the value at a path, with their paths. */
export function textsIn(value: JsonValue, path: Path): readonly PlacedText[] {
  const found: PlacedText[] = [];
  const walk = (here: JsonValue, at: Path) => {
    if (typeof here === 'string') found.push({ path: at, text: here });
    else if (isList(here)) here.forEach((item, index) => walk(item, [...at, index]));
    else if (isJsonObject(here))
      for (const name of Object.keys(here)) walk(here[name] ?? null, [...at, name]);
  };
  walk(value, path);
  return found;
}

/** As many findings of one kind as are reported of one text; the others appear once these are fixed. */
export const FINDINGS_AT_MOST = 20;
