import { isChannel } from '../model/channel.ts';
import { severityOf } from '../model/diagnostic.ts';
import { asManaged } from './as-managed.ts';
import { asChangedType } from './changed-type.ts';
import type { Coded } from './check.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { onePerPlace, placeOfProblem, wholeFirst, type Problem } from './problem.ts';
import { audienceIsChosen, audienceIsSomebody } from './rules/audience-rules.ts';
import { canBePublished } from './rules/publish-rules.ts';
import type { Rule, RuleInputs } from './rules/rule.ts';
import { REFERENCE_RULES, RULES } from './rules/rules.ts';
import { statusIsPossible } from './rules/status-rules.ts';
import { breaksTeamRules } from './rules/team-rules.ts';
import { checkShape } from './shape.ts';

/** A body and what is known about its campaign. */
interface Judged extends Omit<RuleInputs, 'isSound'> {
  /** The names of all workspaces. */
  readonly workspaces: readonly string[];
}

/** What is wrong with a body. */
export interface Verdict {
  readonly shape: readonly Coded[];
  readonly problems: readonly Problem[];
}

/** What is wrong with a body: by the schema, and by the rules. */
export function judge(given: Judged): Verdict {
  return asChangedType(given, (body) => judgeAs({ ...given, body }));
}

/** Rules run only for campaigns of a known channel, so that one mistake is reported once. */
function judgeAs(given: Judged): Verdict {
  const { body, isBound, isPlanned, isPublished } = given;
  const found = checkShape(body, given.workspaces);
  if (!isChannel(body.channel)) return { shape: found, problems: [] };
  const unsound = new Set(mistakesIn(found, given).flatMap(({ path }) => keysUpwards(path)));
  const inputs: RuleInputs = { ...given, isSound: (path) => !unsound.has(keyOfPath(path)) };
  const run = (rules: readonly Rule[]) => rules.flatMap((rule) => rule(inputs));
  const references = run(REFERENCE_RULES);
  const wholes = new Set(references.flatMap(({ path, part }) => (part ? [] : [keyOfPath(path)])));
  const shape = found.filter(({ path }) => !wholes.has(keyOfPath(path)));
  const places = new Set(mistakesIn(shape, given).map(({ path }) => keyOfPath(path)));
  const draft = onePerPlace(wholeFirst(references, run(RULES))).filter(
    (one) => !places.has(keyOfPath(placeOfProblem(one))),
  );
  const unmet = run([canBePublished, audienceIsChosen, audienceIsSomebody]);
  const mistakes = [
    ...draft.map(({ code, ...place }) => ({ code, path: placeOfProblem(place) })),
    ...mistakesIn(shape, given).map(({ code, path }) => ({ code: `E_${code}` as const, path })),
  ];
  // The type of a campaign that exists may be another one than in its file.
  const ofHead = impossibleStatus(inputs, { isBound });
  const problems = [...draft, ...notAnEcho(unmet, mistakes), ...ofHead]
    .map((problem) => (isBound ? asManaged(problem, given) : problem))
    .map((problem) => (isPlanned && !isPublished ? leavePublishingToPlan(problem) : problem));
  return { shape, problems: [...problems, ...breaksTeamRules(inputs)] };
}

/** What leaves it open what the file means around it. A field that the service ignores doesn't. */
export function mistakesIn(shape: readonly Coded[], { body, isBound, keepsLive }: Judged): readonly Coded[] {
  return shape.filter(
    ({ code, path, only }) =>
      code !== 'UNKNOWN_FIELD' && !(only === 'new' && isBound && keepsLive({ place: path, body })),
  );
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
function notAnEcho(missing: readonly Problem[], draft: readonly Pick<Problem, 'code' | 'path'>[]): Problem[] {
  const mistakes = draft.filter(({ code }) => severityOf({ code }) === 'error');
  const wrong = new Set(mistakes.map(({ path: [component] }) => component));
  return missing.filter((one) => !wrong.has(placeOfProblem(one)[0]));
}
