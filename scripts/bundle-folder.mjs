// Where the bundled programs are: dist/programs has a folder for each build, and a file that names the
// current one.
import { existsSync, readFileSync } from 'node:fs';
import { ROOT } from './lib.mjs';

export const PROGRAMS = `${ROOT}/dist/programs`;
export const CURRENT = `${PROGRAMS}/current`;

/** The name of the folder of a build, from the fingerprint of its inputs. */
export const nameOf = (build) => build.slice(0, 16);

/** The name of the current folder; empty if nothing was bundled. */
const currentBundle = () => (existsSync(CURRENT) ? readFileSync(CURRENT, 'utf8') : '');

/** Whether the programs of a build are bundled. */
export const isBundled = (build) => currentBundle() === nameOf(build);
