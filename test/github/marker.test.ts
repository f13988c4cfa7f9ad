import { createHmac } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findMarkers,
  readMarker,
  reviewKey,
  writeMarker,
  type MarkerContents,
  type ReviewKey,
} from '../../src/github/marker.ts';

const KEY = reviewKey('a key for reviews', 'acme/shop');
const CONTENTS: MarkerContents = {
  ...{ repository: 'acme/shop', base: 'main', pull: 7, head: 'a'.repeat(40), workspace: 'local', digest: 1 },
  changes: { 'promo/sale': '0123456789abcdef', welcome: null },
  brakes: { 'promo/sale': 'fedcba9876543210' },
};
const NOT_OURS = { kind: 'not-ours' };

/** Many campaigns with ids that don't pack well. */
function large(count: number): MarkerContents {
  const id = (n: number) => createHmac('sha256', 'ids').update(String(n)).digest('hex').slice(0, 16);
  const changes = Array.from({ length: count }, (_, n) => [`promo/campaign-${n}`, id(n)] as const);
  return { ...CONTENTS, changes: Object.fromEntries(changes) };
}

function signed(form: string, body: string, text: string, key: ReviewKey = KEY): string {
  const mac = createHmac('sha256', key).update(text).digest('hex');
  return `<!-- campaigns-review:v1 ${form} ${body} ${mac} -->`;
}

describe('a marker', () => {
  it.each([
    ['few campaigns', CONTENTS, 'j'],
    ['many campaigns', large(1_000), 'z'],
  ])('of %s is one hidden line that is read as it was written', (_, contents, form) => {
    const marker = writeMarker(contents, KEY);
    expect(marker).toMatch(new RegExp(`^<!-- campaigns-review:v1 ${form} .* -->$`));
    expect(marker.length).toBeLessThan(45_000);
    expect(findMarkers(`tag\n${marker}\nmore ${marker}`)).toEqual([marker, marker]);
    expect(readMarker(marker, KEY)).toEqual({ kind: 'signed', contents });
  });

  it('is the same to the byte whatever the order of its changes', () => {
    const { changes } = CONTENTS;
    const turned = { ...CONTENTS, changes: Object.fromEntries(Object.entries(changes).reverse()) };
    expect(writeMarker(turned, KEY)).toBe(writeMarker(CONTENTS, KEY));
  });

  it('survives every branch name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), (base) => {
        const marker = writeMarker({ ...CONTENTS, base: `${base}-->${base}<!--\u2028--!>` }, KEY);
        expect(marker.slice(4, -3)).not.toMatch(/-->|--!>|<!--|\n/);
        const [found] = findMarkers(`${marker}\n`);
        expect(readMarker(found ?? '', KEY)).toMatchObject({ kind: 'signed', contents: { pull: 7 } });
      }),
    );
  });
});

describe('a marker that is not ours', () => {
  const marker = writeMarker(CONTENTS, KEY);
  const text = JSON.stringify(CONTENTS);

  it.each([
    ['changed', marker.replace('0123456789abcdef', '0123456789abcdee')],
    ['with a change more', marker.replace('"welcome":null', '"other":"0123456789abcdef","welcome":null')],
    ['with another signature', marker.replace(/[0-9a-f]{64}/, 'f'.repeat(64))],
    ['with half a signature', marker.replace(/([0-9a-f]{32})[0-9a-f]{32} -->/, '$1 -->')],
    ['signed with another key', writeMarker(CONTENTS, reviewKey('another key', 'acme/shop'))],
    [
      'signed with the key of another repository',
      writeMarker(CONTENTS, reviewKey('a key for reviews', 'acme/hop')),
    ],
    ['of another version', marker.replace(':v1', ':v2')],
    ['without end', marker.slice(0, -4)],
    ['of no JSON', signed('j', '{"base"', '{"base"')],
    ['of no base64', signed('z', '!!!', '!!!')],
    ['signed, with no object in it', signed('j', '[]', '[]')],
    ['signed, with an id that is none', writeMarker({ ...CONTENTS, changes: { a: 'b' } }, KEY)],
    [
      'signed, without a head',
      writeMarker({ ...CONTENTS, head: undefined } as unknown as MarkerContents, KEY),
    ],
    ['packed under the wrong letter', signed('j', deflateRawSync(text).toString('base64url'), text)],
    ['nested beyond reason', signed('j', '['.repeat(50_000), '')],
    ['nothing', ''],
  ])('%s', (_, forged) => {
    expect(readMarker(forged, KEY)).toEqual(NOT_OURS);
  });

  it('that unpacks to more than a megabyte is not unpacked, though it is signed', () => {
    const bomb = ' '.repeat((1 << 20) + 1);
    const packed = deflateRawSync(bomb).toString('base64url');
    expect(packed.length).toBeLessThan(5_000);
    expect(readMarker(signed('z', packed, bomb), KEY)).toEqual(NOT_OURS);
  });
});
