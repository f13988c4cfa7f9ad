import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { CommandRow } from '../../src/cli/command.ts';
import { watchOutput } from '../../src/cli/main.ts';
import { asTyped, commandLine, type Given, requireUsage } from '../../src/cli/program.ts';

const silent = { writeOut: () => undefined, writeErr: () => undefined };

/** The command that a command line runs, and what it is given. */
async function read(line: string): Promise<Given> {
  let found: Given = {};
  const program = commandLine((row, given) => {
    found = { ...given, name: row.name };
    return Promise.resolve();
  }, silent);
  await program.parseAsync(asTyped(program, line.split(' ').filter(Boolean)), { from: 'user' });
  return found;
}

it.each([
  ['-C shop plan --json', { name: 'plan', directory: 'shop', json: true }],
  ['-Cshop --workspace=live --quiet plan', { directory: 'shop', workspace: 'live', quiet: true }],
  ['-w live state list', { name: 'state list', workspace: 'live' }],
  ['state -w live list', { name: 'state list', workspace: 'live' }],
  ['--debug --no-color drift', { name: 'drift', debug: true, color: false }],
  ['validate a.yaml --directory shop', { files: ['a.yaml'], directory: 'shop' }],
  ['plan -w first -w last', { workspace: 'last', color: true, maxWait: 600_000, allow: [] }],
  ['plan a --only b c', { only: ['a', 'b', 'c'] }],
  ['state mv a b', { name: 'state mv', from: 'a', to: 'b' }],
])('%s', async (line, given) => {
  expect(await read(line)).toMatchObject(given);
});

it.each([
  ['', '--help'],
  ['-C shop', '-C shop --help'],
  ['--quiet state', '--quiet state --help'],
  ['--only a plan', '--only a plan'],
])('%j is read as %j', (line, words) => {
  const program = commandLine(() => Promise.resolve(), silent);
  expect(asTyped(program, line.split(' ').filter(Boolean)).join(' ')).toBe(words);
});

it.each<readonly [Given, object | undefined]>([
  [{ ids: ['1'] }, undefined],
  [{ ids: [], all: true, tag: 'x' }, undefined],
  [{ ids: [] }, { why: 'missing' }],
  [{ ids: ['1'], all: true }, { why: 'together' }],
  [
    { ids: ['1'], tag: 'x' },
    { option: '--tag', why: 'needs', other: '--all' },
  ],
  [
    { ids: [], all: true, ours: true, theirs: true },
    { option: '--ours', why: 'together', other: '--theirs' },
  ],
])('with %j', (given, fault) => {
  const row: CommandRow = {
    ...{ name: 'x', does: '', examples: [], args: [['[ids...]', 'ids', '']] },
    ...{ conflicts: [['--ours', '--theirs']], needs: [['--tag', '--all']], either: ['--all', 'ID'] },
  };
  const refusal = () => {
    requireUsage(row, given);
  };
  if (fault === undefined) expect(refusal).not.toThrow();
  else
    expect(refusal).toThrow(
      expect.objectContaining({ exit: 64, cause: expect.objectContaining(fault) as object }) as Error,
    );
});

function watched() {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const onLost = vi.fn();
  watchOutput({ stdout, stderr }, onLost);
  const fail = (stream: PassThrough, code: string, message: string) =>
    stream.emit('error', Object.assign(new Error(message), { code }));
  return { stdout, stderr, onLost, fail, said: () => String(stderr.read() ?? '') };
}

it('a reader that has seen enough is not a failure', () => {
  const { stdout, stderr, onLost, fail, said } = watched();
  fail(stdout, 'EPIPE', 'write EPIPE');
  fail(stderr, 'EPIPE', 'write EPIPE');
  expect(onLost).not.toHaveBeenCalled();
  expect(said()).toBe('');
});

it('a result that could not be written is reported, once and without a stack trace', async () => {
  const { stdout, stderr, onLost, fail, said } = watched();
  fail(stdout, 'ENOSPC', 'ENOSPC: no space left on device, write');
  fail(stdout, 'ENOSPC', 'ENOSPC: no space left on device, write');
  expect(onLost).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => {
    expect(stderr.readableLength).toBeGreaterThan(0);
  });
  expect(said()).toMatchInlineSnapshot(`
    "error: standard output can't be written: ENOSPC: no space left on device, write.
      Check where this leads, or choose another path.
    "
  `);
});
