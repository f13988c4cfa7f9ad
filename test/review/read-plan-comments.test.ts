import { describe, expect, it } from 'vitest';
import { signerFor } from '../../src/action/sticky-comment.ts';
import { readMarkers, readPlanComments, type CommentReview } from '../../src/review/read-plan-comments.ts';
import {
  commentsFor,
  HEAD,
  isTag,
  markerOf,
  PLACE,
  showing,
  SIGNER,
  step,
} from '../support/review/comments.ts';

const SALE = showing('sale', step('utm_params'));
const WELCOME = showing('welcome', step('create', 'target', null), step('PUBLISH', 'target', null));
const QUIET = showing('quiet');

/** The plan of one comment, and that of two. */
const [ONE = ''] = commentsFor([[SALE]]);
const [FIRST = '', SECOND = ''] = commentsFor([[SALE], [WELCOME]], { plan: 'sha256:2' });
const [OTHER_FIRST = '', OTHER_SECOND = ''] = commentsFor([[WELCOME], [SALE]], { plan: 'sha256:3' });

function read(...bodies: readonly string[]): CommentReview {
  return readPlanComments(bodies, { place: PLACE, head: HEAD, isTag }, SIGNER);
}

/** The campaigns that comments approve, or why they approve nothing. */
function found(...bodies: readonly string[]): string {
  const review = read(...bodies);
  return review.kind === 'none' ? review.why : [...review.shown.keys()].join(' ');
}

/** The same comment, written for something else. */
const elsewhere = (options: Parameters<typeof commentsFor>[1]) => commentsFor([[SALE]], options)[0] ?? '';
const at = (place: Partial<typeof PLACE>) => elsewhere({ place: { ...PLACE, ...place } });

describe('a plan comment whose first line says more', () => {
  const [tag = ''] = ONE.split('\n');

  it.each([
    `${tag} <h2>No campaign is changed</h2>`,
    `${tag} `,
    `${tag}${tag}`,
    tag.replace(' -->', 'x -->'),
    tag.replace(' -->', ' 1 -->'),
    tag.replace(' -->', ' 2 x -->'),
    `x${tag}`,
  ])('is not found: %s', (line) => {
    expect(found(ONE.replace(tag, line))).toBe('no-comment');
  });
});

describe('a plan comment', () => {
  it('shows the steps of every campaign, including one without any', () => {
    const [comment = ''] = commentsFor([[WELCOME, QUIET]]);
    expect(read(comment)).toEqual({
      kind: 'plan',
      markers: [markerOf(comment)],
      shown: new Map([
        ['welcome', WELCOME.digests],
        ['quiet', []],
      ]),
    });
  });

  it.each<[what: string, bodies: readonly string[]]>([
    ['as it was written', [ONE]],
    ['with the line ends of a browser', [ONE.replaceAll('\n', '\r\n')]],
    ['with another footnote', [ONE.replace('09:00 by run 1', '10:00 by run 2')]],
    ["copied into another author's comment, with the original deleted", ['Please review.', ONE]],
    ['below another plan of the same commit', [SECOND, ONE]],
    ['above a newer one that was edited', [ONE, FIRST.replace('sale', 'sole'), SECOND]],
    ['above a newer one with a missing part', [ONE, FIRST]],
    ['above a newer one of an older commit', [ONE, elsewhere({ head: 'b'.repeat(40) })]],
  ])('counts %s', (_, bodies) => {
    expect(found(...bodies)).toBe('sale');
  });

  it.each<[what: string, bodies: readonly string[], why: string]>([
    ['there is none', [], 'no-comment'],
    ['it is quoted', [`> ${ONE.replaceAll('\n', '\n> ')}`], 'no-comment'],
    ['there is text above it', [`Look:\n${ONE}`], 'no-comment'],
    ['it belongs to another workspace', [ONE.replace('plan:local', 'plan:prod')], 'no-comment'],
    ['its marker is missing', [ONE.replace(markerOf(ONE), '')], 'no-marker'],
    ['its text was edited', [ONE.replace('| sale |', '| sole |')], 'edited'],
    ['a line was added to its text', [`${ONE}\nApproved by legal.`], 'edited'],
    ['all of its text is gone', [ONE.split('\n').slice(0, 2).join('\n')], 'edited'],
    ['it has the marker of another text', [ONE.replace(markerOf(ONE), markerOf(SECOND))], 'edited'],
    ['it was written for another repository', [at({ repository: 4_712 })], 'other-repository'],
    ['it was written for another folder', [at({ folder: 'shop/campaigns' })], 'other-folder'],
    ['its marker is that of another workspace', [at({ workspace: 'prod' })], 'other-workspace'],
    ['it was written for another branch', [at({ base: 'release' })], 'other-base'],
    ['it was written for another pull request', [at({ pull: 8 })], 'other-pull'],
    ['it was written for another commit', [elsewhere({ head: 'b'.repeat(40) })], 'other-head'],
    ['it was signed with another key', [elsewhere({ signer: signerFor('another key') })], 'not-signed'],
    ['its marker was changed', [ONE.replace('"pull":7', '"pull":8')], 'not-signed'],
    ['its last part is missing', [FIRST], 'part-missing'],
    ['a part was edited', [FIRST, SECOND.replace('| welcome |', '| sale |')], 'part-missing'],
    ['it is made of parts of two plans', [FIRST, OTHER_SECOND], 'part-missing'],
    ['it has the same part twice', [FIRST, FIRST], 'part-missing'],
  ])('does not count if %s', (_, bodies, why) => {
    expect(found(...bodies)).toBe(why);
  });

  it('counts with all of its parts, in any order and among any other comments', () => {
    const review = read(SECOND, 'LGTM', FIRST);
    expect(review).toMatchObject({ kind: 'plan', markers: [FIRST, SECOND].map(markerOf) });
    expect(found(FIRST, OTHER_FIRST, SECOND)).toBe('sale welcome');
  });

  it('counts as the newest of two that are valid', () => {
    expect(found(ONE, FIRST, SECOND)).toBe('sale welcome');
    expect(found(FIRST, SECOND, ONE)).toBe('sale');
    expect(found(FIRST, SECOND, OTHER_FIRST, OTHER_SECOND)).toBe('welcome sale');
  });
});

describe('stored markers', () => {
  const MARKERS = [FIRST, SECOND].map(markerOf);

  it('show what they showed', () => {
    expect([...(readMarkers(MARKERS, PLACE, SIGNER)?.shown.keys() ?? [])]).toEqual(['sale', 'welcome']);
  });

  it.each<[what: string, markers: readonly string[], place: typeof PLACE, signer: typeof SIGNER]>([
    ['none is left', [], PLACE, SIGNER],
    ['one is missing', MARKERS.slice(1), PLACE, SIGNER],
    ['one was changed', MARKERS.map((one) => one.replace('utm_params', 'connector')), PLACE, SIGNER],
    ['one is of another plan', [MARKERS[0] ?? '', markerOf(OTHER_SECOND)], PLACE, SIGNER],
    ['one exists twice', [...MARKERS, ...MARKERS.slice(0, 1)], PLACE, SIGNER],
    ['a line was added that is not signed', [...MARKERS, 'a line'], PLACE, SIGNER],
    ['the key is another one by now', MARKERS, PLACE, signerFor('another key')],
    ['they were moved to another pull request', MARKERS, { ...PLACE, pull: 8 }, SIGNER],
    ['they were moved to another repository', MARKERS, { ...PLACE, repository: 1 }, SIGNER],
  ])('show nothing if %s', (_, markers, place, signer) => {
    expect(readMarkers(markers, place, signer)).toBeUndefined();
  });
});
