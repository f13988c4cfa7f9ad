// Parts of undici that the action never uses: everything but plain requests. They would be a tenth of the file. Of its two
// builds of the same parser, undici takes the one without SIMD, which every processor can run, if the other one fails.
const UNDICI = /[\\/]undici[\\/]lib[\\/](?:(?:cache|interceptor|mock|web)[\\/]|llhttp[\\/]llhttp_simd-wasm)/;
/** undici creates one of these when it is loaded. */
const EMPTY = 'module.exports = { CacheStorage: class {} };';

/** An esbuild plugin that makes those modules empty. Calling them would throw an error. */
export const leanDependencies = {
  name: 'lean-dependencies',
  setup(build) {
    build.onLoad({ filter: UNDICI }, () => ({ contents: EMPTY, loader: 'js' }));
  },
};
