import { expect, it } from 'vitest';
import { conclusionOf, messageOf } from '../../src/action/conclusion.ts';
import { UserFailure } from '../../src/app/process/user-failure.ts';
import { EXIT } from '../../src/model/exit.ts';

const refusedPush =
  'remote: error: GH013: Repository rule violations found for refs/heads/campaigns-state/production.';

it('a push that a rule refuses says which rule to change, not only to run again', () => {
  const conclusion = conclusionOf(
    new UserFailure(EXIT.FAILED, {
      code: 'not-recorded',
      branch: 'campaigns-state/production',
      said: refusedPush,
      confusedWith: [],
    }),
  );
  expect(conclusion.failureReason).toBe('unreachable');
  const message = messageOf(conclusion);
  expect(message).not.toContain('Run the workflow again.');
  expect(message).toMatch(
    /A repository rule refuses the push\. In the repository's rulesets, allow this workflow to push to campaigns-state\/\*\*/,
  );
});

it('reports that nothing was sent only if the failure says so', () => {
  expect(
    conclusionOf(
      new UserFailure(
        EXIT.LEASE,
        { code: 'lease-lost', workspace: 'local', said: null },
        { isUntried: true },
      ),
    ).isUntried,
  ).toBe(true);
  expect(
    conclusionOf(new UserFailure(EXIT.FAILED, { code: 'git-failed', said: 'no' })).isUntried,
  ).toBeUndefined();
});
