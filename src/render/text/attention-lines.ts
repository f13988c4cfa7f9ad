import {
  attentionSections,
  nameInGroup,
  componentsOf,
  ownEdit,
  sectionPhrase,
  sharedDetail,
  type AttentionSection,
} from '../view/attention-groups.ts';
import { BELOW, campaignLine, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import { clipLines, keyLines } from './group-lines.ts';
import { SECTION_AT_MOST } from '../view/group.ts';
import type { Paint } from './paint.ts';
import type { Attention, Place, Issue } from '../view/attention-view.ts';
import { joined, say, type Phrase } from '../../messages/phrase.ts';
import { counted } from '../../model/show.ts';
import { foldedWord, indent, wrap } from '../text-layout.ts';
import { wrapPhrase } from './wrap-phrase.ts';

/** What needs attention: an issue that several campaigns share is shown once, with all their keys. */
export function attentionSectionLines(attention: readonly Attention[], options: LineOptions): string[] {
  const isShort = attention.length <= SECTION_AT_MOST;
  return attentionSections(attention).flatMap((section) => {
    if (section.members.length === 1) return campaignLines(section, options);
    const { components, words } = sharedDetail(section.members);
    const isEach = isShort && words !== '';
    return [
      ...sharedLines(section, options),
      ...clipLines(components.flatMap((one) => componentLines(one, options))),
      ...(isEach
        ? section.members.flatMap((one) => memberLines(one, { section, options }))
        : [
            ...indent(wrap(words, options.columns - BELOW), BELOW),
            ...keyLines(
              section.members.map(({ campaign }) => campaign),
              options,
              Infinity,
            ),
          ]),
    ];
  });
}

/** What several campaigns share: how many they are, why, and what to do. */
function sharedLines(section: AttentionSection, { columns, paint }: LineOptions): string[] {
  return [
    `  ${paint.warn('!')} ${counted(section.members.length, 'campaign')}  ${section.headline}`,
    ...indent(wrapPhrase(sectionPhrase(section), columns - BELOW), BELOW),
  ];
}

interface InSection {
  readonly section: AttentionSection;
  readonly options: LineOptions;
}

/** What only one of them has: its place in the file, who edited it, and its values. */
function memberLines(one: Attention, { section, options }: InSection): string[] {
  const { columns, paint } = options;
  const { campaign, issues } = one;
  const edit = ownEdit(one, section.members);
  const mark = say`${section.headline} (see above)`;
  const named = { ...campaign, key: nameInGroup(campaign) };
  return [
    ...campaignLine({ mark: paint.warn('!'), campaign: named, text: mark }, options),
    ...placeLines(issues[0]?.place, columns, paint),
    ...indent(wrap(edit, columns - BELOW), BELOW),
    ...componentsOf(one).flatMap((component) => componentLines(component, options)),
  ];
}

/** What blocks a single campaign or needs attention: why, where, and what to do. */
function campaignLines(
  { members: [one], headline, above }: AttentionSection,
  options: LineOptions,
): string[] {
  const { campaign, issues } = one;
  return [
    ...campaignLine({ mark: options.paint.warn('!'), campaign, text: say`${headline}` }, options),
    ...issues.flatMap((issue) => issueLines(issue, options)),
    ...indent(wrapPhrase(above, options.columns - BELOW), BELOW),
  ];
}

function issueLines(issue: Issue, options: LineOptions): string[] {
  const { kind, why, todo, place, components, waiting } = issue;
  const { columns, paint } = options;
  const below = (phrase: Phrase) => indent(wrapPhrase(phrase, columns - BELOW), BELOW);
  if (kind === 'note') return [...below(joined(why, todo)), ...placeLines(place, columns, paint)];
  return [
    ...below(why),
    ...placeLines(place, columns, paint),
    ...components.flatMap((one) => componentLines(one, options)),
    ...below(waiting),
    ...below(todo),
  ];
}

function placeLines(place: Place | undefined, columns: number, paint: Paint): string[] {
  const lines = place ? foldedWord(placeWords(place), columns - BELOW) : [];
  return indent(
    lines.map((line) => paint.faint(line)),
    BELOW,
  );
}

function placeWords({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}
