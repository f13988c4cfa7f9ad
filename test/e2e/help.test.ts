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
    const reported = await help(command);
    expect(reported).toMatchObject({ status: 0, stderr: '' });
    expect(reported.stdout).toMatch(new RegExp(`^Usage: campaigns ${command}`));
    expect(reported.stdout, command).toMatch(new RegExp(`^Examples?:\\n {2}\\$ campaigns ${command}`, 'm'));
  }
});

test('the subcommands of state have help too', async () => {
  for (const command of commandsIn((await help('state')).stdout)) {
    const reported = await help('state', command);
    expect(reported).toMatchObject({ status: 0, stderr: '' });
    expect(reported.stdout, command).toMatch(
      new RegExp(`^Examples?:\\n {2}\\$ campaigns state ${command}`, 'm'),
    );
  }
});

test.each([[[]], [['state']], [['-C', '.']], [['help']]])(
  'campaigns without a command shows the help: %j',
  async (args) => {
    const ended = await campaigns(args, { cwd: temporaryFolder() });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^Usage: campaigns /);
  },
);

function commandsIn(text: string): string[] {
  const [, list = ''] = /^(?:Commands|Set up):\n([\s\S]*?)^Examples?:/m.exec(text) ?? [];
  return [...list.matchAll(/^ {2}(\w[\w-]*)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]));
}
