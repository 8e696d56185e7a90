import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/release.js';
import { environment, type Server, startServer } from '../process.js';

const run = promisify(execFile);
const PROGRAM = 'bench/reads/postgraphile/server.mjs';
const FOLDER = join(projectRoot(), dirname(PROGRAM));

/**
 * Starts PostGraphile over the documents of the bare server. Its packages are installed on first
 * use, because nothing else needs them. Returns null if they cannot be installed.
 */
export async function startPostgraphile(databaseUrl: string): Promise<Server | null> {
  // npm writes this file last.
  if (!existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) {
    try {
      await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: FOLDER });
    } catch (error) {
      console.log(`\n  without PostGraphile, which cannot be installed: ${String(error)}`);
      return null;
    }
  }
  const env = environment({ DATABASE_URL: databaseUrl, GRAPHILE_ENV: 'production' });
  return startServer(join('..', PROGRAM), env);
}
