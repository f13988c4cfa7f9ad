import type { DiagnosticCode } from '../model/diagnostic.ts';
import { valueAt } from '../model/json.ts';
import type { Problem } from './problem.ts';
import type { RuleInputs } from './rules/rule.ts';

// A campaign that already exists may contain what we would not create: it was made in the dashboard, or before one of
// our rules existed. Its file must be able to say what is live, or the campaign could never be managed (open point
// V24). So each rule about a closed list is an error in the file of a new campaign and a warning in the file of a
// managed one that has it already, as far as the record knows. No other rule is relaxed, because the service would
// refuse the value in both cases.

interface Exception {
  readonly code: DiagnosticCode;
  /** The path of the place, its steps joined by slashes. */
  readonly at: RegExp;
  /** The name that is missing at that place. */
  readonly missing?: string;
}

const FILTERS = '^(?:trigger_condition|segmentation_details)/.*';

const EXCEPTIONS: readonly Exception[] = [
  // Specification, utm_params: names without utm_, and more than five custom parameters. No live campaign has a status
  // there.
  { code: 'E_UNKNOWN_KEY', at: /^utm_params\/(?!(?:status|workspaces|overrides)$)[^/]+$/ },
  { code: 'E_UTM', at: /^utm_params\/[^/]+$/ },
  // Open point V14.
  { code: 'E_MISSING', at: /^scheduling_details$/, missing: 'timezone' },
  // Specification, trigger_condition: a delay without a type, which has no effect.
  { code: 'E_MISSING', at: /^trigger_condition$/, missing: 'trigger_delay_type' },
  // Open point V5: numbers in goals.
  { code: 'E_TYPE', at: /^conversion_goal_details\/goals\/\d+\/goal_event_attribute\/value1?$/ },
  // Open point V13: labels, and types of filters inside actions. A trigger can't be changed while it is live.
  { code: 'E_VALUE', at: new RegExp(`${FILTERS}/condition$`) },
  { code: 'E_VALUE', at: new RegExp(`${FILTERS}/attributes(?:/filters/\\d+)+/filter_type$`) },
  {
    code: 'E_MISSING',
    at: new RegExp(`${FILTERS}/attributes(?:/filters/\\d+)+$`),
    missing: 'filter_type',
  },
];

/** Warnings that stay warnings under `--strict` if the live campaign has what was found: the file is not wrong. */
const LENIENT: readonly DiagnosticCode[] = ['W_UNKNOWN_FIELD', 'W_SPELLING', 'W_NAME'];

/**
 * A finding about the file of a managed campaign is a warning if the live campaign has what was found. What it doesn't
 * have is as wrong as in the file of a new campaign.
 */
export function asManaged(
  problem: Problem,
  { body, keepsLive }: Pick<RuleInputs, 'body' | 'keepsLive'>,
): Problem {
  const { code, path, missing, toQuote, resembles } = problem;
  const isKept = keepsLive({ place: missing === undefined ? path : [...path, missing], body });
  if (LENIENT.includes(code)) {
    if (isKept) return { ...problem, isKept };
    // The service would ignore the new name, and the value of the right one would be lost.
    const meant = resembles === undefined ? undefined : [...path.slice(0, -1), resembles];
    const isLost = meant && valueAt(body, meant) === undefined && !keepsLive({ place: meant, body });
    return isLost ? { ...problem, code: 'E_UNKNOWN_KEY' } : problem;
  }
  const place = path.join('/');
  const isExcepted = EXCEPTIONS.some(
    (one) => one.code === code && one.at.test(place) && one.missing === missing,
  );
  // In a goal, only a number or a boolean may stay; a list was never allowed.
  if (!isKept || !isExcepted || (code === 'E_TYPE' && !toQuote)) return problem;
  return { ...problem, code: warningOf(code), mayStay: true, isKept };
}

export function warningOf(code: DiagnosticCode): DiagnosticCode {
  return code.replace(/^E_/, 'W_') as DiagnosticCode;
}
