import { openWorkspace } from '../app/context.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { withService } from '../app/service.ts';
import { exitOfTest, prepareTest, sendPrepared, type TestRequest } from '../app/test-send.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isSent, type TestPart } from '../model/test-send.ts';
import { testDocument } from '../render/documents/test-document.ts';
import { testText } from '../render/text/test-text.ts';
import { requireYes, type CommandSession, type ProposalOptions } from './session.ts';

/** Sends a campaign's messages, as its file says, to a few recipients. A command sends them once at most. */
export async function testSend(
  options: ProposalOptions & TestRequest & TestPart,
  session: CommandSession,
): Promise<ExitCode> {
  const { terminal } = session;
  const target = await openWorkspace(options, session);
  const prepared = await prepareTest(target, options);
  const { desired, recipients } = prepared;
  const { key, file } = desired;
  const outcome = await withService(target, async (service) => {
    await requireYes(session, options, { kind: 'test', key, to: recipients.to });
    return sendPrepared(service, target, { ...prepared, part: options });
  });
  if (outcome.kind === 'failed') throw new UserFailure(exitOfTest(outcome.cause), outcome.cause);
  const { results } = outcome;
  terminal.out(
    options.json
      ? testDocument(key, { to: recipients.to, results })
      : testText({ key, file, ...recipients, outcome }, target.workspace.name, terminal),
  );
  return isSent(outcome) ? EXIT.DONE : EXIT.FAILED;
}
