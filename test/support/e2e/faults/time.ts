/** A timeout for a busy machine, in milliseconds. CI ends the job much sooner. */
export const TIME = { timeout: 3 * 3_600_000 };
