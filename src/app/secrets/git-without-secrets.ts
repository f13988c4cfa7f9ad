import type { RunGit } from '../../git/git.ts';
import type { Secrets } from './secrets.ts';

/**
 * git whose texts for people contain no secrets: error messages of git and its remotes, and log messages. All other
 * output consists of the bytes of objects, whose lengths and digests must not change; secrets in them are redacted when
 * they are shown.
 */
export function gitWithoutSecrets(runGit: RunGit, secrets: Secrets): RunGit {
  const clean = (bytes: Buffer) => {
    const said = bytes.toString();
    const shown = secrets.redact(said);
    return shown === said ? bytes : Buffer.from(shown);
  };
  return async (args, options) => {
    const { out, err, ...exit } = await runGit(args, options);
    return { ...exit, out: args.includes('log') ? clean(out) : out, err: clean(err) };
  };
}
