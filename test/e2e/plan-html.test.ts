import { existsSync, mkdirSync, readdirSync, symlinkSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import { tagTrouble } from '../support/well-formed.ts';

test('plan --html writes one page that loads nothing, in addition to the text and the plan file', async () => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome(), 'sale.yaml': sale() });
  repo.change({ 'welcome.yaml': welcome({ subject: 'Hello <script>alert("you")</script>' }) });
  const [page, file] = [join(temporaryFolder(), 'plan.html'), join(temporaryFolder(), 'plan.json')];
  const planned = await repo.campaigns('plan', '--html', page, '--out', file);
  expect(planned).toMatchObject({ status: 0, stderr: '' });
  expect(planned.stdout).toContain('1 to update');
  expect(existsSync(file)).toBe(true);
  const text = readFileSync(page, 'utf8');
  expect(tagTrouble(text)).toEqual([]);
  expect(text).toContain('Applying this <strong>updates 1</strong> campaign.');
  expect(text).toContain('Hello &lt;script&gt;');

  // A person is told where the plan was written, and a pipe gets only what it asked for.
  const ran = (person: boolean, ...more: string[]) =>
    repo.startWith(person ? { person: null } : {}, 'plan', '--html', page, ...more).ended;
  expect((await ran(true)).stderr).toContain(`Wrote the plan to ${page}.\n`);
  expect((await ran(true, '--quiet')).stderr).toBe('');

  // A page that can't be written is a usage error, and leaves no partial file.
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'plan.html'));
  repo.write('notes.txt', 'notes');
  for (const path of [join(folder, 'plan.html'), 'notes.txt/plan.html']) {
    const refused = await repo.campaigns('plan', '--html', path);
    expect(refused).toMatchObject({ status: 64, signal: null });
    expect(refused.stderr).toContain(path);
  }
  expect(readdirSync(folder)).toEqual(['plan.html']);

  // Nor does one lead out of the repository through a link that came with it.
  symlinkSync(folder, join(repo.directory, 'out'));
  repo.commit('Add a link');
  for (const option of ['--html', '--out'])
    expect(await repo.campaigns('plan', option, 'out/other.html')).toMatchObject({ status: 64 });
  expect(readdirSync(folder)).toEqual(['plan.html']);
});
