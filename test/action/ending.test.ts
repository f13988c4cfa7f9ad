import { expect, it } from 'vitest';
import { conclusionOf, messageOf } from '../../src/action/conclusion.ts';
import { UserFailure } from '../../src/app/process/user-failure.ts';
import { EXIT } from '../../src/model/exit.ts';

it('a push that is refused says which permission and which rule may be the reason', () => {
  const cause = { code: 'not-recorded', branch: 'campaigns-state/production', said: 'GH013' } as const;
  const conclusion = conclusionOf(new UserFailure(EXIT.FAILED, cause));
  expect(conclusion.failureReason).toBe('unreachable');
  expect(messageOf(conclusion)).toMatch(/contents: write.*campaigns-state\/\*\*/);
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
