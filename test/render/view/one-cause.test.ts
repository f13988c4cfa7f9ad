import { describe, expect, it } from 'vitest';
import { describeHeld } from '../../../src/messages/catalog/held.ts';
import { plainText, plainTextOnGitHub, type Phrase } from '../../../src/messages/phrase.ts';
import { heldBy, type Held, type HeldCause, type HeldReason } from '../../../src/model/held.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { emptyResult, type Result } from '../../../src/model/result.ts';
import { withoutNames } from '../../../src/render/view/one-cause.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { COMMENT_LIMIT } from '../../../src/render/markdown/fit-blocks.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { resultComment } from '../../../src/render/markdown/result-comment.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { resultText } from '../../../src/render/text/result-text.ts';
import type { Components } from '../../../src/model/campaign.ts';
import type { FailureCause } from '../../../src/model/failure.ts';
import { describeFailure, FAILURES } from '../../../src/messages/catalog/failures.ts';
import type { PlannerInputs } from '../../../src/plan/make-plan.ts';
import { bindingOf, campaignId, desired, key, live, planFor, stateOf } from '../../support/builders.ts';
import { HELD_EXAMPLES } from '../../support/held-examples.ts';
import { report } from '../../support/report/results.ts';
import { NO_ANSWER } from '../../support/answer-problems.ts';

// A cause that many campaigns share is reported once, with all their keys, in every medium.

const NAMES = ['first', 'second', 'third', 'fourth', 'fifth'];
const GUARD = { touched: 6, live: 13, share: 0.3 };
const REASONS: Readonly<Partial<Record<HeldCause['code'], HeldReason>>> = {
  'no-record': 'ambiguous',
  unreadable: 'unreadable',
  'publish-off': 'needs-publish',
  'not-reviewed': 'not-reviewed',
};
/** Every reason, except the guard, which has its own sentence. */
const CAUSES = Object.values(HELD_EXAMPLES).filter(({ code }) => code !== 'guard');

describe.each(CAUSES.map((cause) => [cause.code, cause] as const))('%s', (code, cause) => {
  const blocked = (name: string) => heldBy(REASONS[code] ?? 'locked', ownCause(cause, name));
  const { why } = describeHeld(heldBy('locked', ownCause(cause, 'KEY', 'ID')), 'production');

  it.each(Object.entries(plans(blocked)))('is reported once in the plan as %s', (_, text) => {
    expectOnce(text, firstSentence(why, cause));
  });

  it.each(Object.entries(results(blocked)))('is reported once in the result as %s', (_, text) => {
    expectOnce(text, firstSentence(why, cause));
  });
});

describe('values that differ from campaign to campaign', () => {
  const utm = (source: string): Components => ({ utm_params: { utm_source: source } });
  const drifted = (names: readonly string[], more: Partial<PlannerInputs> = {}) =>
    planFor(
      {
        desired: names.map((name) => desired({ key: name, components: utm('file') })),
        live: names.map((name, at) => ({
          ...live({ key: name, components: utm(`hand-${name}`) }),
          ...{ updatedBy: `editor-${at}@example.com`, updatedAt: '2030-12-12 10:31:07.120000' },
        })),
        state: stateOf(names.map((name) => bindingOf(live({ key: name, components: utm('file') })))),
      },
      { policy: { drift: 'hold', guard: { share: 1, atLeast: 1_000 } }, ...more },
    );

  it.each(Object.entries(rendered(drifted(NAMES))))(
    'are below a reason that is reported once: %s',
    (_, text) => {
      expectOnce(text, 'The policy setting drift: hold protects such changes.');
      expectOnce(text, 'Write the live value into the file, or undo the change in the service.');
      for (const [at, name] of NAMES.entries()) {
        expect(text).toContain(`hand-${name}`);
        expect(text.replaceAll('&#8203;', '')).toContain(`editor-${at}@example.com`);
      }
    },
  );

  it('the mark of each campaign in a terminal is short', () => {
    expect(rendered(drifted(['a', 'b', 'c'])).terminal).toContain(`
  ! 3 campaigns  blocked: drift
      The UTM parameters (utm_params) changed in the service since the last apply. The policy setting drift: hold
      protects such changes. Write the live value into the file, or undo the change in the service.
  ! a  DRAFT      blocked: drift (see above)
      campaigns/a.yaml
      last edited there by editor-0@example.com on 2030-12-12 10:31 UTC
      utm_params (changed in the service)
        utm_source
          live      hand-a
          the file  file
  ! b  `);
  });

  it('who edited is in the sentence if it was always the same person', () => {
    const plan = drifted(NAMES);
    const campaigns = plan.campaigns.map((one) => ({
      ...one,
      held: one.held.map((each) => ({
        ...each,
        cause: { ...each.cause, edit: { by: 'ada@example.com', at: null } } as HeldCause,
      })),
    }));
    for (const text of Object.values(rendered({ ...plan, campaigns })))
      expectOnce(text.replaceAll('&#8203;', ''), 'last edited there by ada@example.com');
  });
});

describe('a blackout', () => {
  const start = (name: string): Components => ({
    basic_details: { name },
    campaign_content: { content: { push: { android: { basic_details: { title: name } } } } },
    scheduling_details: {
      delivery_type: 'AT_FIXED_TIME',
      start_time: `2031-12-24T${10 + NAMES.indexOf(name)}:00:00`,
    },
  });
  const days = [{ from: '2031-12-24', to: '2031-12-26' }];
  const files = NAMES.map((name) =>
    desired({ key: name, channel: 'PUSH', status: 'ACTIVE', components: start(name) }),
  );
  const texts = ([except, advice]: readonly [readonly string[], string]) => {
    const rules = { blackout: { level: 'error' as const, except, days } };
    const policy = { drift: 'revert' as const, guard: { share: 1, atLeast: 1_000 }, rules };
    return Object.entries(rendered(planFor({ desired: files }, { policy }))).map(
      ([name, text]) => [name, advice, text] as const,
    );
  };
  const advices = [
    [[], 'add KEY to except of policy.rules.blackout'],
    [['other/*'], 'add KEY to except of policy.rules.blackout'],
  ] as const;

  it.each(advices.flatMap(texts))('of a day is reported once for all hours: %s, %s', (_, advice, text) => {
    expectOnce(text, 'It would be sent on 2031-12-24');
    expectOnce(text, `To make an exception, ${advice}`);
  });
});

it('what a campaign has besides a shared reason is reported for it alone', () => {
  const plan = planOf(() => heldBy('needs-publish', HELD_EXAMPLES['publish-off']));
  const [first, ...others] = plan.campaigns;
  if (!first) throw new Error('A plan without campaigns');
  const both = { ...first, held: [...first.held, heldBy('in-flight', HELD_EXAMPLES.unresolved)] };
  for (const text of Object.values(rendered({ ...plan, campaigns: [both, ...others] }))) {
    expectOnce(text, 'but publishing is off for production');
    expectOnce(text, "and the result isn't known yet");
    expectOnce(text, 'It is also listed above, under “blocked: publishing is off”.');
  }
});

it('two shared reasons with one headline are referred to once', () => {
  const shared = [HELD_EXAMPLES['publish-off'], HELD_EXAMPLES['not-ready']].map((cause) =>
    heldBy('needs-publish', cause),
  );
  const plan = planOf(() => heldBy('needs-publish', HELD_EXAMPLES['publish-off']));
  const campaigns = plan.campaigns.map((one, at) => ({
    ...one,
    held: [...shared, ...(at === 0 ? [heldBy('in-flight', HELD_EXAMPLES.unresolved)] : [])],
  }));
  for (const text of Object.values(rendered({ ...plan, campaigns })))
    expectOnce(text, 'It is also listed above, under “blocked: publishing is off”.');
});

it.each(Object.entries(FAILURES))(
  'a failure of several campaigns is reported once: %s',
  (code, { example }) => {
    const cause = { code, ...example } as FailureCause;
    const result = resultOf({
      failed: NAMES.map((name) => ({
        ...{ key: key(name), responseId: null },
        cause: renamedPlaces(cause, name),
      })),
    });
    const alone = describeFailure(
      { key: key('KEY'), cause: renamedPlaces(cause, undefined), responseId: null },
      'production',
    );
    for (const text of Object.values(resultsOf(result)))
      expectOnce(text, firstSentence(alone.why, { code: 'locked' }));
  },
);

it('the guard is reported once', () => {
  const blocked = heldBy('guard', HELD_EXAMPLES.guard);
  const { campaigns, ...plan } = planFor({ desired: NAMES.map((name) => desired({ key: name })) });
  const refused = { ...plan, campaigns: campaigns.map((one) => ({ ...one, held: [blocked] })), guard: GUARD };
  for (const text of Object.values(rendered(refused)))
    expect(text.replace(/\s+/g, ' ').split(/guard refused the plan/i)).toHaveLength(2);
});

it('a full quota is reported once', () => {
  const result = resultOf({
    deferred: NAMES.map((name) => ({ key: key(name), resumeAt: '2031-01-01T10:00:00.000Z' })),
  });
  for (const text of Object.values(resultsOf(result)))
    expect(text.match(/2031-01-01[T ]10:00/g)?.length).toBeLessThanOrEqual(2);
  expect(resultsOf(result).comment.match(/^\| ⏳/gm)).toHaveLength(1);
});

it('an unreachable service is reported once', () => {
  const cause = { code: 'unreachable', problem: NO_ANSWER } as const;
  const result = resultOf({
    failed: NAMES.map((name) => ({ key: key(name), cause, responseId: null })),
  });
  for (const text of Object.values(resultsOf(result))) expect(text.split('did not answer (')).toHaveLength(2);
});

it('without a record, what to do comes first, and no second campaigns are proposed', () => {
  const blocked = () => heldBy('ambiguous', HELD_EXAMPLES['no-record']);
  for (const text of [...Object.values(plans(blocked)), ...Object.values(results(blocked))]) {
    expect(text).toMatch(
      /No record of the workspace .?production.? was found \(branch .?campaigns-state\/production/,
    );
    expect(text).not.toContain('same-name');
    expect(text.indexOf('No record of')).toBeLessThan(text.indexOf('fourth'));
  }
  expect(plans(blocked).terminal).toContain('campaigns import --adopt --all -w production');
  expect(plans(blocked).page).toContain('campaigns import --adopt --all -w production');
  expect(plans(blocked).comment).toContain(
    'ask an engineer to link the files to the live campaigns with the import command.',
  );
  expect(plans(blocked).comment).not.toContain('--adopt');
});

function expectOnce(text: string, sentence: string): void {
  const plain = plainOf(text);
  expect(plain.split(plainOf(sentence))).toHaveLength(2);
  for (const name of NAMES) expect(plain).toContain(name);
}

/** A text without the characters that the output formats write differently. */
function plainOf(text: string): string {
  return text.replace(/&#?\w+;|[\\[\]{}`']/g, '').replace(/\s+/g, ' ');
}

/** The first lines say why a lost record blocks everything. */
function firstSentence(why: Phrase, { code }: Pick<HeldCause, 'code'>): string {
  if (code === 'no-record') return 'The service already has a campaign with the same name, channel and type.';
  const [inTerminal = '', onGitHub] = [plainText(why), plainTextOnGitHub(why)].map(
    (text) => /^[^.]*/.exec(text.replace(/[`']/g, ''))?.[0] ?? '',
  );
  expect(inTerminal).toBe(onGitHub);
  return inTerminal;
}

/** The same reason for another campaign. */
function ownCause(cause: HeldCause, name: string, id = `id-${name}`): HeldCause {
  const own = (from: object): object =>
    Object.fromEntries(
      Object.entries(from).map(([field, value]: [string, unknown]) => {
        if (field === 'key') return [field, name];
        if (field === 'file' && typeof value === 'string')
          return [field, name === 'KEY' ? 'FILE' : `campaigns/${name}.yaml`];
        if (field === 'orphan') return [field, name === 'KEY' ? 'OLD-KEY' : `old-${name}`];
        if (field === 'campaignId' || field === 'id') return [field, id];
        if (Array.isArray(value))
          return [field, value.map((one: unknown) => (isObject(one) ? own(one) : one))];
        return [field, isObject(value) ? own(value) : value];
      }),
    );
  return own(cause) as HeldCause;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A failure whose complaints are in the file of the campaign; without places if it has no name. */
function renamedPlaces(cause: FailureCause, name: string | undefined): FailureCause {
  if (cause.code !== 'refused') return cause;
  const complaints = cause.complaints.map((one) => ({
    ...one,
    place: one.place && name !== undefined ? { ...one.place, file: `campaigns/${name}.yaml` } : undefined,
  }));
  return { ...cause, complaints };
}

type BlockedFor = (name: string) => Held;

function planOf(blocked: BlockedFor): Plan {
  const plan = planFor({ desired: NAMES.map((name) => desired({ key: name })) });
  const campaigns = plan.campaigns.map((one) => ({
    ...one,
    ...{ verdict: 'held' as const, steps: [], components: [], held: [blocked(one.key)] },
    campaignId: campaignId(`id-${one.key}`),
  }));
  return { ...plan, workspace: 'production', campaigns };
}

function plans(blocked: BlockedFor) {
  return rendered(planOf(blocked));
}

function rendered(plan: Plan) {
  return {
    terminal: planText(plan, { paint: PLAIN, columns: 120 }),
    comment: planMarkdown(plan, {
      subject: 'Merging this',
      addressOf: ({ file }) => `../blob/main/${file}`,
      footnotes: [],
    }),
    page: planHtml(plan, { subject: 'Applying this' }),
  };
}

function results(blocked: BlockedFor) {
  return resultsOf(resultOf({ held: NAMES.map((name) => ({ key: key(name), ...blocked(name) })) }));
}

function resultOf(result: Partial<Result>): Result {
  return { ...emptyResult('production', { refused: undefined }), ...result };
}

function resultsOf(result: Result) {
  return {
    terminal: resultText(result, { paint: PLAIN, columns: 120 }),
    comment: resultComment(report(result), {
      addressOf: ({ file }) => `../blob/main/${file}`,
      dashboardOf: () => undefined,
      ...{ footnotes: [], notices: [], limit: COMMENT_LIMIT },
    }),
  };
}

describe('a campaign that is called like a code', () => {
  const NAMING = new Set(['key', 'orphan', 'other', 'of', 'as', 'former']);
  const textsIn = (value: unknown, field = ''): string[] => {
    if (typeof value === 'string') return NAMING.has(field) ? [] : [value];
    if (typeof value !== 'object' || value === null) return [];
    return Array.isArray(value)
      ? value.flatMap((one: unknown) => textsIn(one, field))
      : Object.entries(value).flatMap(([name, one]) => textsIn(one, name));
  };

  it.each(Object.values(HELD_EXAMPLES).map((cause) => [cause.code, cause] as const))(
    'is described as usual if it is blocked: %s',
    (_, cause) => {
      const change = heldBy('locked', cause);
      for (const text of new Set(textsIn(cause)))
        expect(withoutNames(change, { key: text }), text).toEqual(withoutNames(change, { key: 'none' }));
    },
  );

  it('stays in the plan and the result with every reason why it was not reviewed', () => {
    const pull = { pull: 7, why: 'part-missing' } as const;
    const why = {
      kind: 'not-approved',
      steps: [{ name: 'create', decision: { kind: 'no-plan' } }],
      unread: [pull],
    } as const;
    const change = { key: key('part-missing'), ...heldBy('not-reviewed', { code: 'not-reviewed', why }) };
    const texts = resultsOf(resultOf({ held: [change] }));
    expect(texts.terminal).toContain('A part of the plan of #7');
  });
});
