// The browser of the tests and pictures.
import { existsSync } from 'node:fs';

/**
 * Debian's builds of Chromium, the best first: the headless shell has no windows, tabs and menus,
 * and takes a third less processor time.
 */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * The path in `CHROMIUM_PATH`; without this variable, that of an installed browser of `PATHS`. Null
 * if no file exists there.
 */
export function findBrowser() {
  const paths = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : PATHS;
  return paths.find((path) => existsSync(path)) ?? null;
}

/** The message for a machine without a browser. */
export function missingBrowser() {
  const { CHROMIUM_PATH } = process.env;
  return CHROMIUM_PATH
    ? `there is no browser at ${CHROMIUM_PATH}, which CHROMIUM_PATH names`
    : `there is no browser at ${PATHS.join(' or ')}; CHROMIUM_PATH names another place`;
}
