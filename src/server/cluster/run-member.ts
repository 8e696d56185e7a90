import type { Config } from '../../config/config.js';
import { createLog } from '../../platform/log.js';
import { failureOf } from '../failure.js';
import { loadDemoOnFirstStart } from '../first-start.js';
import { type Service, startService } from '../service.js';
import { parentChannel } from './channels.js';
import { joinPrimary } from './member.js';
import type { MemberName } from './protocol.js';

/**
 * Runs a process that a primary process started. It ignores SIGINT and SIGTERM, which a terminal
 * sends to both, and stops only when the primary process orders it. It ends if that process has
 * ended.
 */
export async function runMember(name: MemberName, config: Config): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const log = createLog(config.logLevel, 2, { process: name });
  let service: Promise<Service> | null = null;
  let isOpening = false;
  const { member, primary } = joinPrimary(name, parentChannel(), {
    // Until the primary process has opened the shared parts (`SharedParts`), there is nothing to
    // close. They never open if its database fails.
    stop: () => void stop(isOpening ? service : null),
    wake: () => {
      service?.then(({ platform }) => platform.queue.wake()).catch(() => undefined);
    },
    loadDemo: async () => {
      if (service) await loadDemoOnFirstStart(await service, log);
    },
  });
  void member.shared.then(() => {
    isOpening = true;
  });
  try {
    const mode = name === 'jobs' ? 'worker' : 'api';
    service = startService({ config, log, mode, member });
    await service;
    primary.notify('ready');
  } catch (error) {
    fail(error);
  }
}

/** Stops the service, also one that still starts, and exits. */
async function stop(service: Promise<Service> | null): Promise<void> {
  try {
    await (await service)?.stop();
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

/** Explains the end of this process to the primary process, and exits. */
function fail(error: unknown): void {
  const failure = failureOf(error);
  const message = { call: 'failed', input: failure };
  process.send?.(message, undefined, {}, () => process.exit(failure.exitCode));
}
