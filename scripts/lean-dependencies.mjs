// Parts of undici that the action never comes to: all that is not for plain requests. They would be a tenth of the file.
const UNDICI = /[\\/]undici[\\/]lib[\\/](?:mock|web)[\\/]/;
/** undici makes one of these when it is loaded. */
const EMPTY = 'module.exports = { CacheStorage: class {} };';

/** An esbuild plugin: those modules are empty, and whoever did call them would be told by an error. */
export const leanDependencies = {
  name: 'lean-dependencies',
  setup(build) {
    build.onLoad({ filter: UNDICI }, () => ({ contents: EMPTY, loader: 'js' }));
  },
};
