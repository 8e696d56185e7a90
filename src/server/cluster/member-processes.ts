import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Calls } from '../../platform/cluster/calls.js';
import type { Log } from '../../platform/log.js';
import { ProcessFailed } from '../failure.js';
import { MEMBER_VARIABLE, type MemberName } from './protocol.js';

/** A running member process. */
export interface MemberProcess {
  readonly name: MemberName;
  /** Whether its parts are open. */
  readonly isReady: boolean;
  readonly calls: Calls;
}

/** How the primary process works with the processes that it starts. */
export interface MemberRules {
  readonly log: Log;
  /** The environment of a new process besides that of this one. */
  environment(): NodeJS.ProcessEnv;
  /** Connects to a new process. */
  connect(worker: Worker, name: MemberName, events: MemberEvents): MemberLink;
  /**
   * Called if a process cannot start, or ends too often. That process is then not started again;
   * the others go on until `stop`.
   */
  onFailure(error: Error): void;
}

/** The reports of a process about itself. */
export interface MemberEvents {
  /** The process serves requests or runs jobs. */
  ready(): void;
  /** The process cannot start or go on, and then ends. `text` is the reason. */
  failed(text: string): void;
}

/** The connection to a process. */
export interface MemberLink {
  readonly calls: Calls;
  /** The process has reported that it is ready. */
  onReady(): void;
  /** The process has ended. */
  end(): void;
}

/** The processes of a service, each started again when it ends. */
export interface MemberProcesses {
  members(): readonly MemberProcess[];
  /** How often a process was started in place of one that ended. */
  restarts(): number;
  /**
   * Asks all processes to stop, kills those that do not end in time, and resolves when all have
   * ended.
   */
  stop(): Promise<void>;
}

/** A process that is ready for a shorter time counts as one that cannot run. */
const STEADY_MS = 5_000;
/** The number of such ends in a row, of one process, that end the service. */
const FAILURES_MAX = 6;
const FIRST_PAUSE_MS = 250;
const LAST_MESSAGE_MS = 50;
/**
 * Longer than a process waits for its clients, and shorter than service managers wait for this one.
 */
const STOP_PATIENCE_MS = 20_000;

/** The place of one process. */
interface Slot {
  readonly name: MemberName;
  running: (MemberProcess & { readonly worker: Worker }) | null;
  /** Starts that failed since the process last ran steadily. */
  failures: number;
  /** Whether a process of this name was ready once. */
  wasReady: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** The state of the member processes. */
interface State extends MemberRules {
  readonly slots: readonly Slot[];
  restarts: number;
  isStopping: boolean;
}

/**
 * Starts a process for each name, and another one in place of each that ends, after a growing pause
 * if it ended early. After `FAILURES_MAX` early ends in a row, or if a process explains that its
 * first start failed, it calls `onFailure` instead.
 */
export function startMembers(names: readonly MemberName[], rules: MemberRules): MemberProcesses {
  const slots = names.map(slotOf);
  const state: State = { ...rules, slots, restarts: 0, isStopping: false };
  for (const slot of slots) start(state, slot);
  return {
    members: () => slots.flatMap(({ running }) => running ?? []),
    restarts: () => state.restarts,
    async stop() {
      state.isStopping = true;
      for (const { timer } of slots) clearTimeout(timer);
      await Promise.all(slots.map(({ running }) => running && stopOne(state, running)));
    },
  };
}

function slotOf(name: MemberName): Slot {
  return { name, running: null, failures: 0, wasReady: false, timer: undefined };
}

function start(state: State, slot: Slot): void {
  const worker = cluster.fork({ ...state.environment(), [MEMBER_VARIABLE]: slot.name });
  let readyAt: number | null = null;
  let failure: string | null = null;
  const link = state.connect(worker, slot.name, {
    ready() {
      readyAt = performance.now();
      slot.wasReady = true;
      state.log.info({ member: slot.name, pid: worker.process.pid }, 'a process is ready');
      link.onReady();
    },
    failed(text) {
      failure = text;
    },
  });
  slot.running = {
    name: slot.name,
    worker,
    calls: link.calls,
    get isReady() {
      return readyAt !== null;
    },
  };
  const onEnd = async (end: string) => {
    slot.running = null;
    // Its last message may still arrive. Node sends no other event for the end of all messages.
    await delay(LAST_MESSAGE_MS);
    link.end();
    if (state.isStopping) return;
    const isSteady = readyAt !== null && performance.now() - readyAt > STEADY_MS;
    slot.failures = isSteady ? 0 : slot.failures + 1;
    replace(state, slot, { reason: failure ?? end, isExplained: failure !== null });
  };
  watchEnd(worker, (end) => void onEnd(end), { log: state.log, name: slot.name });
}

/** Reports the end of a process, also of one that could not be started. */
function watchEnd(
  worker: Worker,
  onEnd: (end: string) => void,
  { log, name }: { readonly log: Log; readonly name: MemberName },
): void {
  worker.once('exit', (code, signal) => {
    onEnd(signal === null ? `exit code ${code}` : `signal ${signal}`);
  });
  worker.on('error', (error) => {
    log.error({ member: name, err: error }, 'a process could not be started or reached');
    // A process that was not started has no other end.
    if (worker.process.pid === undefined) onEnd(error.message);
  });
}

/** Starts the next process, after a pause if the last ones failed. */
function replace(
  state: State,
  slot: Slot,
  { reason, isExplained }: { readonly reason: string; readonly isExplained: boolean },
): void {
  const { log } = state;
  if (slot.failures >= FAILURES_MAX) {
    const [line] = reason.split('\n');
    const text = `the process ${slot.name} ended ${slot.failures} times in a row: ${line}`;
    state.onFailure(new ProcessFailed(text));
    return;
  }
  // As with a single process, an explained failure of the first start is final.
  if (isExplained && !slot.wasReady) {
    state.onFailure(new ProcessFailed(reason));
    return;
  }
  const pauseMs = slot.failures === 0 ? 0 : FIRST_PAUSE_MS * 2 ** (slot.failures - 1);
  log.error({ member: slot.name, reason, pauseMs }, 'a process ended, and another one starts');
  slot.timer = setTimeout(() => {
    state.restarts += 1;
    try {
      start(state, slot);
    } catch (error) {
      // The system has no memory or no files left.
      slot.failures += 1;
      replace(state, slot, { reason: String(error), isExplained: false });
    }
  }, pauseMs);
}

/** Asks a process to stop. Kills one that does not respond. */
async function stopOne(
  { log }: State,
  { name, worker, calls }: MemberProcess & { readonly worker: Worker },
): Promise<void> {
  if (worker.process.pid === undefined) return;
  const ended = once(worker, 'exit');
  const patience = setTimeout(() => {
    log.error({ member: name }, 'a process does not stop and is killed');
    worker.process.kill('SIGKILL');
  }, STOP_PATIENCE_MS);
  calls.notify('stop');
  await ended;
  clearTimeout(patience);
}
