import type { Worker } from 'node:cluster';
import type { Config } from '../../config/config.js';
import { systemClock } from '../../platform/clock.js';
import { closeAll } from '../../platform/close-all.js';
import { createCalls } from '../../platform/cluster/calls.js';
import { debtsHandler } from '../../platform/cluster/shared-debts.js';
import { turnsOfProcess } from '../../platform/cluster/shared-turns.js';
import { type Deferred, deferred } from '../../platform/concurrency.js';
import type { Log } from '../../platform/log.js';
import { createDebts } from '../../platform/rate-limit/memory-rate-limiter.js';
import { createTurns } from '../../platform/storage/disk/turns.js';
import { LIMITS } from '../../registry/limits.js';
import { type ServiceUrls, urlsOf } from '../ports.js';
import { requestConnectionsOf } from './capacity.js';
import { channelTo } from './channels.js';
import { createListeners, type Listeners } from './listeners.js';
import {
  type MemberEvents,
  type MemberLink,
  type MemberProcesses,
  startMembers,
} from './member-processes.js';
import { createMetricPages } from './metric-pages.js';
import { openDatabase } from './open-database.js';
import { FAILURE, type MemberName, PORTS, serverName } from './protocol.js';
import { followConnections } from './untaken-connections.js';

/** The options of a service with several processes. */
export interface PrimaryOptions {
  readonly config: Config;
  readonly log: Log;
  /** Whether one more process runs the jobs. */
  readonly hasJobs: boolean;
  /**
   * Called if the service cannot start, or cannot go on. It may be called several times, and must
   * call `stop`: the processes that run are not stopped by themselves.
   */
  onFailure(error: Error): void;
}

/** A service with several processes. */
export interface PrimaryService {
  /**
   * Resolves when all processes are ready. Rejects if one cannot start, or if the database cannot
   * be opened.
   */
  readonly ready: Promise<ServiceUrls>;
  /** Stops the processes, then the parts that they share. May also be called during the start. */
  stop(): Promise<void>;
}

/** The state of a primary process. */
interface State extends PrimaryOptions {
  readonly names: readonly MemberName[];
  /** The counters of rate limits: the time until each bucket is full again. */
  readonly debts: ReturnType<typeof createDebts>;
  /** The turns of writers to the disk store. */
  readonly turns: ReturnType<typeof createTurns>;
  readonly pages: ReturnType<typeof createMetricPages>;
  readonly listeners: Listeners;
  readonly database: ReturnType<typeof openDatabase>;
  /** Resolved when all processes are ready. */
  readonly starting: Deferred<void>;
  /** Called when a process is ready. */
  onReady(name: MemberName): void;
  processes(): MemberProcesses;
}

/**
 * Starts the processes of a service (docs/decisions/0065). This process keeps what they share: the
 * embedded database, the counters of rate limits, and the turns of writers to the disk store. It
 * serves no request itself; it passes each connection to the next server process.
 */
export function startPrimary(options: PrimaryOptions): PrimaryService {
  const { config, log, onFailure } = options;
  const state = createState(options, () => processes);
  const { starting, database, listeners } = state;
  const fail = (error: Error) => {
    starting.reject(error);
    onFailure(error);
  };
  database.catch(fail);
  const processes = startMembers(state.names, {
    log,
    environment: listeners.environment,
    connect: (worker, name, events) => connect(state, worker, name, events),
    onFailure: fail,
  });
  const closeDatabase = async () => (await database.catch(() => null))?.close();
  let stopped: Promise<void> | null = null;
  return {
    ready: starting.promise.then(async () => urlsOf(config, await listeners.ports)),
    stop() {
      stopped ??= closeAll([processes.stop, closeDatabase], log);
      return stopped;
    },
  };
}

function createState(options: PrimaryOptions, processes: () => MemberProcesses): State {
  const { config, log, hasJobs } = options;
  const servers = Array.from({ length: config.workers }, (_, at) => serverName(at + 1));
  const state: State = {
    ...options,
    names: hasJobs ? [...servers, 'jobs'] : servers,
    debts: createDebts(systemClock),
    turns: createTurns(),
    pages: createMetricPages(processes, log),
    listeners: createListeners(),
    database: openDatabase(options),
    starting: deferred<void>(),
    onReady: (name) => onReady(name),
    processes,
  };
  const onReady = followReady(state);
  return state;
}

/** Follows which processes are ready. The demo catalog is loaded when all of them are. */
function followReady(state: State): (name: MemberName) => void {
  let isDemoDue = false;
  return (name) => {
    // A load that ended with its process goes on in the next one.
    isDemoDue ||= name === 'jobs';
    const ready = state
      .processes()
      .members()
      .filter(({ isReady }) => isReady);
    if (ready.length < state.names.length) return;
    state.starting.resolve();
    if (isDemoDue && state.config.seedDemo) notifyJobs(state, 'loadDemo');
    isDemoDue = false;
  };
}

/** Connects to a process, and tells it when the shared parts are open. */
function connect(state: State, worker: Worker, name: MemberName, events: MemberEvents): MemberLink {
  const { debts, turns, pages, listeners } = state;
  const ownTurns = turnsOfProcess(turns);
  const closeUntaken = followConnections(worker);
  const calls = createCalls(channelTo(worker), {
    ...ownTurns.handlers,
    debts: debtsHandler(debts),
    joined: () => undefined,
    listening(input) {
      // It is false if the last other listener ended meanwhile. This process then has another port.
      if (!listeners.add(calls, PORTS.parse(input))) worker.process.kill('SIGKILL');
    },
    ready: () => events.ready(),
    failed: (input) => events.failed(FAILURE.parse(input).text),
    wakeJobs: () => notifyJobs(state, 'wake'),
    metrics: () => pages.read(),
  });
  void open(state, (shared) => calls.notify('open', shared));
  return {
    calls,
    onReady() {
      state.onReady(name);
    },
    end() {
      closeUntaken();
      calls.end();
      listeners.remove(calls);
      ownTurns.end();
      pages.forget(calls);
    },
  };
}

async function open(state: State, notify: (shared: object) => void): Promise<void> {
  const { config, listeners, database } = state;
  try {
    notify({
      databaseUrl: (await database).url,
      ports: await listeners.ports,
      requestConnections: requestConnectionsOf(config.workers),
      planThreads: LIMITS.planThreadsShared,
    });
  } catch {
    // The database did not open, so the service ends.
  }
}

function notifyJobs({ processes }: State, order: 'wake' | 'loadDemo'): void {
  for (const { name, calls } of processes().members()) if (name === 'jobs') calls.notify(order);
}
