// Shortens names in libraries. Ours stay readable in the stack traces that people report.
import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

/** An esbuild plugin for bundles that are minified except for their names. */
export const shortLibraryNames = {
  name: 'short-library-names',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { minify: true });
      return { contents: code, loader: 'js' };
    });
  },
};
