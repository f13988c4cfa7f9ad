import type { CodeHostProblem } from '../../model/action-codes/code-host-problem.ts';
import { ended } from '../catalog/row.ts';
import { code, say, type Phrase } from '../phrase.ts';

/** Why GitHub did not do what was asked. */
export function describeCodeHostProblem(problem: CodeHostProblem): Phrase {
  switch (problem.code) {
    case 'refused':
      return say`GitHub answered ${problem.status}: ${ended(problem.said)}`;
    case 'no-answer':
      return say`GitHub did not answer: ${ended(problem.said)}`;
    case 'no-token':
      return say`The input ${code('github-token')} is empty.`;
    case 'nothing-returned':
      return say`GitHub reported success, but did not return what it created.`;
  }
}

/** What to change in the workflow, if that may help; empty otherwise. */
export function adviceForCodeHost(problem: CodeHostProblem): Phrase {
  switch (problem.code) {
    case 'refused':
      return problem.missing === undefined
        ? []
        : say`If the workflow lacks the permission ${code(problem.missing)}, add it.`;
    case 'no-token':
      return say`Remove the input to use the job's own token, or set it to another token.`;
    case 'no-answer':
    case 'nothing-returned':
      return [];
  }
}
