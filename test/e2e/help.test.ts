import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { campaigns } from '../support/e2e/program.ts';

const help = (...args: string[]) => campaigns([...args, '--help'], { cwd: temporaryFolder() });

test('the help names every command, and each has help with an example', async () => {
  const top = await help();
  expect(top).toMatchObject({ status: 0, stderr: '' });
  const commands = commandsIn(top.stdout);
  expect(commands).toEqual(
    expect.arrayContaining(['init', 'validate', 'plan', 'apply', 'status', 'log', 'state', 'serve']),
  );
  for (const command of commands) {
    const told = await help(command);
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(told.stdout).toMatch(new RegExp(`^Usage: campaigns ${command}`));
    expect(told.stdout, command).toMatch(new RegExp(`^Examples?:\\n {2}\\$ campaigns ${command}`, 'm'));
  }
});

test('the commands of state have help too', async () => {
  for (const command of commandsIn((await help('state')).stdout)) {
    const told = await help('state', command);
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(told.stdout, command).toMatch(new RegExp(`^Examples?:\\n {2}\\$ campaigns state ${command}`, 'm'));
  }
});

test('without a command the help is shown, and the call is wrong', async () => {
  const ended = await campaigns([], { cwd: temporaryFolder() });
  expect(ended.status).toBe(64);
  expect(ended.stderr + ended.stdout).toContain('Usage: campaigns');
});

test('--version is the version of the package', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  const ended = await campaigns(['--version'], { cwd: temporaryFolder() });
  expect(ended).toMatchObject({ status: 0, stdout: `${manifest.version}\n` });
});

function commandsIn(text: string): string[] {
  const [, list = ''] = /^Commands:\n([\s\S]*)/m.exec(text) ?? [];
  return [...list.matchAll(/^ {2}(\w[\w-]*)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]));
}
