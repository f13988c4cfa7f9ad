import type { JsonObject } from './json.ts';

/** A user of a workspace, as added through the control interface. */
export interface User {
  readonly id: string;
  readonly email: string | null;
  readonly push_id: string | null;
  readonly mobile: string | null;
  readonly attributes: JsonObject;
}

/** The identifiers of users: fields of their own, or attributes that identify a device. */
export type UserIdentifier = 'id' | 'email' | 'push_id' | 'mobile' | 'advertising_id' | 'gaid';
