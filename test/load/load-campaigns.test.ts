import { describe, expect, it } from 'vitest';
import { BOTH, PUSH, load, only } from '../support/load/marked.ts';

describe('what a file says', () => {
  const text = `# a comment
status: PAUSED
channel: PUSH
campaign_delivery_type: PERIODIC
basic_details:
  name: A push
utm_params: { utm_source: app, utm_medium: { $var: medium } }
overrides:
  staging:
    status: ACTIVE
    utm_params: { utm_term: x }
    delivery_controls: { bypass_dnd: true }
`;

  it('becomes a campaign with the positions of its parts', () => {
    const { positions, ...campaign } = only(text);
    expect(campaign).toEqual({
      key: 'promo/spring',
      file: 'campaigns/promo/spring.yaml',
      channel: 'PUSH',
      deliveryType: 'PERIODIC',
      name: 'A push',
      status: 'PAUSED',
      components: {
        basic_details: { name: 'A push' },
        utm_params: { utm_source: 'app', utm_medium: 'sandbox' },
      },
      sources: ['campaigns/promo/spring.yaml'],
      links: [],
      variables: ['medium'],
      missing: [
        { what: 'platforms is missing in basic_details' },
        { what: 'campaign_content is missing', component: 'campaign_content' },
        { what: 'segmentation_details is missing', component: 'segmentation_details' },
        { what: 'scheduling_details is missing', component: 'scheduling_details' },
      ],
    });
    const at = (line: number) => ({ line, column: 1 });
    expect(Object.fromEntries(positions)).toMatchObject({
      ...{
        status: at(2),
        channel: at(3),
        campaign_delivery_type: at(4),
        basic_details: at(5),
        utm_params: at(7),
      },
    });
  });

  it('is overridden for one workspace, and placed in the override', () => {
    const { status, components, positions } = only(text, 'staging');
    expect(status).toBe('ACTIVE');
    expect(components.utm_params).toEqual({ utm_source: 'app', utm_medium: 'staging', utm_term: 'x' });
    expect(components.delivery_controls).toEqual({ bypass_dnd: true });
    expect(positions.get('status')).toEqual({ line: 10, column: 5 });
    expect(positions.get('utm_params')).toEqual({ line: 11, column: 5 });
    expect(positions.get('basic_details')).toEqual({ line: 5, column: 1 });
  });

  const BASE = { a: 'app', tags: ['a', 'b'] };

  it.each<readonly [what: string, override: string, controls: unknown]>([
    ['a field replaced', '{ a: web }', { ...BASE, a: 'web' }],
    ['a field added', '{ term: x }', { ...BASE, term: 'x' }],
    ['a field taken out with null', '{ tags: null }', { a: 'app' }],
    ['a list replaced whole', '{ tags: [c] }', { ...BASE, tags: ['c'] }],
    ['a component taken out with null', 'null', undefined],
    [
      'a reference, which is a value and not merged into',
      '{ a: { $var: medium } }',
      { ...BASE, a: 'staging' },
    ],
  ])('merges an override according to RFC 7396: %s', (_, override, controls) => {
    const text = `${PUSH}delivery_controls: ${JSON.stringify(BASE)}
overrides: { staging: { delivery_controls: ${override} } }\n`;
    const { desired } = load({ 'a.yaml': text }, BOTH);
    expect(desired.get('staging')?.[0]?.components.delivery_controls).toEqual(controls);
    expect(desired.get('local')?.[0]?.components.delivery_controls).toEqual(BASE);
  });

  it('belongs only to the workspaces that it names', () => {
    const { desired } = load(
      { 'a.yaml': `workspaces: [staging]\n${PUSH}`, 'b.yaml': PUSH, 'c.yaml': `workspaces: []\n${PUSH}` },
      BOTH,
    );
    expect([...desired].map(([name, all]) => [name, all.map(({ key }) => key)])).toEqual([
      ['local', ['b']],
      ['staging', ['a', 'b']],
    ]);
  });

  it('is sorted by key, whatever the order of the files', () => {
    const files = { 'b.yaml': PUSH, 'z.yaml': `key: a\n${PUSH}`, 'a/b.yaml': PUSH, 'a-b.yaml': PUSH };
    const { desired } = load(files);
    expect(desired.get('local')?.map(({ key }) => key)).toEqual(['a', 'a-b', 'a/b', 'b']);
  });
});

describe('references', () => {
  const EMAIL = `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email }
campaign_content:
  content:
    email: { subject: a, html_content: { $file: ./body.html } }
`;
  const texts = {
    'campaigns/promo/body.html': '<p>Hello</p>\n',
    'campaigns/promo/other.html': '<p>Other</p>\n',
  };

  it('read a text next to the campaign file, and say that it is part of the campaign', () => {
    const { desired } = load({ 'promo/spring.yaml': EMAIL }, { texts });
    const [campaign] = desired.get('local') ?? [];
    expect(campaign?.components.campaign_content).toEqual({
      content: { email: { subject: 'a', html_content: '<p>Hello</p>\n' } },
    });
    expect(campaign?.sources).toEqual(['campaigns/promo/spring.yaml', 'campaigns/promo/body.html']);
  });

  it('in an override are read only for its workspace', () => {
    const override = `overrides: { staging: { campaign_content: { content: { email: { html_content: { $file: ./other.html } } } } } }\n`;
    const { desired, diagnostics } = load({ 'promo/spring.yaml': EMAIL + override }, { ...BOTH, texts });
    expect(diagnostics).toEqual([]);
    const sources = [...desired.values()].map(([one]) => one?.sources.at(-1));
    expect(sources).toEqual(['campaigns/promo/body.html', 'campaigns/promo/other.html']);
  });

  it("that can't be resolved hide what they would have been part of: one mistake is reported once", () => {
    const { diagnostics } = load({ 'promo/spring.yaml': EMAIL });
    expect(diagnostics.map(({ code }) => code)).toEqual(['E_FILE_MISSING']);
  });
});
