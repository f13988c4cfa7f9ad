import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { require, stateFile } from '../../support/action/reviewed.ts';
import { draws } from '../../support/draws.ts';
import { auditOf } from '../../support/e2e/audit.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { STATE_BRANCH } from '../../support/e2e/test-repository.ts';

// Each name in an entry comes from where it is said: editors from git, reviewers and mergers from the stored review.

const PEOPLE = ['Bob <bob@example.com>', 'Eve Example <eve@example.com>', 'Zoë <zoe@example.com>'];

interface Edit {
  readonly where: 'file' | 'snippet' | 'variable';
  readonly author: string;
  readonly coAuthor: string | undefined;
  readonly approvers: readonly string[];
  readonly method: 'merge' | 'squash' | 'rebase';
}

const edit: fc.Arbitrary<Edit> = fc.record({
  where: fc.constantFrom('file', 'snippet', 'variable'),
  author: fc.constantFrom(...PEOPLE),
  coAuthor: fc.option(fc.constantFrom(...PEOPLE), { nil: undefined }),
  approvers: fc.subarray(['grace', 'heidi']),
  method: fc.constantFrom('merge', 'squash', 'rebase'),
});

const MAIL = welcome()
  .replace('utm_source: shop', 'utm_source: { $var: source }')
  .replace('html_content: <p>Hello</p>', 'html_content: { $file: ./welcome.html, with: {} }');

/** What an edit changes, each time into something else. */
function filesOf(world: ActionWorld, where: Edit['where'], nth: number): Record<string, string> {
  if (where === 'snippet') return { 'snippets/foot.html': `<p>Foot ${nth}</p>\n` };
  if (where === 'file')
    return { 'welcome.yaml': MAIL.replace('subject: Welcome!', `subject: Welcome ${nth}`) };
  const settings = world.repo.read('campaigns/workspaces.yaml');
  return { 'workspaces.yaml': settings.replace(/source: \w+/, `source: s${nth}`) };
}

async function happened(
  world: ActionWorld,
  { where, author, coAuthor, approvers, method }: Edit,
  nth: number,
) {
  const message = `Edit ${nth}\n${coAuthor === undefined ? '' : `\nCo-authored-by: ${coAuthor}\n`}`;
  const files = filesOf(world, where, nth);
  const pull = world.openPull(`edit-${nth}`, { files, commit: { message, author } });
  require(await world.plan(pull), 'planned');
  const { number, pull: at } = pull;
  for (const one of approvers) {
    const review = { number, author: one, head: at.head.sha, state: 'APPROVED' as const };
    world.github.state.reviews.push({ ...review, author_association: 'MEMBER' });
  }
  world.merge(pull, method);
  require(await world.apply({ depth: 0 }), 'complete');
  return number;
}

/** The author and the co-authors of the only commit since then that isn't a merge, as git has them. */
function contributorsSince(world: ActionWorld, before: string): string[] {
  const format = '--format=%an <%ae>%n%(trailers:key=Co-authored-by,valueonly)';
  return world.repo.git('log', '--no-merges', format, `${before}..main`).split('\n').filter(Boolean);
}

/** The names in the entries of a pull request. */
function namesIn(world: ActionWorld, pull: number, trailer: string): string[] {
  const format = `--format=%(trailers:key=${trailer},valueonly)`;
  const listed = world.repo.gitAtOrigin('log', format, `--grep=^Pull-Request: ${pull}$`, STATE_BRANCH);
  return listed.split('\n').filter(Boolean);
}

test('editors are those of the contributing commit, and reviewers and mergers those of the stored review', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 3 }), async (edits) => {
      const workspace = 'limits: off\n    vars: { source: s0 }';
      const campaigns = {
        'welcome.yaml': MAIL,
        'welcome.html': '<p>Hello</p>\n[[> foot.html]]\n',
        'snippets/foot.html': '<p>Foot</p>\n',
      };
      const world = await actionWorld({ campaigns, workspace });
      await world.apply({ depth: 0, inputs: { reviewed: 'ignore' } });
      const unapproved: string[] = [];
      for (const [nth, one] of edits.entries()) {
        const before = world.main;
        const pull = await happened(world, one, nth + 1);
        // Whoever is named twice in a commit is one person.
        const contributors = [...new Set(contributorsSince(world, before))].sort();
        expect(namesIn(world, pull, 'Edited-By').sort()).toEqual(contributors);
        const stored = JSON.parse(stateFile(world, `approvals/${pull}.json`) ?? '') as {
          approved_by: string[];
          merged_by: string;
        };
        expect([...stored.approved_by].sort()).toEqual([...one.approvers].sort());
        expect(namesIn(world, pull, 'Approved-By').sort()).toEqual([...stored.approved_by].sort());
        expect(namesIn(world, pull, 'Merged-By')).toEqual([stored.merged_by]);
        if (one.approvers.length === 0) unapproved.push('welcome not-approved');
      }
      world.repo.git('pull', '--quiet', 'origin', 'main');
      const { gaps } = await auditOf(world.repo, 2, ['--from', '2000-01-01', '--to', '2099-12-31']);
      const found = gaps.map(({ key, reason }) => `${key} ${reason}`).sort();
      expect(found).toEqual([...unapproved, 'welcome not-reviewed'].sort());
    }),
    draws(2, { cost: 200 }),
  );
});
