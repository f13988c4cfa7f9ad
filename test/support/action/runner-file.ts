/**
 * Parses a file such as `GITHUB_OUTPUT` like the runner does: `name=value`, or `name<<END` with the value on the lines
 * up to `END`. Throws for anything that the runner would refuse.
 */
export function readRunnerFile(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const [, name, mark, rest = ''] = /^(.+?)(=|<<)(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`the runner refuses the line ${line}`);
    if (mark === '=') {
      pairs[name] = rest;
      continue;
    }
    const end = lines.indexOf(rest);
    if (rest === '' || end < 0) throw new Error(`the runner finds no end of the value of ${name}`);
    pairs[name] = lines.splice(0, end).join('\n');
    lines.shift();
  }
  return pairs;
}
