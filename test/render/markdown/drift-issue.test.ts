import { heldBy } from '../../../src/model/held.ts';
import { describe, expect, it } from 'vitest';
import type { Components, Live } from '../../../src/model/campaign.ts';
import type { DriftReport } from '../../../src/model/drift.ts';
import { findDrift, type DriftInputs } from '../../../src/plan/find-drift.ts';
import { driftIssue, type DriftIssueOptions } from '../../../src/render/markdown/drift-issue.ts';
import { bindingOf, desired, live, planInputs, stateOf, UNREADABLE } from '../../support/builders.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { trouble } from '../../support/report/page-trouble.ts';
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
  it('says once what to do about several campaigns, and names them', () => {
    const policy = { drift: 'hold', guard: { share: 1, atLeast: 1_000 } } as const;
    const moved = ['a', 'b', 'c'].map((key) => ({ key, before: utm('file'), after: utm(`hand ${key}`) }));
    const { body } = driftIssue(reportOf(moved, { policy }), OPTIONS);
    expect(body.split('The policy setting')).toHaveLength(2);
    expect(body).not.toContain('resumes');
    expect(body).not.toContain('To undo it, open');
    expect(body).toContain(
      '| ⚠️ | **3 campaigns**: [a](../blob/main/campaigns/a.yaml), [b](../blob/main/campaigns/b.yaml), [c](../blob/main/campaigns/c.yaml) | ACTIVE | UTM source | The UTM parameters',
    );
    for (const { key } of moved) expect(body).toContain(`+ hand ${key}\n`);
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
          remedy: { kind: 'noted' },
        },
      ],
      unknown: [
        { key: 'sick' as never, file: null, campaignId: sick ?? ('' as never), problem: saying(message) },
      ],
      commit: message,
    });
    const { body } = driftIssue(inputs('request 1 failed'), OPTIONS);
    expect(body).toContain('| ⚠️ | `gone` | – | missing |');
    expect(body).toContain('| ❔ | `sick` | – | unknown<br>The campaign could not be read. |');
    expect(body).toContain('1 campaign could not be read: drift unknown.');
    expect(driftIssue(inputs('request 2 failed'), OPTIONS).body).toBe(body);
    expect(body).toContain('No action needed: the next check reads it again.');
  });
});

describe('a limit', () => {
  const many = reportOf(
    Array.from({ length: 300 }, (_, at) => ({
      key: `c${String(at).padStart(3, '0')}`,
      before: utm('file'),
      after: utm(`hand ${at} ${'x'.repeat(300)}`),
    })),
  );

  it.each([20_000, 8_000])('of %d characters is respected', (limit) => {
    const footnotes = ['looked at every day'];
    const options = { ...OPTIONS, footnotes, limit: { units: 'characters', atMost: limit } } as const;
    const { body } = driftIssue(many, options);
    expect(body.length).toBeLessThanOrEqual(limit);
    expect(body).toMatch(/Left out to save space: \d+ entries/);
    expect(body.match(/\[c\d{3}\]/g)?.length).toBeGreaterThan(0);
    expect(body).toMatch(/<\/sub>\n$/);
  });

  it('has no command lines, because its readers may not have a terminal', () => {
    expect(driftIssue(many, OPTIONS).body).not.toMatch(/campaigns \w+ -|--[a-z]/);
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
    expect(trouble(body)).toEqual([]);
    const rows = body.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.map((line) => line.split('|').length - 1)).toEqual([6, 6, 6, 6]);
  });
});

function saying(said: string): AnswerProblem {
  return { code: 'refused', status: 500, serviceCode: 'FAILED', said };
}

function heldSaying(text: string) {
  return heldBy('unreadable', { code: 'unreadable', problem: saying(text) });
}
