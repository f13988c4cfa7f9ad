/** A run of the action takes a second, and several where the machine is busy; a scenario has up to ten. */
export const SLOW = { timeout: 240_000 } as const;
