import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Creates the identifiers of campaigns and answers. */
export interface IdGenerator {
  /** A new 24-character object ID. Later IDs sort after earlier ones. */
  campaignId(now: number): string;
  /** A campaign ID of a different form than document IDs, such as `camp_abc123xyz`. Open point W3. */
  opaqueCampaignId(): string;
  responseId(): string;
}

/** Object IDs consist of the time in seconds, five random bytes per process and a counter. */
export function idGenerator(): IdGenerator {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return {
    campaignId: (now) => {
      count = (count + 1) % 0x1000000;
      return `${hex(Math.floor(now / 1000) % 0x100000000, 8)}${process}${hex(count, 6)}`;
    },
    opaqueCampaignId: () =>
      `camp_${Array.from({ length: 9 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`,
    responseId: () => randomUUID(),
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, '0');
}
