import { existsSync } from 'node:fs';

/** Debian's, or the one that CHROMIUM names. */
const PATHS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Whether tests that need a browser fail without one, rather than being skipped. */
export const IS_REQUIRED = process.env.CAMPAIGNS_BROWSER === 'required';

/** The program of the browser; undefined if there is none. */
export const CHROMIUM = PATHS.find((path) => path !== undefined && existsSync(path));
