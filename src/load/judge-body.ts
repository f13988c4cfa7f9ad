import { isChannel } from '../model/channel.ts';
import type { JsonObject } from '../model/json.ts';
import { asManaged } from './as-managed.ts';
import { asChangedType } from './changed-type.ts';
import { inOneShape } from './content-shape.ts';
import { joinLeftBehind } from './join-left-behind.ts';
import { oncePerLostLine } from './lost-lines.ts';
import { joinMissing, joinMisspelled, misspelledAudience, unknownAudience } from './misspelled.ts';
import { asFieldsOfOtherFilter } from './other-filter.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { onePerPlace, withoutFieldsOfOtherKinds, type Problem } from './problem.ts';
import type { Head } from './read-head.ts';
import type { RuleInputs } from './rules/rule.ts';
import { campaignProblems } from './schema/schema-errors.ts';
import { unknownParts } from './unknown-parts.ts';
import { asFieldsOfOtherChannel, asWrongChannel } from './wrong-channel.ts';

// One mistake often breaks several rules. Passes over the problems leave one problem for each mistake.

/** Takes the problems that the pass before it left. */
type Pass = (problems: readonly Problem[]) => readonly Problem[];

/** What is wrong with the shape of a body: one problem for each mistake. */
export function judge(given: RuleInputs, head: Head): readonly Problem[] {
  const judgeBody = (body: JsonObject) => judgeAs({ ...given, body }, head);
  return asChangedType(given, (body) => asWrongChannel(judgeBody(body), body, judgeBody));
}

/** Unknown fields are looked for only in campaigns of a known channel, so that one mistake is reported once. */
function judgeAs(given: RuleInputs, head: Head): Problem[] {
  const { body } = given;
  const shape = campaignProblems(body);
  const unsound = new Set(shape.flatMap(({ path }) => keysUpwards(path)));
  if (!isChannel(body.channel)) return joinMissing(joinMisspelled(shape, head.misspelled)).map(withRestLater);
  const unknown = unknownParts(body, (path) => !unsound.has(keyOfPath(path)));
  const draft = inOneShape(withoutFieldsOfOtherKinds(onePerPlace([...shape, ...unknown])), body);
  return [...passesFor(given, head).reduce<readonly Problem[]>((problems, pass) => pass(problems), draft)];
}

/** The number of errors may grow with the correction, which should not look like another mistake. */
function withRestLater(problem: Problem): Problem {
  const isOfChannel = problem.code === 'E_VALUE' && keyOfPath(problem.path) === keyOfPath(['channel']);
  if (!isOfChannel) return problem;
  return { ...problem, hint: `${problem.hint}; the rest of the file is checked once this is corrected` };
}

/**
 * A field at a wrong place is unknown there and missing elsewhere, as if it were misspelled. So places are judged first,
 * then names, and only then how serious what is still unknown is. Names that are still missing are joined at the end,
 * because the other passes look for each of them.
 */
function passesFor(given: RuleInputs, head: Head): readonly Pass[] {
  const { body, isBound } = given;
  const { misspelled, layout } = head;
  return [
    (problems) => joinLeftBehind(problems, { body, namesOf: layout.names }),
    (problems) => oncePerLostLine(problems, { ...given, head }),
    (problems) => joinMisspelled(problems, misspelled),
    (problems) => (isBound ? problems.map((one) => asManaged(one, given)) : problems),
    (problems) => asFieldsOfOtherFilter(problems, body),
    (problems) => asFieldsOfOtherChannel(problems, body),
    (problems) => misspelledAudience(problems, body),
    (problems) => unknownAudience(problems, given),
    joinMissing,
  ];
}
