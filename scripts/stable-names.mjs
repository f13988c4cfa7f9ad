// esbuild names a chunk after a digest of its content, so each release would rename every chunk.
import { basename } from 'node:path';

/** The files of a build that was not written, with each chunk named after its entry point or its largest module. */
export function stableNames({ metafile, outputFiles }) {
  const names = new Map();
  for (const [path, output] of Object.entries(metafile.outputs)) {
    const wanted = basename(output.entryPoint ?? largestModule(output)).replace(/\.[cm]?[jt]s$/, '');
    const taken = new Set(names.values());
    let name = `${wanted}.js`;
    for (let next = 2; taken.has(name); next += 1) name = `${wanted}-${next}.js`;
    names.set(basename(path), name);
  }
  return outputFiles.map(({ path, text }) => ({
    name: names.get(basename(path)),
    text: text.replace(/(["'])\.\/([\w.-]+\.js)\1/g, (whole, quote, name) =>
      names.has(name) ? `${quote}./${names.get(name)}${quote}` : whole,
    ),
  }));
}

function largestModule({ inputs }) {
  const bySize = Object.entries(inputs).sort(
    ([left, one], [right, other]) => other.bytesInOutput - one.bytesInOutput || (left < right ? -1 : 1),
  );
  return bySize[0]?.[0] ?? 'imports';
}
