import { expect, it } from 'vitest';
import { isCollection, isMap, isNode, isScalar, parseDocument, stringify, visit } from 'yaml';
import { loadConfiguration } from '../../src/load/load-configuration.ts';
import { describeFinding } from '../../src/messages/catalog/files.ts';
import type { Finding } from '../../src/model/findings.ts';
import { nearest } from '../../src/model/nearest.ts';
import { bare } from '../../src/model/show.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { sample } from '../support/draws.ts';
import { load, unmark, workspace } from '../support/load/marked.ts';
import { FORM, MISSPELLED, REFERENCES, WARNINGS } from '../support/load/mistakes.ts';
import { MORE_RULE_ROWS } from '../support/load/more-rule-rows.ts';
import { RULE_ROWS } from '../support/load/rule-rows.ts';
import { FIELDS } from '../schemas/specification.ts';
import { ofWrongSpelling, ofWrongType, type Wrong } from '../schemas/wrong-values.ts';

// Whoever does what a finding advises gets rid of it, and gets no other finding in its place. So each replacement, and
// each removal, that a finding offers is made, in files with the mistakes of all other tables.

const TEXTS = { 'campaigns/body.html': '<p>Hello</p>' };
const VARS = 'workspaces: { local: { vars: { sender: hello, count: 3 } } }\n';
const FILE = 'campaigns/a.yaml';

interface Mistaken {
  readonly text: string;
  readonly features?: readonly string[];
  /** Where the mistake was made; everywhere if omitted. */
  readonly at?: string;
}

function findingsIn({ text, features = ['queuing', 'audience_limit'] }: Mistaken): readonly Finding[] {
  const workspaces = [
    workspace({ features, vars: { sender: 'hello', count: 3 } }),
    workspace({ name: '0123' }),
  ];
  return load({ 'a.yaml': text }, { workspaces, texts: TEXTS, targets: ['local'], configuration: VARS })
    .findings;
}

type Offer = { readonly put: string | number } | 'remove';

/** What a finding offers in place of what it marks; undefined if a person has to find that. */
function offered(finding: Finding): Offer | undefined {
  const put = replacementOf(finding);
  if (put !== undefined) return { put };
  return /^remove (?:it|the value|one of the two)\b/.test(describeFinding(finding).hint)
    ? 'remove'
    : undefined;
}

function replacementOf({ code, params, fix }: Finding): string | number | undefined {
  if (fix) return fix.put;
  if (code === 'SPELLING') return params.preferred;
  if (code === 'NAME') return params.safe === '' ? undefined : params.safe;
  if (code === 'ATTRIBUTE' && params.why === 'misspelled') return params.usual;
  if (code === 'KEY') return params.valid;
  if (code === 'FILTER_OPERATOR') return nearest(bare(params.seen), ['and', 'or']);
  if (code === 'TYPE' && params.wanted.includes('string') && isPlain(params.seen))
    return params.written ?? bare(params.seen);
  if (code === 'VALUE' && params.why === 'enum') {
    const near = nearest(bare(params.seen), params.allowed.map(bare));
    return params.allowed.find((one): one is string | number => bare(one) === near);
  }
  if (code === 'TEXT' && params.why === 'space') return params.put;
  return 'near' in params ? params.near : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** The text after an offer was taken at the place of a finding: of a name, of a value, or of a part of one. */
function taken(text: string, { at, code, params }: Finding, offer: Offer): string {
  const before = text.split('\n').slice(0, at.line - 1);
  const from = before.reduce((sum, line) => sum + line.length + 1, at.column - 1);
  const document = parseDocument(text);
  if (offer === 'remove') {
    visit(document, {
      Collection: (_, node) => {
        const index = node.items.findIndex((item) => {
          const nodes = isMap(node)
            ? [(item as { key: unknown }).key, (item as { value: unknown }).value]
            : [item];
          return nodes.some((one) => isNode(one) && one.range?.[0] === from);
        });
        if (index === -1) return undefined;
        node.items.splice(index, 1);
        return visit.BREAK;
      },
    });
    return document.toString();
  }
  const { put } = offer;
  const marked = text.slice(from, from + (at.width ?? 1));
  // A tag is marked as a whole.
  const name = code === 'EXPRESSION' && 'name' in params ? params.name : marked;
  let [to, written] = [from + marked.length, marked.replace(name, String(put))];
  visit(document, {
    Node: (_, node) => {
      if (!isScalar(node) || isCollection(node) || node.range?.[0] !== from) return undefined;
      to = node.range[1];
      if (typeof put === 'string')
        written = JSON.stringify(put) + (node.type?.startsWith('BLOCK') === true ? '\n' : '');
      return visit.BREAK;
    },
  });
  return text.slice(0, from) + written + text.slice(to);
}

const placeOf = ({ path }: Finding) => path.join('.');

function nameOf(one: Finding): string {
  return `${one.code} ${placeOf(one)} ${'why' in one.params ? one.params.why : ''}`;
}

/** What isn't said by a file alone: whether a name exists elsewhere, and what publishing will need. */
const OF_OTHERS = /^(?:TIMEZONE|AUDIENCE .* segment|VALUE .* connector|PUBLISH)/;

/** What each offer of a file's findings leaves, or adds at its place; nothing if they all help. */
function tried(mistaken: Mistaken): { readonly offers: number; readonly wrong: readonly string[] } {
  const before = findingsIn(mistaken);
  const found = before.flatMap((one) => {
    const isMistake = one.at.file === FILE && [undefined, placeOf(one)].includes(mistaken.at);
    const offer = isMistake ? offered(one) : undefined;
    return offer === undefined ? [] : [{ one, offer }];
  });
  const known = before.map(nameOf);
  const wrong = found.flatMap(({ one, offer }) => {
    const after = findingsIn({ ...mistaken, text: taken(mistaken.text, one, offer) });
    const { hint } = describeFinding(one);
    const count = (names: readonly string[]) => names.filter((name) => name === nameOf(one)).length;
    const isLeft = count(after.map(nameOf)) >= count(known);
    const added = after
      .filter((other) => placeOf(other) === placeOf(one))
      .map(nameOf)
      .filter((name) => !known.includes(name) && !OF_OTHERS.test(name));
    const isSaid = offer === 'remove' || hint.includes(String(offer.put));
    const faults = [...(isLeft ? ['is left'] : []), ...added, ...(isSaid ? [] : ['is not said'])];
    return faults.length === 0 ? [] : [`${nameOf(one)}: ${hint}: ${faults.join('; ')}`];
  });
  return { offers: found.length, wrong };
}

const TABLES = Object.entries({ ...RULE_ROWS, ...MORE_RULE_ROWS }).flatMap(([, rows]) =>
  rows.map(({ wrong, around, ...row }) => ({ ...row, text: unmark(around(wrong)).text })),
);
const MISTAKES = [...FORM, ...REFERENCES, ...MISSPELLED, ...WARNINGS].map(([, , marked]) => ({
  text: unmark(marked).text,
}));
/** One mistake for each value of a field, wherever the field may be. */
function files(wrong: readonly Wrong[]): Mistaken[] {
  const alike = new Map(
    wrong.map((one) => [`${one.field.path.split('.').at(-1) ?? ''} ${bare(one.value)}`, one]),
  );
  return [...alike.values()].map(({ campaign, at }) => ({ text: stringify(campaign), at: at.join('.') }));
}
const SPELLINGS = files(FIELDS.flatMap(ofWrongSpelling));
const TYPES = files(FIELDS.flatMap(ofWrongType).filter(({ value }) => value === true || value === 5));

const email = (text: string, more = '') => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email }
campaign_content: { content: { email: { subject: A, html_content: ${JSON.stringify(text)} } } }
${more}`;
/** Parts of texts and labels, as people write them who come from another program. */
const IN_TEXTS: Mistaken[] = [
  ...[
    '{{#each . }}a{{/each}}',
    '{{#if . }}a{{/if}}',
    '{{#each this.x}}a{{/each}}',
    '{{ usr.name | default: "you" }}',
    '{{ User.name | default: "you" }}',
  ],
  ...[
    '{% iff user.a %}a{% endif %}',
    '{% If user.a %}a{% EndIf %}',
    '{% if user.a %}a{% /if %}',
    '{% for a in . %}b{% endfor %}',
  ],
  ...['{{ this.x }}', '{{ first_name }}', '{{ user.first-name }}', '{{ event_attribute.x }}', '{{ . }}'],
]
  .map((text) => ({ text: email(text) }))
  .concat(
    ['"? q"', '"&  y"', '" y"', '"y "', '"\\ty"', '"y\\n"', '012', '1e3', 'true', '1_000', '.5', '+5'].map(
      (value) => ({
        text: email('a', `utm_params: { utm_source: ${value}, utm_medium: email, utm_term: ${value} }\n`),
      }),
    ),
  )
  .concat(
    [
      'key: Promo/Spring',
      'key: promo//spring',
      'key: 012',
      'workspaces: [0123]',
      'workspaces: [locl]',
      'status: Active',
      'status: activ',
    ]
      .concat([
        'Channel: PUSH',
        'chanel: EMAIL',
        '"status ": ACTIVE',
        'overrides: { Local: { status: ACTIVE } }',
      ])
      .map((line) => ({ text: email('a', `${line}\n`) })),
  );

it.each([
  ['the rows of the rules', TABLES, 60],
  ['mistakes', MISTAKES, 10],
  ['values in another spelling', sample(SPELLINGS, 3), 40],
  ['values of another type', sample(TYPES, 3), 33],
  ['texts', IN_TEXTS, 20],
] as const)('what is advised for %s helps', (_, rows, atLeast) => {
  const results = rows.map(tried);
  expect([...new Set(results.flatMap(({ wrong }) => wrong))]).toEqual([]);
  expect(results.reduce((sum, { offers }) => sum + offers, 0)).toBeGreaterThanOrEqual(atLeast);
});

/** The text in workspaces.yaml that a finding there offers, at its place. */
const SETTINGS = (lines: string) => `default: local
workspaces:
  local:
    base_url: http://127.0.0.1:4010/
    app_key: local
    api_key_env: CAMPAIGNS_API_KEY
${lines}`;

it.each([
  ...['0123', '0x1F', '1e3', '1.10', '+5', '0o17', 'true', 'True', '-0', '1.0'].map(
    (value) => `    app_key: ${value}\n`,
  ),
  '    header_prefix: True\n',
  '    vars: { connector: a }\npolicy: { rules: { required_tags: [0123] } }\n',
  'policy: { rules: { all_users_push: { except: [1e3] } } }\n',
])('a number in place of a text is repeated as it is written: %s', (lines) => {
  const text = SETTINGS(lines).replace(/ {4}app_key: local\n(?=[^]*app_key)/, '');
  const [one, ...others] = loadConfiguration('campaigns/workspaces.yaml', text, {
    limits: DEFAULT_LIMITS,
  }).diagnostics;
  expect(others).toEqual([]);
  const [, quoted = ''] = /"(.*)"/.exec(one?.hint ?? '') ?? [];
  const line = text.split('\n')[(one?.line ?? 0) - 1] ?? '';
  const at = (one?.column ?? 0) - 1;
  expect(line.slice(at, at + quoted.length)).toBe(quoted);
  const written = `${line.slice(0, at)}"${quoted}"${line.slice(at + quoted.length)}`;
  const { diagnostics } = loadConfiguration('campaigns/workspaces.yaml', text.replace(line, written), {
    limits: DEFAULT_LIMITS,
  });
  expect(diagnostics).toEqual([]);
});
