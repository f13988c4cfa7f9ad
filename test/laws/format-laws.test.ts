import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCampaign } from '../../src/edit/format.ts';
import {
  campaignFile,
  entriesOf,
  inOrderOf,
  order,
  rewrittenFile,
  valueOf,
} from '../support/rewritten-files.ts';
import { draws } from '../support/draws.ts';

const RUNS = draws(12);

/** The order of the top level, written independently. */
const ORDER = [
  ...['key', 'status', 'workspaces', 'channel', 'campaign_delivery_type'],
  ...['basic_details', 'connector', 'trigger_condition', 'campaign_content', 'segmentation_details'],
  ...['scheduling_details', 'delivery_controls', 'advanced', 'conversion_goal_details'],
  ...['control_group_details', 'utm_params', 'campaign_audience_limit'],
];

describe('the laws of formatting', () => {
  it('1: formatted text stays unchanged, byte for byte; 2: so do the values; 3: and every comment, once', () => {
    always(rewrittenFile, ({ text, comments }) => {
      const form = formatted(text);
      expect(formatted(form)).toBe(form);
      expect(valueOf(form)).toEqual(valueOf(text));
      for (const comment of comments) expect(form.split(comment), comment).toHaveLength(2);
    });
  });

  it('4: the entries are in canonical order', () => {
    always(rewrittenFile, ({ text }) => {
      const [before, names] = [namesOf(text), namesOf(formatted(text))];
      const unknown = before.filter((name) => !ORDER.includes(name) && name !== 'overrides');
      const all = [...ORDER, ...unknown, 'overrides'];
      expect(names).toEqual(all.filter((name) => before.includes(name)));
    });
  });

  it('5: comments above an entry stay above it', () => {
    always(fc.tuple(campaignFile, order), ([text, numbers]) => {
      const { head, entries } = entriesOf(text);
      const marked = entries.map((entry) => entry.replace(/^([a-z_]+):/m, '# about $1\n$1:'));
      const form = formatted(`${head}first: 0\n${inOrderOf(numbers, marked)}`);
      for (const name of namesOf(text)) expect(form).toContain(`# about ${name}\n${name}:`);
      expect(form.startsWith(head)).toBe(true);
    });
  });

  it('6: line endings, a byte order mark and trailing whitespace make no difference', () => {
    always(campaignFile, (text) => {
      const form = formatted(text);
      expect(formatted(form.replaceAll('\n', '\r\n'))).toBe(form);
      expect(formatted(`\ufeff${form}`)).toBe(form);
      expect(formatted(form.replaceAll(/^([a-z_]+:)$/gm, '$1  '))).toBe(form);
    });
  });

  it('7: any text is formatted or refused; nothing is thrown', () => {
    always(anyText, (text) => {
      const form = formatCampaign(text);
      if (form === undefined) return;
      expect(valueOf(form)).toEqual(valueOf(text));
      expect(formatted(form)).toBe(form);
    });
  });
});

const TOKENS = [
  ...['key', 'channel', 'a', ':', ': ', ' ', '  ', '\n', '\n', '\n  ', '- ', '? ', '# c', '#', ' # d\n'],
  ...['{', '}', '[', ']', ', ', '"', "'", '|', '>', '|+\n', '&x ', '*x', '!!str ', '---\n', '...\n', '\t'],
  ...['%YAML 1.2\n', '~', '1e3', '\r\n', '<<: ', '\ufeff', '\u0085', '\u001f', '\u0002', '\\'],
];

/** Files with a piece removed or duplicated, tokens in random order, and noise. */
const anyText = fc.oneof(
  fc
    .tuple(rewrittenFile, fc.nat(), fc.nat({ max: 40 }), fc.boolean())
    .map(([{ text }, start, length, doubled]) => {
      const at = start % text.length;
      return text.slice(0, doubled ? at + length : at) + text.slice(doubled ? at : at + length);
    }),
  fc.array(fc.constantFrom(...TOKENS), { maxLength: 30 }).map((tokens) => tokens.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

function formatted(text: string): string {
  const form = formatCampaign(text);
  if (form === undefined) throw new Error(`not formatted: ${JSON.stringify(text)}`);
  return form;
}

function namesOf(text: string): string[] {
  return Object.keys(valueOf(text) as object);
}

function always<Drawn>(drawn: fc.Arbitrary<Drawn>, law: (drawn: Drawn) => void): void {
  fc.assert(fc.property(drawn, law), RUNS);
}
