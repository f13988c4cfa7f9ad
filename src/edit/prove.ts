import type { Judged } from '../load/judge.ts';
import { COMPONENTS, type CampaignKey, type Desired } from '../model/campaign.ts';
import { severityOf, type Diagnostic } from '../model/diagnostic.ts';
import { stableText, type JsonValue } from '../model/json.ts';
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

export interface Proof {
  /** Campaigns that would not say what is wanted, with the new mistakes in their files. */
  readonly unproven: ReadonlyMap<CampaignKey, readonly Diagnostic[]>;
  /** Where else a campaign would say something else than before. */
  readonly also: readonly { readonly workspace: string; readonly key: CampaignKey }[];
}

/**
 * Compares what the files would say with what is wanted: the wanted parts hold, and everything else that they say stays
 * as it was. What is wanted of a text is only the text, and nothing is compared with what its campaign said before.
 */
export function prove(
  written: readonly Pick<WrittenBack, 'wanted' | 'files'>[],
  { before, after }: Readonly<Record<'before' | 'after', Judged>>,
): Proof {
  const known = new Set(before.diagnostics.map(textOf));
  const mistakes = after.diagnostics.filter((one) => severityOf(one) === 'error' && !known.has(textOf(one)));
  const unproven = new Map<CampaignKey, readonly Diagnostic[]>();
  for (const { wanted, files } of written) {
    const own = mistakes.filter(({ file }) => file === wanted.file || files.includes(file));
    if (own.length > 0) unproven.set(wanted.key, own);
  }
  const wantedOf = new Map(written.map(({ wanted }) => [wanted.key, wanted]));
  const also: Proof['also'][number][] = [];
  for (const workspace of after.desired.keys()) {
    const [former, now] = [before, after].map(({ desired }) => byKey(desired.get(workspace)));
    for (const key of new Set([...(former?.keys() ?? []), ...(now?.keys() ?? [])])) {
      const [was, is] = [former?.get(key), now?.get(key)];
      const wanted = wantedOf.get(key);
      const parts = wanted?.says?.get(workspace);
      const expected = wanted?.text !== undefined && parts ? is : was;
      if (saidBy(is) === saidBy(expected, parts)) continue;
      if (parts) unproven.set(key, unproven.get(key) ?? []);
      else also.push({ workspace, key });
    }
  }
  return { unproven, also };
}

function byKey(campaigns: readonly Desired[] = []): ReadonlyMap<CampaignKey, Desired> {
  return new Map(campaigns.map((one) => [one.key, one]));
}

function textOf({ file, code, message }: Diagnostic): string {
  return JSON.stringify([file, code, message]);
}

const PARTS: readonly PartName[] = [...COMPONENTS, 'status'];

/** What a campaign says, with some other parts. */
function saidBy(campaign: Desired | undefined, parts?: Parts): string {
  if (!campaign) return parts ? 'missing' : '';
  const { channel, deliveryType, status, components } = campaign;
  const own: Readonly<Partial<Record<PartName, JsonValue>>> = { ...components, ...(status && { status }) };
  const said = PARTS.map((name) => stableText(parts?.has(name) ? parts.get(name) : own[name]));
  return [channel, deliveryType, ...said].join('\n');
}
