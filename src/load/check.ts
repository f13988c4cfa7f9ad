import type { CampaignKey, DesiredStatus } from '../model/campaign.ts';
import type { FindingOf, Place, RuleCode, RuleParams } from '../model/findings.ts';
import { keyOfPath, keysUpwards, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { sameButForCase } from '../model/nearest.ts';
import type { Workspace } from '../model/workspace.ts';
import type { TeamRules } from '../model/team-rules.ts';
import type { Piece } from './content/template.ts';
import type { ContentText } from './content/texts.ts';
import { FINDINGS_AT_MOST, nthPart, type PlacedMap } from './rules/placed.ts';

/** What a rule checks: a campaign's body for one workspace, references resolved. It knows neither the record nor the clock. */
export interface Checked {
  readonly key: CampaignKey;
  readonly body: JsonObject;
  readonly status: DesiredStatus | undefined;
  readonly workspace: Workspace;
  readonly rules: TeamRules;
  readonly texts: readonly ContentText<InText>[];
  readonly filters: readonly PlacedMap[];
  /** Whether no earlier stage found anything at a place, above it or below it: a value there has the type of its schema. */
  readonly sound: Sound;
}

/** What a rule found: like a finding, but without its position, which follows from the path. */
export type Found<Code extends RuleCode = RuleCode> = Pick<
  FindingOf<Code>,
  'path' | 'only' | 'judged' | 'from' | 'until' | 'fix' | 'level'
> & {
  readonly params: RuleParams[Code];
  /** The position, if it doesn't follow from the path: in a text that the campaign refers to. */
  readonly at?: Place;
  /** Whether the key at the path is marked, or its value. The default is the value. */
  readonly on?: 'key' | 'value';
  /** The marked part of the text at the path: its `nth` occurrence, from 0. */
  readonly part?: { readonly text: string; readonly nth: number };
};

/** What a rule found in a text, or in a part of it that begins at an offset. */
export type FoundIn<Code extends RuleCode = RuleCode> = Omit<Found<Code>, 'path' | 'part'> & {
  readonly part?: Piece | undefined;
};

/**
 * One mistake should be reported by the first rule that finds it, so rules are checked in stages. What is always an error
 * comes first, so that nothing silences it that turns out not to matter.
 */
const STAGES = ['always', 'sending', 'advice', 'content'] as const;

interface RuleOf<Code extends RuleCode> {
  readonly stage: (typeof STAGES)[number];
  readonly code: Code;
  /** What it finds in a body; for a rule about texts, nothing. */
  readonly check?: (checked: Checked) => readonly Found<Code>[];
  /** What it finds in a text, whatever else the body has. */
  readonly find?: (text: ContentText, rules: TeamRules) => readonly FoundIn<Code>[];
  /** Whether what it finds in the text at a path matters in a body; it does if omitted. */
  readonly isFor?: (body: JsonObject, path: Path) => boolean;
}

/** A rule of the service, or ours. A rule with several codes is several rules. */
export type Rule = { readonly [Code in RuleCode]: RuleOf<Code> }[RuleCode];

/** What a rule found in a text. */
export interface InText {
  readonly rule: Rule;
  readonly found: Found;
}

/** What rules find in a text, whatever else the body has: of each, the first findings. */
export function findInText(rules: readonly Rule[], one: ContentText, ofTeam: TeamRules): InText[] {
  const { path, text } = one;
  const all: InText[] = [];
  for (const rule of rules) {
    const found: FoundIn[] = [...(rule.find?.(one, ofTeam) ?? [])];
    found.sort((a, b) => (a.part?.at ?? 0) - (b.part?.at ?? 0));
    for (const { part, ...more } of found.slice(0, FINDINGS_AT_MOST)) {
      // A finding in all of a text is at its value.
      if (!part || part.text === text) all.push({ rule, found: { ...more, path } });
      else all.push({ rule, found: { ...more, path, part: nthPart(text, part) } });
    }
  }
  return all;
}

/** Something found, with its code. */
export type Coded = { readonly [Code in RuleCode]: Found<Code> & { readonly code: Code } }[RuleCode];

/** Something found. The types of the arguments pair the code with its parameters; in a union, the compiler can't. */
export function as<Code extends RuleCode>(
  code: Code,
  params: RuleParams[Code],
  found: Omit<Found, 'params'>,
): Coded {
  return { ...found, code, params } as unknown as Coded;
}

/**
 * Checks the rules stage by stage. A stage is silent where an earlier one spoke, or something is `spoken` already. What is
 * wrong only for a time silences nothing.
 */
export function check(
  rules: readonly Rule[],
  checked: Omit<Checked, 'sound'>,
  spoken: readonly Path[],
): Coded[] {
  const inTexts = checked.texts.flatMap(({ found }) => found);
  return STAGES.reduce<Coded[]>((before, stage) => {
    const lasting = before.filter(({ from, until }) => from === undefined && until === undefined);
    const sound = soundBeside([...spoken, ...lasting.map(({ path }) => path)]);
    const given = { ...checked, sound };
    const all = [...before];
    for (const rule of rules) {
      if (rule.stage !== stage) continue;
      const found = rule.check?.(given) ?? foundBy(rule, checked.body, inTexts);
      for (const one of found) if (sound(one.path)) all.push({ ...one, code: rule.code } as Coded);
    }
    return all;
  }, []);
}

function foundBy(rule: Rule, body: JsonObject, inTexts: readonly InText[]): readonly Found[] {
  const own = inTexts.flatMap((one) => (one.rule === rule ? one.found : []));
  return own.filter(({ path }) => rule.isFor?.(body, path) ?? true);
}

/** Whether nothing is known to be wrong at a place, above it or below it. */
type Sound = (path: Path) => boolean;

/** What is sound if something was found at these places. */
export function soundBeside(spoken: readonly Path[]): Sound {
  if (spoken.length === 0) return () => true;
  const places = new Set(spoken.map(keyOfPath));
  const above = new Set(spoken.flatMap(keysUpwards));
  return (path) => !above.has(keyOfPath(path)) && !keysUpwards(path).some((key) => places.has(key));
}

/** The fix of a text that is one of those that are known, but for its case; none if it isn't. */
export function fixOf(seen: JsonValue, known: readonly string[]): Pick<Found, 'fix'> {
  if (typeof seen !== 'string') return {};
  const put = sameButForCase(seen, known);
  return put === undefined ? {} : { fix: { was: seen, put } };
}

/** A finding about a number or a truth value, with the text in the file: `0123` is read as 123. */
export function withText<One extends Coded>(one: One, written: string | undefined): One {
  if (written === undefined || !('seen' in one.params)) return one;
  const { seen } = one.params;
  if (typeof seen !== 'number' && typeof seen !== 'boolean') return one;
  const shown = one.code === 'TYPE' ? { written } : String(seen) === written ? {} : { seen: written };
  return { ...one, params: { ...one.params, ...shown } };
}
