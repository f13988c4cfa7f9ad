import { isList, valueAt, type Path } from '../../model/json.ts';
import { onValue } from '../problem.ts';
import type { Rule } from './rule.ts';

// Goals and control groups with which nothing can be measured, or nobody gets the message.

const GOALS = 'conversion_goal_details';

/** Specification, conversion_goal_details: a window of 0 hours, and several goals of which each is the primary one. */
export const goalsCount: Rule = ({ body, keepsLive }) => {
  if (keepsLive({ place: [GOALS], body })) return [];
  const window: Path = [GOALS, 'attribution_window_in_hours'];
  const none = 'with a window of 0 hours, no conversion counts';
  const goals = valueAt(body, [GOALS, 'goals']);
  const [, second] = (isList(goals) ? goals : []).flatMap((goal, index) => {
    const path: Path = [GOALS, 'goals', index, 'is_primary_goal'];
    const message = 'another goal above is the primary one, too';
    const problem = onValue(path, 'W_NO_EFFECT', message, 'write is_primary_goal: true only once');
    return valueAt(goal, ['is_primary_goal']) === true ? [problem] : [];
  });
  return [
    ...(valueAt(body, window) === 0
      ? [onValue(window, 'W_NO_EFFECT', none, 'write 1 or more, such as 48')]
      : []),
    ...(second ? [second] : []),
  ];
};

/** Users in the control group don't get the message. */
export const controlGroupLeavesSomebody: Rule = ({ body, keepsLive }) => {
  const details = 'control_group_details';
  const path: Path = [details, 'campaign_control_group_percentage'];
  if (valueAt(body, [details, 'is_campaign_control_group_enabled']) !== true) return [];
  if (valueAt(body, path) !== 100 || keepsLive({ place: [details], body })) return [];
  const message = 'a control group of 100 percent contains everybody, so nobody gets the message';
  return [onValue(path, 'W_AUDIENCE', message, 'write a smaller percentage, such as 5')];
};
