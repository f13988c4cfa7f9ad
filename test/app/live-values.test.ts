import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { afterImport, draftsOf, liveOf } from '../support/imported.ts';

// What the service has may be longer or stranger than what people write: a file must be able to say it, too.

type Body = Record<string, unknown>;

function bodyOf(text: string): Body {
  return parse(text) as Body;
}

function withMail(more: Body): Body {
  const body = bodyOf(welcome({ name: 'Mail' }));
  const { email } = (body.campaign_content as { content: { email: Body } }).content;
  return { ...body, campaign_content: { content: { email: { ...email, ...more } } } };
}

/** A learning distribution with its metric as some services show it. */
function withMetric(metric: string): Body {
  const body = withMail({});
  const { content } = body.campaign_content as { content: { email: Body } };
  const other = { email: { ...content.email, subject: 'Another subject' } };
  const details = { distribution_type: 'SHERPA', no_of_variations: 2, sherpa_campaign_duration: 4 };
  return {
    ...body,
    campaign_content: {
      variation_details: { ...details, sherpa_distribution_metric: metric },
      content: { default: { variation_1: content, variation_2: other } },
    },
  };
}

function withStart(start_time: string): Body {
  const body = bodyOf(sale({ name: 'Sale' }));
  const schedule = body.scheduling_details as Body;
  return { ...body, scheduling_details: { ...schedule, start_time, timezone: 'Europe/Berlin' } };
}

test.each<[string, Body, string[]]>([
  ['other line ends', withMail({ html_content: '<p>line</p>\r\n'.repeat(80_000) }), ['W_SIZE']],
  ['a metric in another spelling', withMetric('OPEN RATE'), []],
  ['a start that the clocks skip', withStart('2031-03-30T02:30:00'), ['W_TIME_SKIPPED']],
])('a live campaign with %s can be imported, and the plan has nothing to do', (_, body, codes) => {
  const drafts = draftsOf([liveOf(body, { status: 'SCHEDULED' })]);
  expect(drafts.leftOut.map(({ reason }) => reason)).toEqual([]);
  expect(drafts.files.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toEqual(codes);
  const { plan } = afterImport(drafts);
  expect(plan.campaigns.map(({ verdict }) => verdict)).toEqual(['in-sync']);
});
