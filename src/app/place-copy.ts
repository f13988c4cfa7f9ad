import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { firstFree } from '../edit/assign-keys.ts';
import { claimedKeys, isKey, keyOf } from '../load/key.ts';
import {
  comparableName,
  COMPONENTS,
  type CampaignKey,
  type CampaignStatus,
  type Desired,
} from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import { isJsonObject, sameJson, type JsonValue } from '../model/json.ts';
import { knownOf, type Binding, type State } from '../model/state.ts';
import type { Context, InWorkspace } from './context.ts';
import { openService } from './service.ts';
import { UserFailure } from './process/user-failure.ts';

/** The key of a copy, and its file from the root of the repository. */
interface PlaceOfCopy {
  readonly key: CampaignKey;
  readonly file: string;
}

/** Where a copy is written: under the key that the user chose, or under the old one with a number. */
export function placeOfCopy(
  request: { readonly key?: string },
  at: {
    readonly context: Context;
    readonly state: State;
    readonly key: string;
    readonly file: string;
    readonly name: string;
  },
): PlaceOfCopy {
  const { folder, repository } = at.context;
  const taken = new Set(
    [...claimedKeys(folder.files()), ...at.state.bindings.keys()].map((one) => one.toLowerCase()),
  );
  const hasOwnKey = keyOf(folder.below(at.file)) !== at.key;
  const fileOf = (key: string) =>
    hasOwnKey
      ? posix.join(posix.dirname(at.file), `${posix.basename(key)}.yaml`)
      : `${folder.path}/${key}.yaml`;
  const isTaken = (key: string) =>
    taken.has(key.toLowerCase()) || existsSync(join(repository.root, fileOf(key)));
  if (request.key === undefined) {
    const base = keyOfOriginal(at);
    const key = firstFree(base, (one) => one === base || isTaken(one));
    // A key with a number appended is still a valid key.
    return { key: key as CampaignKey, file: fileOf(key) };
  }
  if (!isKey(request.key)) throw new UserFailure(EXIT.USAGE, { code: 'invalid-key', key: request.key });
  if (isTaken(request.key))
    throw new UserFailure(EXIT.USAGE, { code: 'key-taken', name: request.key, by: 'another campaign' });
  // `isKey` has accepted it.
  return { key: request.key as CampaignKey, file: fileOf(request.key) };
}

/** The key without its number if the name has that number, too, because the campaign is a copy itself. */
function keyOfOriginal({ key, name }: { readonly key: string; readonly name: string }): string {
  const [, base, number] = /^(.*[^-/])-(\d+)$/.exec(key) ?? [];
  return base !== undefined && name.trimEnd().endsWith(` (${number})`) ? base : key;
}

/**
 * The copy that a killed run has written: an unmanaged draft with the whole edit, of which the old file may have lost a
 * part already, so that it says partly that, and partly what was applied last.
 */
export function copyBegun(
  campaigns: readonly Desired[],
  { desired, last, state }: { readonly desired: Desired; readonly last: Desired; readonly state: State },
): PlaceOfCopy | undefined {
  return campaigns.find((one) => {
    if (state.bindings.has(one.key) || (one.status ?? 'DRAFT') !== 'DRAFT') return false;
    if (one.name === desired.name || one.channel !== last.channel || one.deliveryType !== last.deliveryType)
      return false;
    const copy = {
      ...one.components,
      basic_details: { ...one.components.basic_details, name: desired.name },
    };
    return (
      COMPONENTS.some((name) => !sameJson(copy[name], last.components[name])) &&
      COMPONENTS.every((name) => isMixOf(desired.components[name], last.components[name], copy[name]))
    );
  });
}

/** Whether each leaf is one of these. */
function isMixOf(
  value: JsonValue | undefined,
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): boolean {
  if (sameJson(value, one) || sameJson(value, other)) return true;
  if (!isJsonObject(value) || !isJsonObject(one) || !isJsonObject(other)) return false;
  const names = new Set([value, one, other].flatMap((all) => Object.keys(all)));
  return [...names].every((name) => isMixOf(value[name], one[name], other[name]));
}

interface Asked extends InWorkspace {
  readonly binding: Binding;
  readonly desired: Desired;
  /** Names of campaigns in this repository. */
  readonly taken: readonly string[];
}

/** What the copy of a campaign depends on. */
interface Answered {
  /** The live status, or, without the service, the last recorded one. */
  readonly status: CampaignStatus;
  /** A name for the copy that no other campaign has. */
  readonly nameFor: (name: string) => string;
}

/** Queries the service if its key is available; otherwise, or if it doesn't answer, the record is enough. */
export async function askService(asked: Asked): Promise<Answered> {
  const { context, workspace, binding, desired } = asked;
  const recorded = binding.status.seen;
  if (!context.keyOf(workspace)) return { status: recorded, nameFor: nameFrom(2, asked.taken) };
  const service = await openService(context, workspace);
  try {
    const { campaignId: id, channel, deliveryType } = binding;
    const answers = await service.readCampaigns([id], new Map([[id, knownOf(binding)]]));
    const answer = answers.get(id);
    const status = answer?.kind === 'present' ? answer.live.status : recorded;
    for (let number = 2; ; number += 1) {
      const nameFor = nameFrom(number, asked.taken);
      const kind = { name: nameFor(desired.name), channel, deliveryType };
      const found = (await service.searchByNames([kind])).get(kind);
      // If the search fails here, the plan searches again before anything is created.
      if (found?.kind !== 'found' || found.campaigns.length === 0) return { status, nameFor };
    }
  } finally {
    await service.close();
  }
}

/** `Welcome (2)`: the first number from `first` on that makes the name unique. */
function nameFrom(first: number, taken: readonly string[]): Answered['nameFor'] {
  const known = new Set(taken.map(comparableName));
  return (name) => {
    const [, base = name] = /^(.*) \(\d+\)$/.exec(name) ?? [];
    for (let number = first; ; number += 1)
      if (!known.has(comparableName(`${base} (${number})`))) return `${base} (${number})`;
  };
}
