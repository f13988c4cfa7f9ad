import { touchedKeys } from '../load/touched-campaigns.ts';
import { complaintsIn } from '../apply/complaints.ts';
import { fieldLocator } from '../load/locate-refused-field.ts';
import type { ComponentName, Desired } from '../model/campaign.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { chunks } from '../model/grouping.ts';
import type { JsonObject } from '../model/json.ts';
import type { RefusalCause } from '../model/reasons.ts';
import {
  RECIPIENTS_AT_MOST,
  recipientsOn,
  recipientTypes,
  type MessageTest,
  type Recipients,
  type TestOutcome,
  type TestPart,
  type TestRecipient,
} from '../model/test-send.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { sendTest, type TestAnswer } from '../remote/send-test.ts';
import { toUnknown } from '../remote/unreadable.ts';
import { changesSince } from './changes.ts';
import type { InWorkspace } from './context.ts';
import { badOption, UserFailure } from './process/user-failure.ts';
import { requireDesired, type OpenCampaigns } from './reading/load-files.ts';
import { openStateStore, readRecord } from './record.ts';
import { readOne } from './read-named.ts';
import { about, both } from './select-campaigns.ts';

// A test sends the content of a file as it is, without saving anything in the service: the campaign may not exist there yet,
// and its live version may differ.

/** The campaign to test, and who should get it, as the user named them. */
export interface TestRequest {
  readonly name: string;
  readonly to: readonly string[];
  readonly type?: string | undefined;
}

/** A test that can be sent. */
export interface PreparedTest {
  readonly files: Pick<OpenCampaigns, 'inputs'>;
  readonly desired: Desired;
  readonly recipients: Recipients;
}

/**
 * The test of a campaign as its file says; throws UserFailure if the file has errors or lacks something, or if these
 * recipients can't get one request. Asks no service.
 */
export async function prepareTest(target: InWorkspace, request: TestRequest): Promise<PreparedTest> {
  const { name } = request;
  const { files, own: desired, desired: all } = await readOne(target, name);
  if (!desired)
    throw new UserFailure(EXIT.USAGE, {
      ...{ code: 'unknown-name', what: 'campaign file', name, known: all.map(({ key }) => key) },
    });
  const recipients = requireRecipients(request, desired, target.workspace.headerPrefix);
  const lacking = lackOf(desired);
  if (lacking) throw new UserFailure(EXIT.INVALID, lacking);
  return { files, desired, recipients };
}

/** One request has at most ten recipients, and one type of IDs. */
function requireRecipients(
  { to, type }: Omit<TestRequest, 'name'>,
  { channel }: Desired,
  headerPrefix: string,
): Recipients {
  const values = recipientTypes(channel, headerPrefix);
  if (type !== undefined && !values.includes(type))
    throw badOption('--type', { why: 'choices', values }, type);
  const typed = type === undefined ? {} : { type };
  const [recipients, ...others] = recipientsOn(
    channel,
    to.map((id) => ({ id, ...typed })),
  );
  if (!recipients || to.some((id) => id.trim() === ''))
    throw badOption('--to', { why: 'form', form: 'recipients' });
  if (others.length > 0) throw badOption('--to', { why: 'form', form: 'one-type' }, to.join(' '));
  if (recipients.to.length > RECIPIENTS_AT_MOST)
    throw badOption('--to', { why: 'form', form: 'recipients' }, to.join(' '));
  return recipients;
}

/** Why a campaign can't be tested; undefined if it can. */
export function lackOf({ key, channel, components }: Desired): RefusalCause | undefined {
  const needed: readonly ComponentName[] =
    channel === 'EMAIL' ? ['campaign_content', 'connector'] : ['campaign_content'];
  const lacks = needed.filter((name) => components[name] === undefined);
  return lacks.length === 0 ? undefined : { code: 'incomplete', key, lacks };
}

/**
 * The tests of the campaigns whose content, or what it refers to, changed since the merge base with a commit: one for each
 * type of recipients' IDs and each ten of them. A campaign that can't be tested has its outcome already.
 */
export async function changedTests(
  files: OpenCampaigns,
  { only, since, recipients }: ChangedTests,
): Promise<readonly PendingTest[]> {
  const { context, workspace } = files;
  const { state } = await readRecord(openStateStore(context, workspace));
  const world = about(only, requireDesired(files, state));
  const { touch } = await changesSince(since, files, 'contents');
  const asked = both(world.only, touchedKeys(touch, world.desired));
  return world.desired
    .filter(({ key }) => asked?.has(key) ?? true)
    .flatMap((desired): PendingTest[] => {
      const { key, file, channel } = desired;
      const groups = recipientsOn(
        channel,
        recipients.filter((one) => one.channel === channel),
      ).flatMap(({ type, to }) => chunks(to, RECIPIENTS_AT_MOST).map((some) => ({ type, to: some })));
      const cause: RefusalCause | undefined =
        groups.length === 0
          ? { code: 'no-test-recipients', workspace: workspace.name, channel }
          : lackOf(desired);
      const failed = cause && ({ kind: 'failed', cause, isUnknown: false } as const);
      const shown = failed ? [{ type: '', to: groups.flatMap(({ to }) => to) }] : groups;
      return shown.map((group) => ({ key, file, ...group, desired, outcome: failed ?? 'waiting' }));
    });
}

/** Which tests a pull request has. */
interface ChangedTests {
  readonly only: readonly string[];
  /** A commit. */
  readonly since: string;
  readonly recipients: readonly TestRecipient[];
}

/** A test of a pull request, with its campaign. */
export interface PendingTest extends MessageTest {
  readonly desired: Desired;
}

/** Sends one test, once. */
export async function sendPrepared(
  service: CampaignService,
  { context, workspace }: InWorkspace,
  { files, desired, recipients, part = {} }: PreparedTest & { readonly part?: TestPart },
): Promise<TestOutcome> {
  const answer = await sendTest(service, bodyOf(desired, recipients, part), context);
  if (answer.kind === 'answered') return answer;
  const { name, baseUrl, baseUrlAt: place, apiKeyEnv: variable } = workspace;
  const failed = (cause: RefusalCause, isUnknown = false) => ({ kind: 'failed', cause, isUnknown }) as const;
  const { problem } = toUnknown(answer, context.clock.now());
  switch (answer.kind) {
    case 'limited':
      return failed({ code: 'test-limited' });
    case 'refused': {
      const { status, code: serviceCode } = answer;
      if (status === 401) return failed({ code: 'credential-refused', workspace: name, variable, problem });
      const locate = fieldLocator(files.inputs, workspace);
      const said = complaintsIn(answer, (field) => locate(desired.file, field));
      return failed({ code: 'test-refused', status, serviceCode, ...said });
    }
    case 'unclear':
      if (answer.cause === 'unreachable')
        return failed({ code: 'service-unreachable', workspace: name, baseUrl, problem });
      if (answer.address !== undefined && ELSEWHERE.includes(answer.address))
        return failed({ code: 'wrong-address', workspace: name, baseUrl, place, problem });
      return failed({ code: 'test-unclear', problem }, true);
  }
}

/** Answers of something that surely has sent nothing. */
const ELSEWHERE: readonly (Extract<TestAnswer, { kind: 'unclear' }>['address'] & string)[] = [
  ...(['redirect', 'no-such-path', 'not-https'] as const),
];

/** Specification, Test Campaign, inline mode; open point W16. */
function bodyOf(
  { channel, components }: Desired,
  { type, to }: Recipients,
  { platform, locale, variation }: TestPart,
): JsonObject {
  const { campaign_content: content = {}, connector = {}, basic_details: details } = components;
  return {
    channel,
    campaign_content: content,
    ...(channel === 'EMAIL' && { connector, ...(details && { basic_details: details }) }),
    test_campaign_meta: {
      identifier: type,
      identifier_values: to,
      ...(platform !== undefined && { platform }),
      ...(locale !== undefined && { locale_name: locale }),
      ...(variation !== undefined && { variation }),
    },
  };
}

/** The exit code of a test that failed as a whole. */
export function exitOfTest({ code }: RefusalCause): ExitCode {
  return code === 'credential-refused' ? EXIT.CREDENTIAL : EXIT.FAILED;
}
