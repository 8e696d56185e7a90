import { inTime } from '../clock.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { inScope } from '../work-scope.js';
import { faultOf, isSamePrimary, type PrimaryFacts, readPrimary, readReplica } from './facts.js';
import { createHorizon, type Horizon } from './horizon.js';
import { createPause } from './pause.js';
import type { ReplicaState } from './read-replica.port.js';

/** The databases to compare, and how often. */
export interface WatchOptions extends ViewOptions {
  readonly primary: Database;
  readonly replica: Database;
  readonly beatSeconds: number;
}

interface ViewOptions {
  /** The oldest horizon that is still used. */
  readonly lagSeconds: number;
  readonly log: Log;
  /**
   * Called after each check that does not find the replica in use, and by `leave`. It must end the
   * reads that still run there.
   */
  readonly onUnused: () => void;
}

/** Regular checks of whether a replica follows the primary, and how far it is. */
export interface ReplicaWatch {
  /** A snapshot of the primary that the replica has reached; null if the replica is not used. */
  horizon(): string | null;
  state(): ReplicaState;
  /** The age of the horizon; null without one. */
  lagSeconds(): number | null;
  /** Reports a failed read. The replica is not used for a while, however its checks end. */
  leave(): void;
  /** Ends the checks. The state stays that of the last check. */
  stop(): void;
}

/** The longest wait for the response of one database to one check. */
const PATIENCE_MS = 1_000;

/**
 * Starts the checks. The log gets one line for each change of the state, except for `behind` before
 * a new replica has reached its first sample.
 */
export function watchReplica(options: WatchOptions): ReplicaWatch {
  const { beatSeconds } = options;
  const horizon = createHorizon();
  const view = createView(horizon, options);
  const pause = createPause(beatSeconds * 1000);
  const { queryPrimary, queryReplica } = createQueries(options, horizon);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function beat(): Promise<void> {
    await inScope({ lane: 'health', gone: null }, async () => {
      await queryPrimary();
      const fault = await queryReplica(() => isStopped);
      if (!isStopped) view.change(fault === null && pause.isOn() ? 'away' : fault);
    });
    if (!isStopped) timer = setTimeout(() => void beat(), beatSeconds * 1000).unref();
  }

  void beat();
  return {
    horizon: () => (view.state() === 'used' ? (horizon.reached()?.snapshot ?? null) : null),
    state: view.state,
    lagSeconds: view.lagSeconds,
    leave() {
      pause.begin();
      view.change('away');
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Creates the two queries of a check. Their results move the horizon. */
function createQueries({ primary, replica }: WatchOptions, horizon: Horizon) {
  let known: PrimaryFacts | null = null;

  async function queryPrimary(): Promise<void> {
    const takenAt = performance.now();
    const facts = await inTime(readPrimary(primary), PATIENCE_MS).catch(() => null);
    // Without the primary, requests fail by themselves. The replica stays in use until its horizon
    // is too old.
    if (facts === null) return;
    // After a failover, positions of the former primary may be ahead of the new one.
    if (known !== null && !isSamePrimary(known, facts)) horizon.reset();
    known = facts;
    if (facts.lsn !== null) horizon.add({ snapshot: facts.snapshot, lsn: facts.lsn, takenAt });
  }

  /** Returns why the replica cannot be used; null if it can, or if the checks have stopped. */
  async function queryReplica(isStopped: () => boolean): Promise<ReplicaState | null> {
    const facts = await inTime(readReplica(replica), PATIENCE_MS).catch(() => null);
    if (isStopped()) return null;
    const found = facts === null ? 'away' : known === null ? 'unknown' : faultOf(known, facts);
    if (found !== null && found !== 'away') horizon.reset();
    if (found === null && facts?.lsn) horizon.replayed(facts.lsn);
    return found;
  }

  return { queryPrimary, queryReplica };
}

/** The state of a replica after its last check. */
function createView(horizon: Horizon, { lagSeconds, log, onUnused }: ViewOptions) {
  let fault: ReplicaState | null = 'unknown';
  let reported: ReplicaState = 'unknown';
  const age = () => {
    const sample = horizon.reached();
    return sample === null ? null : (performance.now() - sample.takenAt) / 1000;
  };
  const state = (): ReplicaState =>
    fault ?? ((age() ?? Number.POSITIVE_INFINITY) <= lagSeconds ? 'used' : 'behind');
  return {
    state,
    lagSeconds: age,
    change(found: ReplicaState | null) {
      fault = found;
      const now = state();
      if (now !== 'used') onUnused();
      // A replica that was just found needs another check until it has reached a sample.
      const isNew = now === 'behind' && reported === 'unknown' && age() === null;
      if (now === reported || isNew) return;
      reported = now;
      if (now === 'used') log.info({ part: 'replica' }, 'the read replica is in use');
      else log.warn({ part: 'replica', state: now }, 'the read replica is not used');
    },
  };
}
