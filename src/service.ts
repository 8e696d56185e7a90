import 'reflect-metadata';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProblemWriter } from '../rest-facade/problem.js';
import { createHandlers } from '../workers/handlers.js';
import { createApp, type ServiceMode } from './app.js';
import { type Config, publicUrlOf } from './config.js';
import { edgeHeadersOf } from './edge-headers.js';
import { answerOn, createListener } from './listener.js';
import { openParts } from './parts.js';
import type { Clock } from './platform/clock.js';
import type { Log } from './platform/log.js';
import type { Platform } from './platform/platform.js';
import type { Stores } from './platform/storage/open-stores.js';
import { LIMITS } from './registry/limits.js';
import { startingUp } from './starting-up.js';

/** What a service is started with. */
export interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  readonly mode?: ServiceMode;
  readonly clock?: Clock;
  /** Answers 500 where a route ends with a code that it does not declare; for tests. */
  readonly strictErrors?: boolean;
  /** Whether the clock starts jobs as well; not, for tests that look whether anything was written. */
  readonly periodicJobs?: boolean;
  /** How often the last uses of credentials are written; null only at the end, for tests. */
  readonly lastUsesEverySeconds?: number | null;
  /** How long a plan may take, for tests: longer on a busy machine, shorter for puzzles. */
  readonly planSolverSeconds?: number;
}

/** A running service. */
export interface Service {
  /** Where it listens on this machine, without a trailing slash. */
  readonly localUrl: string;
  readonly publicUrl: string;
  readonly platform: Platform;
  /** The stores as whoever runs jobs tends them. */
  readonly stores: Stores;
  /** Takes no more requests, ends what runs, and closes every part. */
  stop(): Promise<void>;
}

const CLOSE_PATIENCE_MS = 10_000;
const IDLE_POLL_MS = 50;

/**
 * Starts the service: it listens first, so that `/healthz` answers at once, and answers 503 until
 * its parts are open. Throws what a part throws, and Node's error for an address in use; nothing is
 * left running then.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, mode = 'all', clock } = options;
  const server = createListener();
  const port = await listen(server, config);
  const publicUrl = publicUrlOf(config, port);
  const sendProblem = createProblemWriter({ publicUrl, log });
  const headers = edgeHeadersOf(publicUrl);
  let serve = startingUp(sendProblem);
  answerOn(server, { serve: (req, res) => serve(req, res), sendProblem, headers });
  try {
    const { planSolverSeconds } = options;
    const parts = await openParts({
      config,
      publicUrl,
      log,
      owner: 'service',
      ...(clock ? { clock } : {}),
      ...(planSolverSeconds === undefined ? {} : { planSolverSeconds }),
      onStorageProblem: (req, res, error) => app.sendProblem(req, res, error),
    });
    const { platform, stores } = parts;
    const { strictErrors = false } = options;
    const app = await createApp({ platform, stores, strictErrors, mode }).catch(
      async (error: unknown) => {
        await parts.close();
        throw error;
      },
    );
    serve = app.handler;
    stores.mirror?.start();
    const { periodicJobs: periodic = true } = options;
    if (mode !== 'api') platform.queue.start(createHandlers(platform, stores), { periodic });
    const { lastUsesEverySeconds = LIMITS.lastUsesSeconds } = options;
    if (lastUsesEverySeconds !== null) platform.lastUses.start(lastUsesEverySeconds);
    return {
      localUrl: publicUrlOf({ host: config.host, publicUrl: undefined }, port),
      publicUrl,
      platform,
      stores,
      async stop() {
        await close(server);
        await platform.queue.stop();
        await app.stop();
        await platform.lastUses.stop();
        await parts.close();
      },
    };
  } catch (error) {
    await close(server);
    throw error;
  }
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A listening TCP server always has an address with a port.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Ends idle connections at once and busy ones when they are done, or when patience ends. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Clients keep a connection open after its last answer; nothing tells when it became idle.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
    const patience = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(patience);
      resolve();
    });
    server.closeIdleConnections();
  });
}
