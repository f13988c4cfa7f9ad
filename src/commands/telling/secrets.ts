import type { Desired } from '../../model/campaign.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, isList, type JsonValue } from '../../model/json.ts';
import { componentNames } from '../../model/state.ts';
import { variablesWithKeys, type Workspace } from '../../model/workspace.ts';
import type { Environment } from '../host.ts';

/** A shorter key protects nothing, and would take pieces out of words: the local service's is `local`. */
const SHORTEST = 8;
const STAND_IN = '***';

/** The secrets that a run knows: API keys of all workspaces, since any of them may be pasted anywhere, and tokens. */
export class Secrets {
  private readonly known = new Set<string>();

  /** From now on no output shows the API keys of these workspaces, nor the credentials that are made of them. */
  hideKeysOf(workspaces: Iterable<Workspace>, environment: Environment): void {
    for (const workspace of workspaces)
      for (const name of variablesWithKeys(workspace)) this.hide(environment[name] ?? '', workspace.appKey);
  }

  /** From now on no output shows this secret, nor the credential that it makes with an app_key. */
  hide(secret: string, appKey?: string): void {
    if (secret.length < SHORTEST) return;
    this.known.add(secret);
    if (appKey !== undefined) this.known.add(Buffer.from(`${appKey}:${secret}`).toString('base64'));
  }

  /** A text in which every known secret stands as `***`. */
  redact(text: string): string {
    return [...this.known].reduce((shown, secret) => shown.replaceAll(secret, STAND_IN), text);
  }

  areIn(value: JsonValue): boolean {
    if (typeof value === 'string') return [...this.known].some((secret) => value.includes(secret));
    if (isList(value)) return value.some((one) => this.areIn(one));
    return isJsonObject(value) && Object.values(value).some((one) => this.areIn(one));
  }
}

/** An API key in a campaign would go to the service, into plan files and into the audit trail: that is an error. */
export function secretsIn(desired: readonly Desired[], secrets: Secrets): Diagnostic[] {
  return desired.flatMap((campaign) =>
    componentNames(campaign.components)
      .filter((name) => secrets.areIn(campaign.components[name] ?? {}))
      .map((name) => ({
        file: campaign.file,
        ...(campaign.positions.get(name) ?? { line: 1, column: 1 }),
        code: 'E_SECRET' as const,
        message: `${name} has the API key in it`,
        hint: 'take it out, and make a new key: this one is in the history of the repository',
      })),
  );
}
