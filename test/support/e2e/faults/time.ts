/** A bound for a machine that has much else to do, in milliseconds; CI ends the job much sooner. */
export const TIME = { timeout: 3 * 3_600_000 };
