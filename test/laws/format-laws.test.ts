import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatText, type Formatted } from '../../src/app/writing/format-text.ts';
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
  it('1: formatted text stays unchanged, byte for byte', async () => {
    await always(rewrittenFile, async ({ text }) => {
      const once = await formatted(text);
      expect(await formatted(once)).toBe(once);
    });
  });

  it('2: the values stay the same', async () => {
    await always(rewrittenFile, async ({ text }) => {
      expect(valueOf(await formatted(text))).toEqual(valueOf(text));
    });
  });

  it('3: every comment is kept, once', async () => {
    await always(rewrittenFile, async ({ text, comments }) => {
      const form = await formatted(text);
      for (const comment of comments) expect(form.split(comment), comment).toHaveLength(2);
    });
  });

  it('4: the entries are in canonical order', async () => {
    await always(rewrittenFile, async ({ text }) => {
      const [before, names] = [namesOf(text), namesOf(await formatted(text))];
      const unknown = before.filter((name) => !ORDER.includes(name) && name !== 'overrides');
      const all = [...ORDER, ...unknown, 'overrides'];
      expect(names).toEqual(all.filter((name) => before.includes(name)));
    });
  });

  it('5: comments above an entry stay above it', async () => {
    await always(fc.tuple(campaignFile, order), async ([text, numbers]) => {
      const { head, entries } = entriesOf(text);
      const marked = entries.map((entry) => entry.replace(/^([a-z_]+):/m, '# about $1\n$1:'));
      const form = await formatted(`${head}first:\n${inOrderOf(numbers, marked)}`);
      for (const name of namesOf(text)) expect(form).toContain(`# about ${name}\n${name}:`);
      expect(form.startsWith(head)).toBe(true);
    });
  });

  it('6: line endings, a byte order mark and trailing whitespace make no difference', async () => {
    await always(campaignFile, async (text) => {
      const form = await formatted(text);
      expect(await formatted(form.replaceAll('\n', '\r\n'))).toBe(form);
      expect(await formatted(`\ufeff${form}`)).toBe(form);
      expect(await formatted(form.replaceAll(/^([a-z_]+:)$/gm, '$1  '))).toBe(form);
    });
  });

  it('7: any text is formatted or gets a diagnostic; nothing is thrown', async () => {
    await always(anyText, async (text) => {
      const result = await format(text);
      if (result.kind === 'problem') {
        expect(result.diagnostics).not.toEqual([]);
        return;
      }
      expect(valueOf(result.text)).toEqual(valueOf(text));
      expect(await formatted(result.text)).toBe(result.text);
    });
  });
});

/** Files with a piece removed or duplicated, tokens in random order, and noise. */
const anyText = fc.oneof(
  fc
    .tuple(rewrittenFile, fc.nat(), fc.nat({ max: 40 }), fc.boolean())
    .map(([{ text }, start, length, doubled]) => {
      const at = start % text.length;
      return text.slice(0, doubled ? at + length : at) + text.slice(doubled ? at : at + length);
    }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'key',
          'channel',
          'a',
          ':',
          ': ',
          ' ',
          '  ',
          '\n',
          '\n',
          '\n  ',
          '- ',
          '? ',
          '# c',
          '#',
          ' # d\n',
        ],
        ...[
          '{',
          '}',
          '[',
          ']',
          ', ',
          '"',
          "'",
          '|',
          '>',
          '|+\n',
          '&x ',
          '*x',
          '!!str ',
          '---\n',
          '...\n',
          '\t',
        ],
        ...['%YAML 1.2\n', '~', '1e3', '\r\n', '<<: ', '\ufeff', '\u0085', '\u001f', '\u0002', '\\'],
      ),
      { maxLength: 30 },
    )
    .map((tokens) => tokens.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const format = (text: string): Promise<Formatted> =>
  formatText({ file: 'campaigns/a.yaml', text, content: 'campaign' });

async function formatted(text: string): Promise<string> {
  const result = await format(text);
  if (result.kind === 'problem') throw new Error(JSON.stringify({ ...result, text }));
  return result.text;
}

function namesOf(text: string): string[] {
  return Object.keys(valueOf(text) as object);
}

function always<Drawn>(drawn: fc.Arbitrary<Drawn>, law: (drawn: Drawn) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(drawn, law), RUNS);
}
