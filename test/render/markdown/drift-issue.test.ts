import { heldBy, type Unpulled } from '../../../src/model/held.ts';
import { describe, expect, it } from 'vitest';
import type { Components, Live } from '../../../src/model/campaign.ts';
import type { DriftReport } from '../../../src/model/drift.ts';
import { findDrift, type DriftInputs } from '../../../src/plan/find-drift.ts';
import { driftIssue, type DriftIssueOptions } from '../../../src/render/markdown/drift-issue.ts';
import { bindingOf, desired, live, planInputs, stateOf, UNREADABLE } from '../../support/builders.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import type { AnswerProblem } from '../../../src/model/answer-problem.ts';

const OPTIONS: DriftIssueOptions = {
  addressOf: ({ file }) => `../blob/main/${file}`,
  footnotes: [],
  limit: { units: 'characters', atMost: 60_000 },
};

interface Moved {
  readonly key: string;
  readonly before?: Components;
  readonly after?: Components;
  /** Paused manually. */
  readonly paused?: true;
}

/** A report on active campaigns that were changed manually. */
function reportOf(moved: readonly Moved[], more: Partial<DriftInputs> = {}): DriftReport {
  const running = (one: Moved) =>
    live({ key: one.key, type: 'EVENT_TRIGGERED', status: 'ACTIVE', components: one.before ?? {} });
  const bindings = moved.map((one) =>
    bindingOf(running(one), { status: { applied: 'ACTIVE', observed: 'ACTIVE' } }),
  );
  const now = moved.map((one): Live => {
    const { key, after = one.before ?? {}, paused } = one;
    const status = paused ? 'PAUSED' : 'ACTIVE';
    return live({ key, type: 'EVENT_TRIGGERED', status, components: after });
  });
  const files = moved.map(({ key, before = {} }) =>
    desired({ key, type: 'EVENT_TRIGGERED', status: 'ACTIVE', components: before }),
  );
  const inputs = planInputs({ desired: files, live: now, state: stateOf(bindings) });
  return findDrift({ ...inputs, files: 'read', ...more });
}

const utm = (source: string) => ({ utm_params: { utm_source: source } });
const EDITED: Moved = { key: 'welcome', before: utm('file'), after: utm('hand') };

describe('the issue', () => {
  it('says where to keep a value that the file takes from elsewhere', () => {
    const [drifted] = reportOf([EDITED]).drifted;
    const at = ['utm_params', 'utm_source'];
    const unpulled: Unpulled = {
      ...{ components: ['utm_params'], isAll: true, sources: [{ name: 'source', at, place: undefined }] },
    };
    const report = { ...reportOf([EDITED]), drifted: drifted ? [{ ...drifted, unpulled }] : [] };
    expect(driftIssue(report, OPTIONS).body).toContain(
      'Keep or undo it, as described below. The values to keep are in the variable `source`. |',
    );
  });

  it.each<readonly [what: string, moved: readonly Moved[], resumed: string | undefined]>([
    [
      'one that was paused',
      [EDITED, { key: 'a', paused: true }],
      'This campaign is paused. Unless its file says `status: PAUSED`, merging a pull request that edits the file resumes the campaign, and it sends again: [a](../blob/main/campaigns/a.yaml).',
    ],
    [
      'two that were paused',
      [
        { key: 'a', paused: true },
        { key: 'b', paused: true },
      ],
      'Unless the file of one says `status: PAUSED`, merging a pull request that edits that file resumes the campaign, and it sends again: [a](../blob/main/campaigns/a.yaml), [b](../blob/main/campaigns/b.yaml).',
    ],
    ['none that was paused', [EDITED], undefined],
  ])('names the campaigns that would be resumed: %s', (_, moved, resumed) => {
    const { body } = driftIssue(reportOf(moved), OPTIONS);
    if (resumed === undefined) expect(body).not.toContain('resumes');
    else expect(body).toContain(resumed);
  });

  it('counts and lists the campaigns that no file manages', () => {
    const campaigns = ['One', '@two'].map((name) => ({ ...live({ key: name, status: 'ACTIVE' }), name }));
    const unmanaged = { campaigns, ended: 3, isWhole: true, dashboards: new Map() };
    const { body } = driftIssue({ ...reportOf([EDITED]), unmanaged }, OPTIONS);
    expect(body.slice(body.indexOf('The service has')))
      .toBe(`The service has 2 campaigns that no file manages. To manage them with files, ask an engineer to use the import command.

<details><summary>Campaigns without a file</summary>

- One · ACTIVE
- @&#8203;two · ACTIVE

</details>
`);
  });

  it('says which campaigns changed, how, and what can be done', () => {
    const { title, body } = driftIssue(reportOf([EDITED, { key: 'digest', paused: true }]), {
      ...OPTIONS,
      footnotes: ['looked at every day'],
    });
    expect(title).toBe('Campaigns · local: changed outside of this repository');
    expect(body).toBe(`**2 of 2 campaigns were changed outside of this repository.**

|  | campaign | live | what differs | what to do |
| --- | --- | --- | --- | --- |
| ⚠️ | [digest](../blob/main/campaigns/digest.yaml) | PAUSED | status: ACTIVE → PAUSED | Keep or undo it, as described below. |
| ⚠️ | [welcome](../blob/main/campaigns/welcome.yaml) | ACTIVE | UTM source | Keep or undo it, as described below. |

<details><summary>digest: status</summary>

\`\`\`diff
  status
- ACTIVE
+ PAUSED
\`\`\`

</details>

<details><summary>welcome: UTM source</summary>

\`\`\`diff
  UTM source · utm_source
- file
+ hand
\`\`\`

</details>

To keep a change, write the new value into the campaign's file and merge that: click the campaign's name above, then the pencil. To undo it, open a pull request that edits the file in any way. Its comment shows what will be restored, and merging it restores that.

This campaign is paused. Unless its file says \`status: PAUSED\`, merging a pull request that edits the file resumes the campaign, and it sends again: [digest](../blob/main/campaigns/digest.yaml).

<sub>looked at every day</sub>
`);
  });

  it('says what to do under the policy hold, and gives no impossible advice', () => {
    const policy = { drift: 'hold', guard: { share: 1, atLeast: 1_000 } } as const;
    const { body } = driftIssue(reportOf([EDITED], { policy }), OPTIONS);
    expect(body).toContain(
      'The next apply leaves this change alone, because the policy setting `drift: hold` protects it. Write the live value into the file, or undo the change in the service.',
    );
    expect(body).not.toContain('To undo it, open');
  });

  it('says once what to do about several campaigns, and names them', () => {
    const policy = { drift: 'hold', guard: { share: 1, atLeast: 1_000 } } as const;
    const moved = ['a', 'b', 'c'].map((key) => ({ key, before: utm('file'), after: utm(`hand ${key}`) }));
    const { body } = driftIssue(reportOf(moved, { policy }), OPTIONS);
    expect(body.split('because the policy')).toHaveLength(2);
    expect(body).toContain(
      '\n**3 campaigns**: The next apply leaves this change alone, because the policy setting `drift: hold` protects it. Write the live value into the file, or undo the change in the service. ([a](../blob/main/campaigns/a.yaml), [b](../blob/main/campaigns/b.yaml), [c](../blob/main/campaigns/c.yaml))\n',
    );
    expect(body).toContain('| ACTIVE | UTM source | See below. |');
  });

  it('names those that could not be read in one row', () => {
    const unknown = ['a', 'b', 'c'].map((key) => ({
      ...{ key: key as never, file: null, campaignId: `id-${key}` as never },
      problem: saying('broken'),
    }));
    const { body } = driftIssue({ ...reportOf([]), unknown }, OPTIONS);
    expect(body).toContain(
      '\n| ❔ | **3 campaigns**: `a`, `b`, `c` | – | unknown: could not be read | No action needed: the next check reads it again. |\n',
    );
  });

  it('speaks of fields as marketers do, and says who edited, when, and where to see it', () => {
    const content = (subject: string) => ({ campaign_content: { content: { email: { subject } } } });
    const report = reportOf([{ key: 'welcome', before: content('Hello'), after: content('Hi') }]);
    const drifted = report.drifted.map((one) => ({
      ...one,
      dashboard: 'https://console.example.com/1',
      edit: { by: 'ada@example.com', at: '2031-01-01T08:00:00.000Z' },
    }));
    const { body } = driftIssue({ ...report, drifted }, OPTIONS);
    expect(body).toContain(
      '| [ACTIVE](https://console.example.com/1) | subject line<br>last edited by ada@&#8203;example.com on 2031-01-01 08:00 UTC |',
    );
    expect(body).toContain('<summary>welcome: subject line</summary>');
    expect(body).toContain('  subject line · subject\n- Hello\n+ Hi\n');
  });

  it('reports what is missing and what could not be read, without times', () => {
    const report = reportOf([EDITED, { key: 'gone' }, { key: 'sick' }]);
    const [, gone, sick] = ['welcome', 'gone', 'sick'].map((name) => live({ key: name }).id);
    const inputs = (message: string): DriftReport => ({
      ...report,
      drifted: [
        ...report.drifted,
        {
          key: 'gone' as never,
          file: null,
          campaignId: gone ?? ('' as never),
          liveStatus: null,
          status: null,
          components: [],
          edit: null,
          unchangedAt: null,
          remedy: { kind: 'noted', unmanaged: [], same: [] },
        },
      ],
      unknown: [
        { key: 'sick' as never, file: null, campaignId: sick ?? ('' as never), problem: saying(message) },
      ],
      commit: message,
    });
    const { body } = driftIssue(inputs('request 1 failed'), OPTIONS);
    expect(body).toContain('| ⚠️ | `gone` | – | missing |');
    expect(body).toContain('| ❔ | `sick` | – | unknown: could not be read |');
    expect(body).toContain('1 campaign could not be read, so drift in it is unknown.');
    expect(driftIssue(inputs('request 2 failed'), OPTIONS).body).toBe(body);
    expect(body).toContain('No action needed: the next check reads it again.');
  });

  it('without drift says only that', () => {
    const { body } = driftIssue(reportOf([{ key: 'same' }]), OPTIONS);
    expect(body).toBe('**No drift in 1 campaign.**\n');
  });
});

describe('a limit', () => {
  const many = reportOf(
    Array.from({ length: 300 }, (_, at) => ({
      key: `c${String(at).padStart(3, '0')}`,
      before: utm('file'),
      after: utm(`hand ${'x'.repeat(300)}`),
    })),
  );

  it.each([60_000, 20_000, 2_000])('of %d characters is respected', (limit) => {
    const footnotes = ['looked at every day'];
    const options = { ...OPTIONS, footnotes, limit: { units: 'characters', atMost: limit } } as const;
    const { body } = driftIssue(many, options);
    expect(body.length).toBeLessThanOrEqual(limit);
    const rows = body.split('\n').filter((line) => line.startsWith('| ⚠️')).length;
    const details = body.split('<details>').length - 1;
    const [, gone = '0'] = /(\d+) campaigns? that needs? attention/.exec(body) ?? [];
    const [, without = '0'] = /the differences of (\d+) campaigns/.exec(body) ?? [];
    expect([rows + Number(gone), details + Number(without)]).toEqual([300, 300]);
    expect(details === 0 || rows === 300).toBe(true);
    expect(rows).toBeGreaterThan(0);
    expect(body).toMatch(/<\/sub>\n$/);
  });

  it('has no command lines, because its readers may not have a terminal', () => {
    expect(driftIssue(many, OPTIONS).body).not.toMatch(/campaigns \w+ -|--[a-z]/);
  });

  it('that is large enough is not used up by a note', () => {
    const whole = driftIssue(many, { ...OPTIONS, limit: { units: 'characters', atMost: 1_000_000 } }).body;
    expect(whole).not.toContain('Left out');
    expect(driftIssue(many, { ...OPTIONS, limit: { units: 'characters', atMost: whole.length } }).body).toBe(
      whole,
    );
    expect(
      driftIssue(many, { ...OPTIONS, limit: { units: 'characters', atMost: whole.length - 1 } }).body,
    ).toContain('Left out to save space: the differences of 1 campaign.');
  });
});

describe('the text of campaigns', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('has no effect on the page: %s', (_, text) => {
    const plain: Components = { ...utm('plain'), basic_details: { name: 'plain' } };
    const said: Components = {
      utm_params: { utm_source: text, [text]: text },
      basic_details: { name: text, tags: [text] },
      campaign_content: { content: { email: { subject: text, html_content: `<p>\n${text}\n</p>` } } },
    };
    const report = reportOf([{ key: 'said', before: plain, after: said }]);
    const spoken: DriftReport = {
      ...report,
      drifted: report.drifted.map((one) => ({
        ...one,
        lastEdit: { by: null, at: null },
        remedy: { kind: 'held', held: [heldSaying(text)] },
      })),
      unknown: [{ key: text as never, file: null, campaignId: 'id' as never, problem: UNREADABLE.problem }],
    };
    const { body } = driftIssue(spoken, OPTIONS);
    const page = outsideOfFences(body);
    expect(page).not.toMatch(/@(?!&#8203;)|:\/\/|\bwww\.|<!--|<(?!\/?(?:details|summary|sub)>|br>)/);
    expect(page).not.toMatch(/\[(?!said\])|\$|\{/);
    expect(page.split('<details>').length).toBe(page.split('</details>').length);
    const rows = page.split('\n').filter((line) => line.includes('|'));
    expect(rows.map((line) => line.split('|').length - 1)).toEqual([6, 6, 6, 6]);
  });
});

function saying(said: string): AnswerProblem {
  return { code: 'refused', status: 500, serviceCode: 'FAILED', said };
}

function heldSaying(text: string) {
  return heldBy('unreadable', { code: 'unreadable', problem: saying(text), isMalformed: false });
}

/** Fails if a fence does not end. */
function outsideOfFences(body: string): string {
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of body.split('\n')) {
    const [, run = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      if (run.startsWith(fence) && line.trim() === run) fence = undefined;
    } else if (run === '') outside.push(line);
    else fence = run;
  }
  expect(fence).toBeUndefined();
  return outside.join('\n');
}
