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

/** Every text of a value, with its place. */
export function textsIn(value: JsonValue, path: Path = []): { readonly path: Path; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (isList(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}

/** As many findings of one kind as are reported of one text; the others appear once these are fixed. */
export const FINDINGS_AT_MOST = 20;
