// Parts of libraries that the action never comes to: of undici what is not for plain requests, of the toolkit the
// tokens for clouds, with an HTTP client of their own. They would be a third of the file.
const UNDICI = /[\\/]undici[\\/]lib[\\/](?:mock|web)[\\/]/;
const TOOLKIT = /[\\/]@actions[\\/]core[\\/]lib[\\/]oidc-utils\.js$/;
/** undici makes one of these when it is loaded. */
const EMPTY = 'module.exports = { CacheStorage: class {} };';

/** An esbuild plugin: those modules are empty, and whoever did call them would be told by an error. */
export const leanDependencies = {
  name: 'lean-dependencies',
  setup(build) {
    build.onLoad({ filter: UNDICI }, () => ({ contents: EMPTY, loader: 'js' }));
    build.onLoad({ filter: TOOLKIT }, () => ({ contents: 'export class OidcClient {}', loader: 'js' }));
  },
};
