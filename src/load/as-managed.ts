import { ruleOf, severityOf, type DiagnosticCode } from '../model/diagnostic.ts';
import { mayBeKept } from './grade.ts';
import type { Problem } from './problem.ts';
import type { RuleInputs } from './rules/rule.ts';

/** Warnings that never fail a check if the live campaign has what was found: the file is not wrong. */
const LENIENT: readonly DiagnosticCode[] = ['W_SPELLING', 'W_NAME'];

/**
 * A finding about the file of a managed campaign is a warning if the live campaign has what was found. What it doesn't
 * have is as wrong as in the file of a new campaign.
 */
export function asManaged(
  problem: Problem,
  { body, keepsLive }: Pick<RuleInputs, 'body' | 'keepsLive'>,
): Problem {
  const { code, path, missing, toQuote } = problem;
  const isKept = keepsLive({ place: missing === undefined ? path : [...path, missing], body });
  if (LENIENT.includes(code)) return isKept ? { ...problem, isKept } : problem;
  const isExcepted =
    severityOf(problem) === 'error' &&
    mayBeKept(ruleOf(code), missing === undefined ? path : [...path, missing]);
  // In a goal, only a number or a boolean may stay; a list was never allowed.
  if (!isKept || !isExcepted || (code === 'E_TYPE' && !toQuote)) return problem;
  return { ...problem, code: warningOf(code), mayStay: true, isKept };
}

export function warningOf(code: DiagnosticCode): DiagnosticCode {
  return code.replace(/^E_/, 'W_') as DiagnosticCode;
}
