import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signerFor } from '../../src/action/sticky-comment.ts';
import type { CampaignKey } from '../../src/model/campaign.ts';
import type { StepDigest } from '../../src/model/plan.ts';
import type { StepName } from '../../src/model/transitions.ts';
import { readMarker, writeMarker, type MarkerContents, markerLength } from '../../src/review/marker.ts';
import { draws } from '../support/draws.ts';
import { markerWith, showing, SIGNER, step } from '../support/review/comments.ts';

const RUNS = draws(200);

const SHOWN: Partial<MarkerContents> = {
  campaigns: new Map([
    ['promo/sale' as CampaignKey, [step('utm_params'), step('PUBLISH', 'published', null)]],
    ['welcome' as CampaignKey, []],
  ]),
};

/** Keys, branches and folders that could leave a JSON text, an HTML comment, a line or an object's own members. */
const HOSTILE = [
  ...['constructor', '__proto__', 'toString', '-->', '--!>', '<!-- campaigns-review:v2 {} -->', '"quoted"\\'],
  'two\nlines\r\nand more',
  'paragraph\u2029line\u2028next\u0085\u000b',
  '\ud800 alone',
  '`@acme/everybody` & &gt;',
  'gr\u00fcn \u{1f7e2} e\u0301',
];
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(fc.constantFrom('-', '>', '<', '!', '"', '\\', ' ', '\n', '\u2028', 'x'), { maxLength: 20 })
    .map((all) => all.join('')),
);
const hex = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter((one) => one.length === length);
const digests: fc.Arbitrary<StepDigest> = fc.record({
  name: fc.constantFrom<StepName>('create', 'conversion_goal_details', 'utm_params', 'PUBLISH', 'STOP'),
  target: hex(32),
  base: fc.option(hex(32), { nil: null }),
});
const campaigns = fc
  .array(fc.tuple(text, fc.array(digests, { maxLength: 4 })), { maxLength: 4 })
  .map((all) => new Map(all as [CampaignKey, StepDigest[]][]));
/** Keys as files have them, with every step that a campaign can have. */
const campaign = fc.tuple(
  fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,150}(\/[a-z0-9]{1,20})?$/),
  fc.array(digests, { maxLength: 14 }),
);
const contents: fc.Arbitrary<MarkerContents> = fc.record({
  repository: fc.nat(),
  folder: text,
  workspace: text,
  base: text,
  pull: fc.nat(),
  head: hex(40),
  plan: hex(64).map((one) => `sha256:${one}`),
  part: fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 })),
  text: hex(64),
  campaigns,
});

describe('a marker', () => {
  it('is read as it was written, and is one HTML comment on one line of ASCII, which nothing in it ends', () => {
    fc.assert(
      fc.property(contents, (any) => {
        const marker = writeMarker(any, SIGNER);
        expect(readMarker(marker, SIGNER)).toEqual({ v: 2, ...any });
        expect(marker).toMatch(/^<!-- campaigns-review:v2 [ -~]+ -->$/);
        expect(marker.slice(4, -3)).not.toMatch(/--!?>|<!--/);
      }),
      RUNS,
    );
  });

  it('never takes more characters than calculated', () => {
    const longest: Partial<MarkerContents> = {
      ...{ folder: 'ü'.repeat(250), base: 'ü'.repeat(122), workspace: 'w'.repeat(40) },
      ...{ repository: Number.MAX_SAFE_INTEGER, pull: 99_999_999, part: [999, 999] },
      ...{ head: 'f'.repeat(64), plan: `sha256:${'f'.repeat(64)}` },
    };
    fc.assert(
      fc.property(fc.array(campaign, { maxLength: 5 }), (all) => {
        const shown = all.map(([name, steps]) => showing(name, ...steps));
        const real = markerWith({
          ...longest,
          campaigns: new Map(shown.map((one) => [one.key, one.digests])),
        });
        expect(real.length).toBeLessThanOrEqual(markerLength(shown));
      }),
      RUNS,
    );
  });
});

describe('a line that is not a marker of ours', () => {
  const marker = markerWith(SHOWN);

  it.each<[what: string, line: string, found: 'no-marker' | 'not-signed']>([
    ['nothing', '', 'no-marker'],
    ['of an older version', marker.replace(':v2', ':v1'), 'no-marker'],
    ['with half a signature', marker.replace(/[0-9a-f]{32} -->$/, ' -->'), 'no-marker'],
    ['with whitespace before it', ` ${marker}`, 'no-marker'],
    ['twice on one line', `${marker} ${marker}`, 'not-signed'],
    ['with another signature', marker.replace(/[0-9a-f]{64} -->$/, `${'f'.repeat(64)} -->`), 'not-signed'],
    ['signed with another key', markerWith(SHOWN, signerFor('another key')), 'not-signed'],
    ['with another target', marker.replace('"published"', '"suspended"'), 'not-signed'],
    ['with one more campaign', marker.replace('["welcome"]', '["welcome"],["other"]'), 'not-signed'],
    ['signed, but of another version inside', signed('{"v":1,"campaigns":[]}'), 'not-signed'],
  ])('%s', (_, line, found) => {
    expect(readMarker(line, SIGNER)).toBe(found);
  });

  it.each(['{not JSON}', `${'{"a":'.repeat(20_000)}{}${'}'.repeat(20_000)}`])('is not parsed', (json) => {
    expect(readMarker(signed(json, '0'.repeat(64)), SIGNER)).toBe('not-signed');
  });
});

function signed(json: string, signature = SIGNER.sign(json)): string {
  return `<!-- campaigns-review:v2 ${json} ${signature} -->`;
}
