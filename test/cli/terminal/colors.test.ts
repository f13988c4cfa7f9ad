import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Secrets } from '../../../src/app/secrets.ts';
import { openTerminal } from '../../../src/cli/terminal/terminal.ts';

/** Which of the two streams shows a painted text with its colors. */
async function painted(
  environment: Readonly<Record<string, string>>,
  { out = false, err = false, color = true }: { out?: boolean; err?: boolean; color?: boolean },
) {
  const [stdin, stdout, stderr] = [false, out, err].map((isTTY) =>
    Object.assign(new PassThrough(), { isTTY }),
  );
  if (!stdin || !stdout || !stderr) throw new Error('there are three streams');
  const streams = { environment, secrets: new Secrets(), stdin, stdout, stderr };
  const terminal = await openTerminal(streams, { color, quiet: false });
  terminal.out(terminal.paint.bad('out'));
  terminal.err(terminal.paint.bad('err'));
  return [stdout, stderr].map((stream) => String(stream.read()).includes('\u001b['));
}

const PERSON = { out: true, err: true };

it.each([
  ['a terminal', {}, PERSON, [true, true]],
  ['pipes in CI', { CI: 'true', TERM: 'xterm-256color', COLORTERM: '24bit' }, {}, [false, false]],
  ['plan | cat', {}, { err: true }, [false, true]],
  ['plan 2> errors', {}, { out: true }, [true, false]],
  ['a terminal that is dumb', { TERM: 'dumb' }, PERSON, [false, false]],
  ['NO_COLOR', { NO_COLOR: '1' }, PERSON, [false, false]],
  ['NO_COLOR that is empty', { NO_COLOR: '' }, PERSON, [true, true]],
  ['FORCE_COLOR', { FORCE_COLOR: '1' }, {}, [true, true]],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, PERSON, [false, false]],
  ['FORCE_COLOR=false', { FORCE_COLOR: 'false' }, PERSON, [false, false]],
  ['FORCE_COLOR that is empty', { FORCE_COLOR: '' }, {}, [false, false]],
  ['NO_COLOR and FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, {}, [false, false]],
  ['--no-color and FORCE_COLOR', { FORCE_COLOR: '1' }, { color: false }, [false, false]],
])('%s', async (_, environment, streams, colors) => {
  expect(await painted(environment as Record<string, string>, streams)).toEqual(colors);
});

const DASHBOARD = 'https://console.example.com/campaigns/64a1';
const link = (to: string) => `\u001b]8;;${to}\u0007ACTIVE\u001b]8;;\u0007`;

/** What standard output shows of a link. */
async function linked(environment: Readonly<Record<string, string>>, isTTY: boolean, to: string) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()].map((one) =>
    Object.assign(one, { isTTY }),
  );
  if (!stdin || !stdout || !stderr) throw new Error('there are three streams');
  const streams = { environment, secrets: new Secrets(), stdin, stdout, stderr };
  const terminal = await openTerminal(streams, { color: true, quiet: false });
  terminal.out(terminal.paint.link('ACTIVE', to));
  const shown = String(stdout.read());
  // A text of others that imitates one is no link.
  terminal.out(link('https://evil.example/'));
  expect(String(stdout.read())).toContain('\\u001b]8;;https://evil.example/');
  return shown;
}

it.each([
  ['iTerm', { TERM_PROGRAM: 'iTerm.app' }, true, DASHBOARD, link(DASHBOARD)],
  ['kitty, a file', { TERM: 'xterm-kitty' }, true, '/r/a b.yaml', link('file:///r/a%20b.yaml')],
  ['GNOME', { VTE_VERSION: '7402', TERM: 'xterm-256color' }, true, DASHBOARD, link(DASHBOARD)],
  ['an old GNOME', { VTE_VERSION: '4205' }, true, DASHBOARD, 'ACTIVE'],
  ['Windows', { WT_SESSION: 'x' }, true, DASHBOARD, link(DASHBOARD)],
  ['a terminal that is not known', { TERM: 'xterm-256color' }, true, DASHBOARD, 'ACTIVE'],
  ['a pipe', { TERM_PROGRAM: 'iTerm.app' }, false, DASHBOARD, 'ACTIVE'],
  ['a pipe with colors', { TERM_PROGRAM: 'iTerm.app', FORCE_COLOR: '1' }, false, DASHBOARD, 'ACTIVE'],
  ['CI', { TERM_PROGRAM: 'vscode', CI: 'true' }, true, DASHBOARD, 'ACTIVE'],
  ['NO_COLOR', { TERM_PROGRAM: 'vscode', NO_COLOR: '1' }, true, DASHBOARD, 'ACTIVE'],
])('links in %s', async (_, environment, isTTY, to, shown) => {
  expect(await linked(environment as Record<string, string>, isTTY, to)).toBe(shown);
});

it.each([
  [true, '"\\u009b2J\\u202e"\n'],
  [false, '"\u009b2J\u202e"\r\n'],
])('a document on a terminal (%s) paints over nothing', async (isTTY, shown) => {
  const [stdin, stdout, stderr] = [false, isTTY, false].map((one) =>
    Object.assign(new PassThrough(), { isTTY: one }),
  );
  if (!stdin || !stdout || !stderr) throw new Error('there are three streams');
  const streams = { environment: {}, secrets: new Secrets(), stdin, stdout, stderr };
  const terminal = await openTerminal(streams, { color: false, quiet: false });
  terminal.document('"\u009b2J\u202e"\r\n');
  expect(String(stdout.read())).toBe(shown);
});

it('in a step of a workflow, writes no line that its runner takes for a command, but its own', async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()].map((one) =>
    Object.assign(one, { isTTY: false }),
  );
  if (!stdin || !stdout || !stderr) throw new Error('there are three streams');
  const secrets = new Secrets();
  const said = 'a\n   ::add-mask::b\nc ##[group]d ::e::\n';
  for (const [GITHUB_ACTIONS, inert] of [
    ['true', 'a\n   :\\:add-mask::b\nc #\\#[group]d ::e::\n'],
    ['', said],
  ] as const) {
    const streams = { environment: { GITHUB_ACTIONS }, secrets, stdin, stdout, stderr };
    const terminal = await openTerminal(streams, { color: false, quiet: false });
    terminal.out(said);
    terminal.err(said);
    terminal.document(said);
    terminal.command('::error::f\n');
    expect([String(stdout.read()), String(stderr.read())]).toEqual([`${inert}${inert}::error::f\n`, inert]);
  }
});
