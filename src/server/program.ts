import 'reflect-metadata';
import cluster from 'node:cluster';
import { type Config, ConfigError, loadConfig } from '../config/config.js';
import { createLog } from '../platform/log.js';
import { startPrimary } from './cluster/primary.js';
import { memberNameOf } from './cluster/protocol.js';
import { runMember } from './cluster/run-member.js';
import { FAILED, failureOf } from './failure.js';
import { loadDemoOnFirstStart } from './first-start.js';
import type { ServiceMode } from './http-handlers.js';
import type { ServiceUrls } from './ports.js';
import { startService } from './service.js';

export { checkProgram } from './check-program.js';
// For programs that start the service with options that no variable sets.
export { createLog, loadConfig, startService };

/** npm forwards signals that its process group also received, so one Ctrl-C arrives twice. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Starts the service, which runs until a signal stops it. Without an argument, it serves requests
 * and runs jobs; with `api` or `worker`, only one of both, and it needs `DATABASE_URL`. A failure
 * is printed and ends the process.
 */
export async function main([part]: readonly string[]): Promise<void> {
  // Only the own user can access files that modport creates.
  process.umask(0o077);
  try {
    const mode = modeOf(part);
    const config = loadConfig(process.env);
    if (mode !== 'all' && config.databaseUrl === undefined) {
      throw new ConfigError('DATABASE_URL is not set, but separate processes need one database');
    }
    const member = cluster.isWorker ? memberNameOf(process.env) : null;
    if (member) await runMember(member, config);
    // `WORKERS` has no effect on a job process: operators start more of them separately.
    else if (config.workers > 1 && mode !== 'worker') await runSeveral(config, mode);
    else await runOne(config, mode);
  } catch (error) {
    fail(error);
  }
}

function modeOf(part: string | undefined): ServiceMode {
  if (part === undefined) return 'all';
  if (part === 'api' || part === 'worker') return part;
  throw new ConfigError(`"${part}" is no mode; it takes api, worker or no argument`);
}

async function runOne(config: Config, mode: ServiceMode): Promise<void> {
  const log = createLog(config.logLevel);
  const starting = startService({ config, log, mode });
  stopOnSignals(async () => (await starting).stop());
  const service = await starting;
  announce(service, mode);
  if (mode === 'all' && config.seedDemo && !config.readOnly)
    await loadDemoOnFirstStart(service, log);
}

/**
 * Runs `WORKERS` processes for requests, and another one for the jobs. The mode `api` and a
 * read-only service have no process for jobs.
 */
async function runSeveral(config: Config, mode: ServiceMode): Promise<void> {
  if (!cluster.isPrimary) {
    throw new ConfigError('WORKERS is set, but another program already runs this one in a cluster');
  }
  const log = createLog(config.logLevel, 2, { process: 'primary' });
  const end = async (error: Error) => {
    await service
      .stop()
      .catch((more: unknown) => log.error({ err: more }, 'a part was not closed'));
    fail(error);
  };
  const service = startPrimary({
    config,
    log,
    hasJobs: mode === 'all' && !config.readOnly,
    onFailure: (error) => void end(error),
  });
  stopOnSignals(service.stop);
  // Its failure ends the process.
  await service.ready.then(
    (urls) => announce(urls, mode),
    () => undefined,
  );
}

function announce({ publicUrl, localUrl, adminUrl }: ServiceUrls, mode: ServiceMode): void {
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
 * Calls `stop` at the first signal. A single process completes its start first. A signal more than
 * a second after the first one exits at once.
 */
function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const onSignal = () => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(FAILED);
      return;
    }
    stoppingSince = Date.now();
    stop().then(
      () => {
        console.log('modport has stopped');
        process.exit(0);
      },
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

/** Prints an error for the operator, and exits. */
function fail(error: unknown): never {
  const { text, exitCode } = failureOf(error);
  console.error(text);
  process.exit(exitCode);
}
