import { openWorkspace } from '../app/context.ts';
import { prepareReplacement } from '../app/replace.ts';
import { carryOut } from '../app/rewrite.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { jsonText } from '../model/json.ts';
import type { Replacement } from '../model/replacement.ts';
import { replaceSteps, replaceText } from '../render/text/rewrite-texts.ts';
import { type CommandSession, requireYes, type ProposalOptions } from './session.ts';

interface ReplaceOptions extends ProposalOptions {
  readonly name: string;
}

/** Moves a locked edit into a copy of its campaign, and restores the campaign's own file. */
export async function replace(options: ReplaceOptions, session: CommandSession): Promise<ExitCode> {
  const { terminal } = session;
  const { name, json, dryRun = false } = options;
  const { context, workspace } = await openWorkspace(options, session);
  const prepared = await prepareReplacement(name, { context, workspace });
  const { report } = prepared;
  if (!json) terminal.out(replaceText(report, terminal));
  if (!dryRun) await requireYes(session, options, { kind: 'write' });
  const done = dryRun ? report : carryOut(prepared, context);
  terminal.out(json ? documentOf(done) : replaceSteps(done, terminal));
  return EXIT.DONE;
}

/** `{"format": "campaign-replacement/1", …}`, for scripts: `schemas/replacement.schema.json`. */
function documentOf({ workspace, old, copy, texts, alsoFor, isDone }: Replacement): string {
  return jsonText({
    ...{ format: 'campaign-replacement/1', workspace, done: isDone },
    old: {
      ...{ key: old.key, file: old.file, campaign_id: old.campaignId },
      ...{ live_status: old.status, restored_from: old.commit },
    },
    ...{ copy, texts, also_for: alsoFor },
  });
}
