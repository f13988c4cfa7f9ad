import { jsonText } from '../../model/json.ts';
import type { Moves } from '../../model/moved.ts';

/** A binding under another key. */
export interface Moved {
  readonly workspace: string;
  readonly from: string;
  readonly to: string;
  readonly campaignId: string;
}

/** A campaign that was forgotten. */
export interface Forgotten {
  readonly key: string;
  /** Undefined if only an unresolved creation was recorded. */
  readonly campaignId: string | undefined;
  /** The last recorded live status. */
  readonly status: string | undefined;
  readonly isSending: boolean;
}

/** The service, its workspace, and the campaign folder that a record belongs to. */
export interface Target {
  readonly baseUrl: string;
  readonly appKey: string;
  readonly folder?: string | undefined;
}

/** The target of a workspace by its record, and by workspaces.yaml. */
export interface TargetMove {
  readonly workspace: string;
  /** Undefined if nothing is recorded yet. */
  readonly from: Target | undefined;
  readonly to: Target;
  readonly bound: number;
  readonly isMoved: boolean;
}

/** `{"format": "campaign-target-move/1", …}`, for scripts. */
export function targetDocument({ workspace, from, to, bound, isMoved }: TargetMove): string {
  const plain = ({ baseUrl, appKey, folder }: Target) => ({
    ...{ base_url: baseUrl, app_key: appKey, folder: folder ?? null },
  });
  return jsonText({
    format: 'campaign-target-move/1',
    workspace,
    from: from ? plain(from) : null,
    to: plain(to),
    campaigns: bound,
    moved: isMoved,
  });
}

/** `{"format": "campaign-move/1", …}`, for scripts. */
export function moveDocument({ workspace, from, to, campaignId }: Moved): string {
  return jsonText({ format: 'campaign-move/1', workspace, from, to, campaign_id: campaignId });
}

/** `{"format": "campaign-moves/1", …}`, for scripts. */
export function movesDocument(
  { certain, doubtful, swapped }: Moves,
  { workspace, isDone }: { readonly workspace: string; readonly isDone: boolean },
): string {
  return jsonText({
    format: 'campaign-moves/1',
    workspace,
    done: isDone,
    moves: certain.map(({ from, to, file, campaignId, because }) => ({
      ...{ from, to, file, campaign_id: campaignId, because },
    })),
    doubtful: doubtful.map(({ to, file, from }) => ({ to, file, from })),
    swapped: swapped.map(({ from, to, file }) => ({ from, to, file })),
  });
}

/** `{"format": "campaign-forgotten/1", …}`, for scripts. */
export function forgottenDocument(workspace: string, forgotten: readonly Forgotten[]): string {
  return jsonText({
    format: 'campaign-forgotten/1',
    workspace,
    forgotten: forgotten.map(({ key, campaignId, status, isSending }) => ({
      key,
      campaign_id: campaignId ?? null,
      live_status: status ?? null,
      still_sending: isSending,
    })),
  });
}
