import type { ComponentName } from '../../model/campaign.ts';
import type { JsonObject } from '../../model/json.ts';
import { audienceOf, filterWords } from './audience.ts';
import { unsaidDifferences } from './unsaid-differences.ts';
import type { Difference } from './three-way.ts';
import { filterLines } from './filter-lines.ts';
import { threeSides, type Side } from './three-way.ts';
import { NOTHING } from './value-words.ts';
import { visibleLine } from '../visible-text.ts';

/** A sentence about filters: whom a campaign reaches, or what triggers it. */
interface Sentence {
  readonly field: string;
  /** Fields of the component that the sentence covers entirely. */
  readonly covers: readonly string[];
  readonly words: (component: JsonObject) => string | undefined;
  /** The filters for a comparison member by member. */
  readonly groups: (component: JsonObject) => JsonObject;
}

const SENTENCES: { readonly [name in ComponentName]?: readonly Sentence[] } = {
  segmentation_details: [
    {
      field: 'audience',
      covers: [
        'is_all_user_campaign',
        'included_filters',
        'excluded_filters',
        'send_campaign_to_opt_out_users',
      ],
      words: audienceOf,
      groups: (component) => component,
    },
  ],
  trigger_condition: [
    eventSentence('event', 'included_filters'),
    eventSentence('second event', 'secondary_included_filters'),
  ],
};

function eventSentence(field: string, name: string): Sentence {
  return {
    field,
    covers: [name],
    words: (component) => filterWords(component[name]),
    groups: (component) => ({ included_filters: component[name] ?? {} }),
  };
}

interface Values {
  readonly live: JsonObject | undefined;
  readonly file: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
}

/** What differs in filters, as sentences with their sides, and the fields that these cover. */
export function filterSentences(
  name: ComponentName,
  { live, file, applied }: Values,
): {
  readonly sentences: readonly (Difference & { readonly sides: readonly Side[] })[];
  readonly covered: ReadonlySet<string>;
  /** What else differs in these fields, without being part of a sentence. */
  readonly unsaid: readonly Difference[];
} {
  const views = (SENTENCES[name] ?? []).flatMap((sentence) => {
    const [was, now, then] = [live, file, applied].map((value) => value && shown(sentence.words(value)));
    if (was === now) return [];
    const lines =
      live && file && was !== undefined && now !== undefined
        ? filterLines(sentence.groups(live), sentence.groups(file), [was, now])
        : undefined;
    const sides = threeSides(then ?? NOTHING, was ?? NOTHING, now ?? NOTHING);
    return [
      {
        covers: sentence.covers,
        one: { at: undefined, context: [], field: sentence.field, was, now, lines, sides, isCut: false },
      },
    ];
  });
  return {
    sentences: views.map(({ one }) => one),
    covered: new Set(views.flatMap(({ covers }) => covers)),
    unsaid: views.flatMap(({ covers }) =>
      covers.flatMap((field) => unsaidDifferences(live?.[field], file?.[field])),
    ),
  };
}

function shown(words: string | undefined): string | undefined {
  return words === undefined ? undefined : visibleLine(words);
}
