import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Workspace, WorkspaceOptions } from '../domain/service-options.ts';

/** Header with the workspace identifier. Specification, Common request headers. */
export const APP_KEY_HEADER = 'SVC-APPKEY';

/** Determines the workspace of a request from its headers; `null` if the credential is missing or wrong. */
export type Authenticate = (headers: IncomingHttpHeaders) => Workspace | null;

/**
 * HTTP Basic with the workspace identifier as user name and the API key as password. `SVC-APPKEY` repeats the
 * identifier (open point W21). Digests are compared in constant time, for unknown workspaces too.
 */
export function authenticator(workspaces: readonly WorkspaceOptions[]): Authenticate {
  const known = new Map(workspaces.map((options) => [options.appKey, entryOf(options)]));
  const unknownCredential = digest('');
  return (headers) => {
    const appKey = headers[APP_KEY_HEADER.toLowerCase()];
    const entry = typeof appKey === 'string' ? known.get(appKey) : undefined;
    const matches = timingSafeEqual(
      digest(credentialsOf(headers.authorization)),
      entry?.credential ?? unknownCredential,
    );
    return entry && matches ? entry.workspace : null;
  };
}

function entryOf({ appKey, apiKey, features, scopes }: WorkspaceOptions): {
  readonly workspace: Workspace;
  readonly credential: Buffer;
} {
  const workspace = { appKey, features: new Set(features), scopes: new Set(scopes) };
  return { workspace, credential: digest(`${appKey}:${apiKey}`) };
}

/** The `user:password` of a Basic header. Without one, a text that no credential equals. */
function credentialsOf(authorization: string | undefined): string {
  const [, encoded] = /^basic +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return encoded === undefined ? ' ' : Buffer.from(encoded, 'base64').toString('utf8');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
