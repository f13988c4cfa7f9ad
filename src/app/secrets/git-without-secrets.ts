import type { RunGit } from '../../git/git.ts';
import type { Secrets } from './secrets.ts';

/**
 * git, whose words for people have no secret in them: what it and its remotes complain of, and what a log says. All
 * else that git prints are the bytes of objects, whose lengths and digests must stay what they are; secrets in them are
 * redacted where they are shown.
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
