import { firstFew, counted } from '../model/show.ts';
import { TEST_LABEL } from '../model/test-send.ts';
import { sentence, say, type Phrase } from './phrase.ts';

const NAMED = 5;

/** What reports about test messages say. */
export const TEST = {
  title: (workspace: string) => say`Test messages · ${workspace}`,
  /** Above the results. */
  intro: (commit: string, campaigns: number) =>
    say`What ${commit.slice(0, 7)} would send, for ${counted(campaigns, 'campaign')}. To test another commit, push it, then set the label ${TEST_LABEL} again.`,
  to: (recipients: readonly string[]) => say`to ${firstFew(recipients, NAMED)}`,
  sent: say`sent`,
  failed: (reason: string | null): Phrase =>
    reason === null ? say`failed` : sentence(say`failed: ${reason}`),
  sending: say`being sent`,
  waiting: say`not sent yet`,
  serviceSays: (said: string) => sentence(say`The service says: ${said}`),
  /** Of a run that was killed. `sending`: what it was about to send; `left`: what it never began. */
  interrupted: (sending: readonly string[], left: readonly string[]) =>
    say`The run that sent these was interrupted. It isn't known whether the messages of ${firstFew(sending, NAMED)} were sent: ask the recipients.${left.length === 0 ? '' : ` Not sent: ${firstFew(left, NAMED)}.`} Nothing is sent again for this commit. To test again, push a commit, then set the label again.`,
} as const;
