import type { Desired } from '../../model/campaign.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, isList, type JsonValue } from '../../model/json.ts';
import { componentNames } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';

/** A shorter key protects nothing, and would take pieces out of words: the local service's is `local`. */
const SHORTEST = 8;
const STAND_IN = '***';

/** The secrets that this process knows; API keys of all workspaces, since any of them may be pasted anywhere. */
const secrets = new Set<string>();

/** From now on no output shows the API keys of these workspaces, nor the credentials that are made of them. */
export function hideSecretsOf(workspaces: Iterable<Pick<Workspace, 'appKey' | 'apiKeyEnv'>>): void {
  for (const { appKey, apiKeyEnv } of workspaces) hideSecret(process.env[apiKeyEnv] ?? '', appKey);
}

/** From now on no output shows this secret, nor the credential that it makes with an app_key. */
export function hideSecret(secret: string, appKey?: string): void {
  if (secret.length < SHORTEST) return;
  secrets.add(secret);
  if (appKey !== undefined) secrets.add(Buffer.from(`${appKey}:${secret}`).toString('base64'));
}

/** A text in which every known secret stands as `***`. */
export function withoutSecrets(text: string): string {
  return [...secrets].reduce((shown, secret) => shown.replaceAll(secret, STAND_IN), text);
}

/** An API key in a campaign would go to the service, into plan files and into the audit trail: that is an error. */
export function secretsIn(desired: readonly Desired[]): Diagnostic[] {
  return desired.flatMap((campaign) =>
    componentNames(campaign.components)
      .filter((name) => holdsSecret(campaign.components[name] ?? {}))
      .map((name) => ({
        file: campaign.file,
        ...(campaign.positions.get(name) ?? { line: 1, column: 1 }),
        code: 'E_SECRET' as const,
        message: `${name} has the API key in it`,
        hint: 'take it out, and make a new key: this one is in the history of the repository',
      })),
  );
}

function holdsSecret(value: JsonValue): boolean {
  if (typeof value === 'string') return [...secrets].some((secret) => value.includes(secret));
  if (isList(value)) return value.some(holdsSecret);
  return isJsonObject(value) && Object.values(value).some(holdsSecret);
}
