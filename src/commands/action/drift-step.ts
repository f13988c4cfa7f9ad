import { COMMENT_ROOM, SUMMARY_ROOM } from '../../report/markdown/fit-blocks.ts';
import { driftIssue } from '../../report/markdown/drift-issue.ts';
import { driftText } from '../../report/text/drift-text.ts';
import { keepDriftIssue } from '../../github/drift-issue.ts';
import { chooseWorkspace } from '../context.ts';
import { findDriftOf } from '../reading/find-drift-of.ts';
import { withoutSecrets } from '../telling/secrets.ts';
import { green, red, type Ending } from './ending.ts';
import { addressAt, openActionContext, tellGitHub, type ActionGround } from './ground.ts';
import { planBasis } from './pull-basis.ts';

/** Looks whether somebody changed live campaigns by hand, and keeps one issue about it. */
export async function driftStep(ground: ActionGround): Promise<Ending> {
  const { inputs, around, log } = ground;
  const context = await openActionContext(ground);
  const workspace = chooseWorkspace(context, inputs.workspace);
  if (inputs.apiKey === '') {
    const message = `There is no API key for ${workspace.name}: give the input api-key, from a secret of this repository.`;
    return red('failed', 'credential', { message });
  }
  // A proposal does not say where secrets go.
  const { target } = await planBasis({ context, workspace, named: inputs.workspace }, around.trigger);
  if (target === 'not-as-in-base') {
    const message = `Where ${workspace.name} is (base_url, app_key, api_key_env or header_prefix) is not as on the base branch, or it is another default. So the service was not asked, and no secret was sent. Run drift on a schedule.`;
    return red('failed', 'usage', { message });
  }
  const report = await findDriftOf(context, workspace, { only: inputs.only });
  log.terminal.out(driftText(report, log.terminal));
  // By the branch and not by the commit: the same drift says the same, whatever was merged meanwhile.
  const branch = around.trigger.kind === 'branch' ? around.trigger.branch : around.trigger.base.ref;
  const options = { addressOf: addressAt(ground, branch), footnotes: [] };
  await log.summarize(driftIssue(report, { ...options, room: SUMMARY_ROOM }).body);
  const isClean = report.drifted.length === 0 && report.unknown.length === 0;
  const text = driftIssue(report, { ...options, room: COMMENT_ROOM });
  const told = { title: text.title, body: withoutSecrets(text.body) };
  // What was looked at in part says nothing of the rest.
  const kept =
    inputs.only.length > 0
      ? undefined
      : await tellGitHub(ground, 'The drift issue could not be written', (api) =>
          keepDriftIssue(api, workspace.name, isClean ? undefined : told),
        );
  if (inputs.pullRequest === 'yes' && report.drifted.length > 0) log.warn(NO_PULL_REQUEST);
  const outputs = { drifted: report.drifted.length, 'comment-url': kept?.url ?? '' };
  if (report.unknown.length > 0) {
    const message = `${report.unknown.length} campaigns could not be read, so nobody can say whether they drifted.`;
    return red('failed', 'unreachable', { message, outputs });
  }
  const outcome = isClean ? 'clean' : 'drifted';
  if (inputs.failOn === 'drift' && !isClean)
    return red(outcome, 'drift', {
      message: 'Live campaigns were changed by hand. The summary tells which.',
      outputs,
    });
  return green(outcome, outputs);
}

const NO_PULL_REQUEST =
  'pull-request: true is not possible yet: this version can tell drift, but not write it back into the files.';
