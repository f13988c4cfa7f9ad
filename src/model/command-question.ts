/** What a command asks before it writes files or the record. */
export type CommandQuestion =
  | { readonly kind: 'adopt'; readonly files: number; readonly workspace: string }
  | { readonly kind: 'forget'; readonly campaigns: number; readonly workspace: string }
  | { readonly kind: 'import'; readonly campaigns: number; readonly workspace: string }
  | { readonly kind: 'pull'; readonly campaigns: number; readonly workspace: string }
  | { readonly kind: 'replace' }
  | { readonly kind: 'revert'; readonly files: number }
  | { readonly kind: 'target'; readonly workspace: string };
