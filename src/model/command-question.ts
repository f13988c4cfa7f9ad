/** What a command asks before it writes the files or bindings that it has shown, or edits the record. */
export type CommandQuestion =
  | { readonly kind: 'write' }
  | { readonly kind: 'forget'; readonly campaigns: number; readonly workspace: string }
  | { readonly kind: 'target'; readonly workspace: string };
