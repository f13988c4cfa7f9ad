import type { Moves } from '../../model/moved.ts';
import { json } from '../json.ts';

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
  /** Undefined where only an unsettled creation was recorded. */
  readonly campaignId: string | undefined;
  /** The live status when it was last noted. */
  readonly status: string | undefined;
  readonly isSending: boolean;
}

/** `{"format": "campaign-move/1", …}`, for scripts. */
export function moveDocument({ workspace, from, to, campaignId }: Moved): string {
  return json({ format: 'campaign-move/1', workspace, from, to, campaign_id: campaignId });
}

/** `{"format": "campaign-moves/1", …}`, for scripts. */
export function movesDocument(
  { certain, doubtful }: Moves,
  { workspace, isDone }: { readonly workspace: string; readonly isDone: boolean },
): string {
  return json({
    format: 'campaign-moves/1',
    workspace,
    done: isDone,
    moves: certain.map(({ from, to, file, campaignId, because }) => ({
      ...{ from, to, file, campaign_id: campaignId, because },
    })),
    doubtful: doubtful.map(({ to, file, from }) => ({ to, file, from })),
  });
}

/** `{"format": "campaign-forgotten/1", …}`, for scripts. */
export function forgottenDocument(workspace: string, forgotten: readonly Forgotten[]): string {
  return json({
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
