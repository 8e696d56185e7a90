import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createSharedReads, type SharedReads } from '../../rest-facade/shared/shared-reads.js';
import type { Config } from '../config/config.js';
import { createCompression } from '../edge/compression.js';
import { createCompressor } from '../edge/compressor.js';
import { toRegistered } from '../graphql/index.js';
import { createOwnerWatch } from '../modules/storage/index.js';
import { createClockWatch } from '../platform/clock-watch.js';
import { shareResult } from '../platform/concurrency.js';
import type { Platform } from '../platform/platform.js';
import type { Stores } from '../platform/storage/open-stores.js';
import { inScope, type WorkScope } from '../platform/work-scope.js';
import { LIMITS, type StartLimits } from '../registry/limits.js';
import type { Member } from './cluster/member.js';
import { bareApp, createProblemSender, fromExpress, refuseUnhandled } from './express-app.js';
import { checkHealth, createStoreHealth } from './health.js';
import type { ServeKnown } from './listener.js';
import {
  createOperatorInterface,
  createServiceMetrics,
  type OperatorInterface,
} from './operator-interface.js';
import { createProxyWatches, type ProxyWatches } from './proxy/index.js';
import { type MountedInterfaces, mountInterfaces } from './public-interfaces.js';
import type { RequestQueue } from './request-queue.js';

/** The work of a process: everything, only requests, or only jobs. */
export type ServiceMode = 'all' | 'api' | 'worker';

/** The parts of a process's HTTP handlers. */
export interface HttpHandlersOptions {
  readonly platform: Platform;
  readonly stores: Stores;
  readonly mode: ServiceMode;
  readonly turns: Pick<RequestQueue, 'running' | 'waiting' | 'floods'>;
  /** Set if this process is one of several of the service. */
  readonly member?: Member | undefined;
}

/** The HTTP handlers of a process. */
export interface HttpHandlers {
  readonly handler: RequestListener;
  readonly serveKnown: ServeKnown;
  /** For the operator port, if configured: readiness of each part, and metrics. */
  readonly adminHandler: RequestListener;
  /** Sends the problem document of an error; one that is not registered becomes an internal error. */
  sendProblem(req: IncomingMessage, res: ServerResponse, error: unknown): void;
  /** Starts the comparison of the stores with the database; resolves after the first one. */
  watchOwners(): Promise<void>;
  /**
   * Starts the regular tests of the proxy; to be called when the process listens. Does nothing in a
   * worker, and without `PUBLIC_URL`.
   */
  testProxy(): void;
  /** Ends open streams and the tests of the proxy, so that their connections can close. */
  endStreams(): void;
  /** Stops the checks and the interfaces, but no part of the platform. */
  stop(): Promise<void>;
}

const HEALTH_SCOPE: WorkScope = { lane: 'health', gone: null };

/**
 * Creates all HTTP handlers of a process, and starts the checks of the stores and of the clock. A
 * process in mode `worker` serves only its own health and metrics. With an operator port, the
 * public port has no `/metrics`, and its `/readyz` does not name the parts.
 */
export async function createHttpHandlers(options: HttpHandlersOptions): Promise<HttpHandlers> {
  const { platform, stores, mode } = options;
  const { config } = platform;
  const { registered, sendProblem } = createProblems(platform);
  const { compress, compressed, sharedReads } = createResponses(platform.limits);
  const proxy = createProxyWatches(platform, stores);
  const { checks, metrics, operator } = createOperator(options, { sharedReads, proxy });
  const app = publicApp(config, operator);
  const shared = { platform, stores, metrics, registered, sendProblem, sharedReads, compress };
  const mounted =
    mode === 'worker' ? noInterfaces(compressed(app)) : await mountInterfaces(app, shared);
  const admin = operatorApp(config, operator);
  for (const each of [app, admin]) refuseUnhandled(each, sendProblem);
  await checks.start();
  return {
    handler: mounted.handler,
    // Each request comes here first, so that those of stored responses count too.
    serveKnown(req, res) {
      proxy.notice(req);
      return mounted.serveKnown(req, res);
    },
    adminHandler: compressed(admin),
    sendProblem,
    watchOwners: checks.watchOwners,
    testProxy: mode === 'worker' ? () => undefined : proxy.start,
    endStreams() {
      // Its own requests may come back to this listener, which waits for them when it closes.
      proxy.stop();
      mounted.endStreams();
    },
    async stop() {
      checks.stop();
      // `endStreams` also stops it, but is not called for a process that never listened.
      proxy.stop();
      await mounted.stop();
    },
  };
}

/** Creates the functions that turn an error into a registered one, and send it. */
function createProblems({ publicUrl, log }: Platform) {
  const writeProblem = createProblemSender({ publicUrl, log });
  const registered = (error: unknown) => fromExpress(error) ?? toRegistered(error, log);
  const sendProblem: HttpHandlers['sendProblem'] = (req, res, error) =>
    writeProblem(req, res, registered(error));
  return { registered, sendProblem };
}

/** The application of the public port, which has details for operators only without their port. */
function publicApp(config: Config, operator: OperatorInterface) {
  const hasOperatorPort = config.adminPort !== undefined;
  const app = bareApp(config);
  app.get('/healthz', operator.alive);
  app.get('/readyz', hasOperatorPort ? operator.readyOnly : operator.ready);
  if (!hasOperatorPort) app.get('/metrics', operator.metrics);
  return app;
}

/** The application of the operator port, which has all details. */
function operatorApp(config: Config, operator: OperatorInterface) {
  const app = bareApp(config);
  app.get('/healthz', operator.alive);
  app.get('/readyz', operator.ready);
  app.get('/metrics', operator.metrics);
  return app;
}

/** Creates what operators see of a process: the health of its parts, and its metrics. */
function createOperator(
  { platform, turns, member }: HttpHandlersOptions,
  { sharedReads, proxy }: { readonly sharedReads: SharedReads; readonly proxy: ProxyWatches },
) {
  const stores = platform.mirror ? [platform.storage, platform.mirror.storage] : [platform.storage];
  const storeHealth = createStoreHealth(stores, platform.log);
  const clock = createClockWatch({ ...platform, stores });
  const owners = createOwnerWatch(platform);
  const health = shareResult(LIMITS.operatorCacheSeconds, () =>
    inScope(HEALTH_SCOPE, () =>
      checkHealth(platform, storeHealth, { clock, proxy }, owners.faults()),
    ),
  );
  const metrics = createServiceMetrics(platform, { turns, sharedReads, health, clock, proxy });
  member?.onMetrics((sources) => inScope(HEALTH_SCOPE, () => metrics.values(sources)));
  const operator = createOperatorInterface({
    health,
    metrics: { expose: member?.metrics ?? (() => inScope(HEALTH_SCOPE, metrics.expose)) },
  });
  const checks = {
    // The timers keep the scope, so their queries never wait for a connection of requests.
    async start() {
      await Promise.all([storeHealth.start(), inScope(HEALTH_SCOPE, () => clock.start())]);
    },
    watchOwners: () => inScope(HEALTH_SCOPE, owners.start),
    stop() {
      for (const each of [storeHealth, clock, owners]) each.stop();
    },
  };
  return { checks, metrics, operator };
}

/**
 * Creates what responses have in common: their compression, and the stored ones of public reads.
 */
function createResponses(limits: Pick<StartLimits, 'sharedReadsBytes' | 'documentTextsBytes'>) {
  const compressor = createCompressor();
  const compress = createCompression(compressor);
  const compressed =
    (serve: RequestListener): RequestListener =>
    (req, res) => {
      compress(req, res);
      serve(req, res);
    };
  const { open } = compressor;
  const sharedReads = createSharedReads({
    compress: open,
    maxBytes: limits.sharedReadsBytes,
    documentBytes: limits.documentTextsBytes,
  });
  return { compress, compressed, sharedReads };
}

const noInterfaces = (handler: RequestListener): MountedInterfaces => ({
  handler,
  serveKnown: () => false,
  endStreams: () => undefined,
  stop: async () => undefined,
});
