import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { watchOutput } from '../../src/cli/main.ts';

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
    "error: Could not write to standard output: ENOSPC: no space left on device, write.
      Check where the output goes, then run this again.
    "
  `);
});
