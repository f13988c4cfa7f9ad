import { isChannel } from '../model/channel.ts';
import { severityOf } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import { asManaged } from './as-managed.ts';
import { asChangedType } from './changed-type.ts';
import { inOneShape } from './content-shape.ts';
import { joinLeftBehind } from './join-left-behind.ts';
import { oncePerLostLine } from './lost-lines.ts';
import { joinMissing, joinMisspelled, misspelledAudience, unknownAudience } from './misspelled.ts';
import { asFieldsOfOtherFilter } from './other-filter.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { onePerPlace, wholeFirst, withoutFieldsOfOtherKinds, type Problem } from './problem.ts';
import type { Head } from './read-head.ts';
import { audienceIsChosen, audienceIsSomebody } from './rules/audience-rules.ts';
import { canBePublished } from './rules/publish-rules.ts';
import type { Rule, RuleInputs } from './rules/rule.ts';
import { REFERENCE_RULES, RULES } from './rules/rules.ts';
import { statusIsPossible } from './rules/status-rules.ts';
import { breaksTeamRules } from './rules/team-rules.ts';
import { campaignProblems } from './schema/schema-errors.ts';
import { asFieldsOfOtherChannel, asWrongChannel } from './wrong-channel.ts';

// One mistake often breaks several rules. Passes over the problems leave one problem for each mistake.

/** A body and what is known about its campaign. */
type Judged = Omit<RuleInputs, 'isSound'>;

/** Takes the problems that the pass before it left. */
type Pass = (problems: readonly Problem[]) => readonly Problem[];

/** What is wrong with a body: one problem for each mistake. */
export function judge(given: Judged, head: Head): readonly Problem[] {
  const judgeBody = (body: JsonObject) => judgeAs({ ...given, body }, head);
  return asChangedType(given, (body) => asWrongChannel(judgeBody(body), body, judgeBody));
}

/** Rules run only for campaigns of a known channel, so that one mistake is reported once. */
function judgeAs(given: Judged, head: Head): Problem[] {
  const { body, isBound } = given;
  const { misspelled } = head;
  const shape = campaignProblems(body);
  const unsound = new Set(shape.flatMap(({ path }) => keysUpwards(path)));
  const inputs: RuleInputs = { ...given, isSound: (path) => !unsound.has(keyOfPath(path)) };
  if (!isChannel(body.channel)) return joinMissing(joinMisspelled(shape, misspelled)).map(withRestLater);
  const run = (rules: readonly Rule[]) => rules.flatMap((rule) => rule(inputs));
  const all = onePerPlace(wholeFirst(run(REFERENCE_RULES), [...shape, ...run(RULES)]));
  const draft = inOneShape(withoutFieldsOfOtherKinds(all), body);
  const unmet = run([canBePublished, audienceIsChosen, audienceIsSomebody]);
  const missing = notAnEcho(unmet, misspelledAudience(draft, body), misspelled);
  // The type of a campaign that exists may be another one than in its file.
  const ofHead = impossibleStatus(inputs, { isBound });
  const left = passesFor(given, head).reduce<readonly Problem[]>(
    (problems, pass) => pass(problems),
    [...draft, ...missing, ...ofHead],
  );
  return [...left, ...breaksTeamRules(inputs)];
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
function passesFor(given: Judged, head: Head): readonly Pass[] {
  const { body, isBound, isPlanned, isPublished } = given;
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
    (problems) => (isPlanned && !isPublished ? problems.map(leavePublishingToPlan) : problems),
    joinMissing,
  ];
}

/**
 * What publishing needs never stops a plan, which blocks it: the draft may have components that the file omits. A
 * misspelled name in place of it is still an error.
 */
function leavePublishingToPlan(problem: Problem): Problem {
  return problem.code === 'E_PUBLISH' ? { ...problem, code: 'W_PUBLISH' } : problem;
}

/** The type of a campaign that exists may be another one than in its file, so that this is never an error there. */
function impossibleStatus(inputs: RuleInputs, { isBound }: Pick<Judged, 'isBound'>): readonly Problem[] {
  if (!isBound) return statusIsPossible(inputs);
  if (inputs.hasEnded) return [];
  return statusIsPossible(inputs).map((problem) => ({ ...problem, isKept: true }));
}

/**
 * What publishing still needs, for components without errors: a component with an error may need just what the error is
 * about.
 */
function notAnEcho(
  missing: readonly Problem[],
  draft: readonly Problem[],
  misspelled: readonly string[],
): Problem[] {
  const mistakes = draft.filter(({ code }) => severityOf({ code }) === 'error');
  const wrong = new Set(mistakes.map(({ path: [component] }) => component));
  const misplaced = new Set(mistakes.map(({ path }) => path.at(-1)));
  return missing.filter(({ path: [component], missing = '' }) =>
    component === undefined
      ? misspelled.length === 0 && !misplaced.has(missing)
      : !wrong.has(component) && !misspelled.includes(missing),
  );
}
