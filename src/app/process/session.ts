import type { Host } from './host.ts';
import type { Interaction } from './interaction.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** One run of a command: its process, the secrets that it knows, and the user who started it. */
export interface Session extends Host {
  readonly secrets: Secrets;
  readonly interaction: Interaction;
}
