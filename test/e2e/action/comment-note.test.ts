import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { planCommentOn, promiseOf } from '../../support/action/plan-comments.ts';
import { proposed, require } from '../../support/action/reviewed.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';

const NOTE = 'Check the **audience** first.\nQuestions: [our guide](https://wiki.example.com/campaigns)';

test('shows a team’s note below the plan, as Markdown, and applies what was shown with it', async () => {
  const world = await actionWorld({ campaigns: { 'note.txt': '' } });
  const pull = await proposed(world, { 'welcome.yaml': welcome() }, { 'comment-note': NOTE });
  const { body } = planCommentOn(world, pull);
  expect(body.indexOf(NOTE)).toBeGreaterThan(body.indexOf('| ➕ |'));
  expect(body.slice(body.indexOf(NOTE) + NOTE.length)).toMatch(/^\n\n<sub>.*<\/sub>\s*$/);
  expect(promiseOf({ body })).toBeDefined();
  world.merge(pull, 'merge');
  require(await world.apply(), 'complete');
  await world.service.only('Welcome');
});

test('a note can’t hide the plan or anything of ours: HTML in it is text', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  await world.repo.campaigns('apply');
  const note = '<details><summary>more</summary><!-- campaigns-plan: x';
  // If there is nothing to do, the comment has one line and the note follows it.
  const pull = await proposed(world, { 'notes.txt': 'x' }, { 'comment-note': note });
  const { body } = planCommentOn(world, pull);
  expect(body).toContain('&lt;details>&lt;summary>more&lt;/summary>&lt;!-- campaigns-plan: x\n\n<sub>');
});
