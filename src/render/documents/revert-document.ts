import { jsonText } from '../../model/json.ts';
import { heldText } from '../../messages/catalog/held.ts';
import type { RevertReport } from '../../model/revert.ts';

/** A revert as JSON for machines: `schemas/revert.schema.json`. */
export function revertDocument({ workspace, campaigns, isLastApplied, isDone }: RevertReport): string {
  return jsonText({
    format: 'campaign-revert/1',
    workspace,
    written: isDone,
    to: isLastApplied ? 'last-applied' : 'commit',
    campaigns: campaigns.map(({ key, file, commit, written, shared, alsoChanges, held, mistakes }) => ({
      key,
      file,
      commit: commit.id,
      committed_at: commit.at,
      files: written,
      shared: shared.map((one) => ({ file: one.file, keys: one.keys })),
      also_changes: alsoChanges,
      held: held.map((one) => ({
        reason: one.reason,
        components: one.components,
        message: heldText(one, workspace),
      })),
      mistakes,
    })),
  });
}
