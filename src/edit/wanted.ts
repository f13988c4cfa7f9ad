import type { CampaignKey } from '../model/campaign.ts';
import type { JsonValue } from '../model/json.ts';
import type { PartName, PullNote, Unwritten } from '../model/pull.ts';

/** What a campaign file should say. Paths are from the root of the repository. */
export interface Wanted {
  readonly key: CampaignKey;
  readonly file: string;
  /** The exact text to begin with; if omitted, the one that the file has. */
  readonly text?: string;
  /** Texts that the file refers to, exactly as they are written. */
  readonly texts?: ReadonlyMap<string, string>;
  /** What it should then say, by workspace; undefined for a part that is removed. */
  readonly says?: ReadonlyMap<string, Parts>;
}

export type Parts = ReadonlyMap<PartName, JsonValue | undefined>;

/** What became of a campaign. */
export interface WrittenBack {
  readonly wanted: Wanted;
  /** The files that were written for it, the campaign file first. */
  readonly files: readonly string[];
  readonly notes: readonly PullNote[];
  /** Why parts were not written. They are no longer in `wanted`. */
  readonly left: readonly Unwritten[];
}
