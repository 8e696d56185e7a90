import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vitest/config';
// @ts-expect-error A script of the build, in plain JavaScript.
import { buildIfNeeded } from '../scripts/build.mjs';
// @ts-expect-error As above.
import { reportFailure } from '../scripts/lib.mjs';
import { projectRoot } from '../src/platform/release.js';

const ROOT = projectRoot();

/** The modules that `npm run build` compiles into `dist`. */
const BUILT = /^(src|rest-facade|workers|prisma|scripts|bench|clients\/testing)\/.*\.js$/;

/**
 * Builds the program if a source changed, and lets tests run what was built: an import of
 * `src/config/config.js` loads that file of `dist`. Node loads it faster than Vitest loads the
 * sources, and runs it faster than the code that Vitest makes of them.
 */
export async function builtProgram(): Promise<Plugin> {
  await reportFailure(buildIfNeeded);
  return {
    name: 'built-program',
    enforce: 'pre',
    config: () => ({ test: { server: { deps: { external: [/\/dist\//] } } } }),
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      const path = relative(ROOT, resolve(dirname(importer), source)).replaceAll('\\', '/');
      return BUILT.test(path) ? join(ROOT, 'dist', path) : null;
    },
  };
}
