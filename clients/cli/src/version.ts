import manifest from '../package.json' with { type: 'json' };

/** The version of this program. */
export const PROGRAM_VERSION = manifest.version;
