import 'reflect-metadata';
import { MigrationError } from '../../prisma/migrate.js';
import { ConfigError, loadConfig } from '../config.js';
import { AlreadyRunning, EmbeddedPostgresError } from '../platform/embedded/failures.js';
import { createLog } from '../platform/log.js';
import { UnfitStore } from '../platform/storage/storage.port.js';
import { loadDemoOnFirstStart } from './first-start.js';
import type { ServiceMode } from './http-handlers.js';
import { type Service, startService } from './service.js';

export { rehearse } from './rehearse.js';
// For programs that start the service with options that no variable sets.
export { createLog, loadConfig, startService };

/** The exit codes: 2 for an invalid environment, 1 for any other failure. */
const BAD_CONFIG = 2;
const FAILED = 1;

/** npm forwards signals that its process group also received, so one Ctrl-C arrives twice. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Runs the service until a signal stops it. The first argument is `api`, `worker` or absent. Failures
 * end the process.
 */
export async function main([part]: readonly string[]): Promise<void> {
  // Only the own user can access files that modport creates.
  process.umask(0o077);
  const mode = (part ?? 'all') as ServiceMode;
  try {
    const config = loadConfig(process.env);
    if (mode !== 'all' && config.databaseUrl === undefined) {
      throw new ConfigError('DATABASE_URL is not set, but separate processes need one database');
    }
    const log = createLog(config.logLevel);
    const starting = startService({ config, log, mode });
    stopOnSignals(starting);
    const service = await starting;
    announce(service, mode);
    if (mode === 'all' && config.seedDemo && !config.readOnly)
      await loadDemoOnFirstStart(service, log);
  } catch (error) {
    fail(error);
  }
}

function announce({ publicUrl, localUrl, adminUrl }: Service, mode: ServiceMode): void {
  const health = `${adminUrl ?? localUrl}/readyz`;
  const lines =
    mode === 'worker'
      ? [`modport worker is running; its health is at ${health}`]
      : [
          `modport is running at ${publicUrl}`,
          `  catalog      ${publicUrl}/v1/mods`,
          `  reference    ${publicUrl}/docs`,
          `  API document ${publicUrl}/v1/openapi.json`,
          `  playground   ${publicUrl}/playground`,
          `  health       ${health}`,
          'Press Ctrl-C to stop.',
        ];
  console.log(lines.join('\n'));
}

/**
 * The first signal stops the service cleanly once its start is complete. A second one exits at
 * once.
 */
function stopOnSignals(starting: Promise<Service>): void {
  let stoppingSince: number | null = null;
  const stop = () => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(FAILED);
      return;
    }
    stoppingSince = Date.now();
    starting
      .then((service) => service.stop())
      .then(
        () => {
          console.log('modport has stopped');
          process.exit(0);
        },
        (error: unknown) => fail(error),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Prints one line for an error that an operator can act on, and the stack of any other. */
function fail(error: unknown): never {
  if (error instanceof ConfigError) {
    console.error(error.message);
    process.exit(BAD_CONFIG);
  }
  const expected =
    error instanceof AlreadyRunning ||
    error instanceof EmbeddedPostgresError ||
    error instanceof UnfitStore ||
    error instanceof MigrationError ||
    (error instanceof Error && 'syscall' in error);
  console.error(expected && error instanceof Error ? error.message : error);
  process.exit(FAILED);
}
