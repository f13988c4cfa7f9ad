/** Options that every command takes. */
export interface CommonOptions {
  readonly directory?: string;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly color?: boolean;
  readonly quiet?: boolean;
}
