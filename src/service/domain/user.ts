import type { JsonObject } from './json.ts';

/** A user of a workspace, as seeded through the control interface. */
export interface User {
  readonly id: string;
  readonly email: string | null;
  readonly push_id: string | null;
  readonly mobile: string | null;
  readonly attributes: JsonObject;
}

/** What a user can be found by: a field of its own, or an attribute that identifies a device. */
export type UserIdentifier = 'id' | 'email' | 'push_id' | 'mobile' | 'advertising_id' | 'gaid';
