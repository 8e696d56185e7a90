import { type Config, publicUrlOf } from '../config.js';
import { ownerOf } from '../platform/embedded/lock.js';
import type { Platform } from '../platform/platform.js';
import { startService } from '../service.js';
import { type Operator, withParts } from './command.js';
import { CommandError } from './command-error.js';

/** How a service is reached. */
export interface ServiceAddress {
  /** From this machine, without a trailing slash. */
  readonly localUrl: string;
  /** What signed URLs begin with. */
  readonly publicUrl: string;
}

const PATIENCE_MS = 5_000;

/**
 * Works through a service on this environment's parts: the one that runs, else one that is started
 * here on a free port for the duration. Throws CommandError where a service owns the data
 * directory and does not answer where HOST and PORT say.
 */
export async function withService<T>(
  operator: Operator,
  work: (platform: Platform, service: ServiceAddress) => Promise<T>,
): Promise<T> {
  const { config, log, surroundings } = operator;
  const localUrl = await runningService(config);
  if (localUrl !== undefined) {
    const service = { localUrl, publicUrl: config.publicUrl ?? localUrl };
    return withParts(operator, ({ platform }) => work(platform, service));
  }
  surroundings.hasService = false;
  const service = await startService({ config: { ...config, port: 0 }, log });
  try {
    return await work(service.platform, service);
  } finally {
    await service.stop();
  }
}

/**
 * Where a service on the same parts answers; undefined where none runs. With the embedded
 * PostgreSQL the lock of the data directory knows. With another one the address has to do: should
 * a stranger answer there, it knows none of this database's tokens and takes nothing.
 */
async function runningService(config: Config): Promise<string | undefined> {
  const url = publicUrlOf({ host: config.host, publicUrl: undefined }, config.port);
  const embedded = config.databaseUrl === undefined;
  if (embedded && (await ownerOf(config.dataDir))?.purpose !== 'service') return undefined;
  if (await answers(`${url}/healthz`)) return url;
  if (!embedded) return undefined;
  throw new CommandError(
    `the modport on ${config.dataDir} does not answer at ${url}; give HOST and PORT as it has them`,
  );
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
