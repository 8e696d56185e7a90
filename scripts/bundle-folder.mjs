// The place of the bundled programs: dist/programs has a folder for each build, and a file that
// names the current one.
import { existsSync, readFileSync } from 'node:fs';
import { ROOT } from './lib.mjs';

/** The folder of the bundled programs. */
export const PROGRAMS = `${ROOT}/dist/programs`;
/** The file with the name of the current folder. */
export const CURRENT = `${PROGRAMS}/current`;

/** The name of the folder of a build, from the fingerprint of its inputs. */
export const nameOf = (build) => build.slice(0, 16);

/** The name of the current folder; empty if nothing was bundled. */
const currentBundle = () => (existsSync(CURRENT) ? readFileSync(CURRENT, 'utf8') : '');

/** Whether `CURRENT` names the folder of a build. Does not check that the folder exists. */
export const isCurrentBundle = (build) => currentBundle() === nameOf(build);
