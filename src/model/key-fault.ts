/** Why a text is not a valid key. `messages/key-fault-messages.ts` puts it into words. */
export type KeyFault =
  | { readonly code: 'too-long'; readonly atMost: number }
  | { readonly code: 'empty-segment' }
  | { readonly code: 'wrong-characters'; readonly segment: string }
  | { readonly code: 'ends-in-json'; readonly segment: string };

/** Why a new file can't have a key. */
export type NewKeyFault =
  | KeyFault
  /** Windows can't have a file or folder of this name. */
  | { readonly code: 'reserved-name'; readonly segment: string };
