import type { RunGit } from '../../git/git.ts';
import { secretDiagnostic } from '../../load/file-diagnostic.ts';
import { componentNames, type Desired } from '../../model/campaign.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, isList, type JsonValue } from '../../model/json.ts';
import { variablesWithKeys, type Workspace } from '../../model/workspace.ts';
import type { Environment } from '../../model/clock.ts';
import { findSecrets, soughtSecret, type SoughtSecret } from './find-secrets.ts';

/**
 * A shorter key protects nothing, and redacting it would cut pieces out of words: the local service's key is `local`.
 */
const SHORTEST = 8;
const STAND_IN = '***';

/** The secrets that a run knows: API keys of all workspaces, since any of them may be pasted anywhere, and tokens. */
export class Secrets {
  private readonly sought: SoughtSecret[] = [];
  /** Texts that lost a secret: what the service says is redacted as it comes in, and must not be written into files. */
  private readonly redacted = new Set<string>();
  private readonly tell: (secret: string) => void;

  /** `tell` passes on each secret as it becomes known: to a runner, which hides it too. */
  constructor(tell: (secret: string) => void = () => undefined) {
    this.tell = tell;
  }

  /** After this call, no output shows the API keys of these workspaces, nor the credentials that are made of them. */
  hideKeysOf(workspaces: Iterable<Workspace>, environment: Environment): void {
    for (const workspace of workspaces)
      for (const name of variablesWithKeys(workspace)) this.hide(environment[name] ?? '', workspace.appKey);
  }

  /** After this call, no output shows this secret in any spelling, nor the credential that it forms with a user. */
  hide(secret: string, user?: string): void {
    const pasted = secret.trim();
    if (pasted.length < SHORTEST) return;
    const credential = user === undefined ? [] : [Buffer.from(`${user}:${secret}`).toString('base64')];
    for (const one of [pasted, ...credential]) {
      if (this.sought.some((known) => known.secret === one)) continue;
      this.sought.push(soughtSecret(one));
      this.tell(one);
    }
  }

  /** A text in which every known secret is replaced with `***`, however it is escaped or encoded. */
  redact(text: string): string {
    let shown = '';
    let end = 0;
    for (const { from, to } of findSecrets(text, this.sought)) {
      shown += text.slice(end, from) + STAND_IN;
      end = to;
    }
    if (end === 0) return text;
    const redacted = shown + text.slice(end);
    this.redacted.add(redacted);
    return redacted;
  }

  /** Whether a value contains a secret, or did before it was redacted. */
  areIn(value: JsonValue): boolean {
    if (typeof value === 'string')
      return this.redacted.has(value) || findSecrets(value, this.sought).length > 0;
    if (isList(value)) return value.some((one) => this.areIn(one));
    if (!isJsonObject(value)) return false;
    return Object.entries(value).some(([name, member]) => this.areIn(name) || this.areIn(member));
  }
}

/**
 * An API key in a campaign would be sent to the service and written into plan files and the audit trail, so it is an
 * error.
 */
export function secretsIn(desired: readonly Desired[], secrets: Secrets): Diagnostic[] {
  return desired.flatMap((campaign) =>
    componentNames(campaign.components)
      .filter((name) => secrets.areIn(campaign.components[name] ?? {}))
      .map((name) => secretDiagnostic(campaign, name)),
  );
}

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
