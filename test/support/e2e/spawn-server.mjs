// Starts programs for a test process. A fork copies the page tables of the whole process, which takes a large one, such
// as a test worker, several times as long as it takes git to do its work; this one is small.
//
// node spawn-server.mjs REQUESTS ANSWERS: named pipes with one JSON value a line, one after the other, for whoever
// blocks until the answer arrives. Without them: standard input and output, any number at once.
import { spawn, spawnSync } from 'node:child_process';
import { openSync, readSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [requests, answers] = process.argv.slice(2);
if (requests === undefined) serveMany();
else serveOneByOne(openSync(requests, 'r'), openSync(answers, 'w'));

function serveMany() {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, command, args, input, ...options } = JSON.parse(line);
    // Most programs read nothing, and a pipe less takes less time.
    const child = spawn(command, args, {
      ...options,
      stdio: [input === '' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    const [out, err] = [[], []];
    const answer = (rest) => {
      process.stdout.write(`${JSON.stringify({ id, out: text(out), err: text(err), ...rest })}\n`);
    };
    child.stdout.on('data', (part) => out.push(part));
    child.stderr.on('data', (part) => err.push(part));
    child.on('error', ({ message }) => answer({ error: message }));
    child.on('close', (code, signal) => answer({ code, signal }));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(Buffer.from(input, 'base64'));
  });
}

function serveOneByOne(from, to) {
  const chunk = Buffer.alloc(65_536);
  let rest = Buffer.alloc(0);
  for (;;) {
    const end = rest.indexOf(10);
    if (end < 0) {
      const count = readSync(from, chunk);
      if (count === 0) return;
      rest = Buffer.concat([rest, chunk.subarray(0, count)]);
      continue;
    }
    const { command, args, input, ...options } = JSON.parse(rest.subarray(0, end).toString());
    rest = rest.subarray(end + 1);
    const done = spawnSync(command, args, {
      ...options,
      ...(input === '' ? { stdio: ['ignore', 'pipe', 'pipe'] } : { input: Buffer.from(input, 'base64') }),
      maxBuffer: 1e9,
    });
    const { status: code, signal, stdout, stderr, error } = done;
    const answer = { code, signal, out: text([stdout]), err: text([stderr]), error: error?.message };
    writeSync(to, `${JSON.stringify(answer)}\n`);
  }
}

function text(parts) {
  return Buffer.concat(parts.filter(Boolean)).toString('base64');
}
