import { afterEach } from 'vitest';
import { loadConfig } from '../src/config/config.js';
import { silentLog } from '../src/platform/log.js';
import { type Service, type ServiceOptions, startService } from '../src/server/service.js';
import { CHEAP_PASSWORDS, type World } from './harness.js';

type Parts = Partial<Pick<ServiceOptions, 'limits' | 'log'>>;

/** Starts another process of the installation of a world. */
type StartAnother = (world: World, env?: NodeJS.ProcessEnv, parts?: Parts) => Promise<Service>;

/**
 * Further processes of an installation, with the database, the folder and the clock of its world. They
 * stop after the test that started them.
 */
export function useOtherProcesses(usual: Parts = {}): StartAnother {
  const others: Service[] = [];
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.stop()));
  });
  return async (world, env = {}, parts = {}) => {
    const { databaseUrl, dataDir } = world.platform.config;
    const config = loadConfig({
      PORT: '0',
      PUBLIC_URL: world.baseUrl,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      RATE_LIMITS: 'off',
      ...env,
    });
    const other = await startService({
      config,
      log: silentLog,
      clock: world.clock,
      mode: 'api',
      passwordCost: CHEAP_PASSWORDS,
      ...usual,
      ...parts,
    });
    others.push(other);
    return other;
  };
}
