import { severityOf, type Diagnostic, type DiagnosticCode } from '../model/diagnostic.ts';
import type { Problem } from './problem.ts';

// A campaign that exists may have what we would not create: it was made in the dashboard, or before a rule of ours was
// known. Its file must be able to say what is there, or the campaign could never be managed (open point V24). So each
// rule of a closed list is an error in the file of a new campaign and a warning in the file of a managed one. Nothing
// else is softened: the service would refuse it from either.

interface Exception {
  readonly code: DiagnosticCode;
  /** The place, its steps joined by slashes. */
  readonly at: RegExp;
  /** The name that is missing there. */
  readonly missing?: string;
}

const FILTERS = '^(?:trigger_condition|segmentation_details)/.*';

const EXCEPTIONS: readonly Exception[] = [
  // Specification, utm_params: names without utm_, and more than five of one's own.
  { code: 'E_UNKNOWN_KEY', at: /^utm_params\/[^/]+$/ },
  { code: 'E_UTM', at: /^utm_params\/[^/]+$/ },
  // Open point V14.
  { code: 'E_MISSING', at: /^scheduling_details$/, missing: 'timezone' },
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

/** A finding about the file of a managed campaign: a warning, where the live campaign may have what is found. */
export function asManaged(problem: Problem): Problem {
  const { code, path, missing, toQuote } = problem;
  const place = path.join('/');
  const isExcepted = EXCEPTIONS.some(
    (one) => one.code === code && one.at.test(place) && one.missing === missing,
  );
  // Of a goal only a number or a truth value may stay: a list was never one.
  if (!isExcepted || (code === 'E_TYPE' && !toQuote)) return problem;
  return { ...problem, code: warningOf(code), stays: true };
}

function warningOf(code: DiagnosticCode): DiagnosticCode {
  return code.replace(/^E_/, 'W_') as DiagnosticCode;
}

/** What of a managed campaign's file stays a warning under `--strict`: live has it, and no edit of the file is wrong. */
const LENIENT: readonly DiagnosticCode[] = [
  'W_UNKNOWN_FIELD',
  'W_SPELLING',
  'W_NAME',
  ...EXCEPTIONS.map(({ code }) => warningOf(code)),
];

export function staysWarning(diagnostic: Diagnostic): boolean {
  return severityOf(diagnostic) === 'warning' && LENIENT.includes(diagnostic.code);
}
