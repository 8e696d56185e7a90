import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SCHEMA_GENERATION, serviceNameOf } from '../../registry/schema-generation.js';
import type { Log } from '../log.js';
import { untraced } from '../tracing/tracing.js';
import {
  type Change,
  type Changes,
  ChangesUnavailable,
  type ChangeWatcher,
} from './changes.port.js';
import { createWatchers, type Watchers } from './watchers.js';

const CHANNEL = 'modport_changes';
const SECOND_MS = 1_000;
const CLOSE_MS = 2 * SECOND_MS;

/** Options of the listening connection. */
interface ChangesOptions {
  readonly url: string;
  readonly log: Log;
  /** How often the connection proves that notifications arrive; 15 seconds by default. */
  readonly proofMs?: number;
}

/** A connection that listens, and the timer of its proofs. */
interface Listening {
  readonly client: pg.Client;
  readonly proofs: NodeJS.Timeout;
}

/** Opens a connection, and calls `onLost` when it is lost. */
type Connect = (onLost: () => void) => Promise<Listening>;

/**
 * Listens to the announced changes on one connection of its own, because a pool gives connections
 * away between statements. It connects for the first watcher and stays connected. A lost connection
 * ends all watchers, because changes may be missed; the next watcher connects again. PostgreSQL
 * cannot listen on a standby. There, each `watch` throws ChangesUnavailable, and only the first
 * failure is logged.
 */
export function openChanges(options: ChangesOptions): Changes {
  const { url, log, proofMs = 15 * SECOND_MS } = options;
  const watchers = createWatchers();
  // The connection outlives the request that opens it.
  const connect: Connect = (onLost) =>
    untraced(() => listen(url, proofMs, { onChange: watchers.pass, onLost }));
  const connection = createConnection(connect, watchers, log);
  return {
    async watch(topics, watcher) {
      const listening = connection.connected();
      await listening.catch((error: unknown) => {
        throw new ChangesUnavailable(error);
      });
      if (!connection.isCurrent(listening)) throw new ChangesUnavailable();
      return watchers.add(topics, watcher);
    },
    async stop() {
      await connection.end()?.then(close, () => undefined);
    },
  };
}

/** Connects on demand, one connection at a time. Reports its loss to the watchers. */
function createConnection(connect: Connect, watchers: Watchers, log: Log) {
  const refusals = createRefusals(log);
  let current: Promise<Listening> | null = null;
  let isEnded = false;

  function lose(listening: Promise<Listening>): void {
    if (current !== listening) return;
    current = null;
    if (!isEnded) log.warn({ part: 'postgres' }, 'the connection for live updates was lost');
    watchers.lose();
    listening.then(close, () => undefined);
  }

  function connected(): Promise<Listening> {
    if (isEnded) return Promise.reject(new ChangesUnavailable());
    if (current) return current;
    const listening = connect(() => lose(listening));
    current = listening;
    listening.then(refusals.clear, (error: unknown) => {
      if (current === listening) current = null;
      if (!isEnded) refusals.report(error);
    });
    return listening;
  }

  return {
    connected,
    isCurrent: (listening: Promise<Listening>) => current === listening,
    /** Ends for good. Returns the connection that was open; null for none. */
    end() {
      isEnded = true;
      const listening = current;
      if (listening) lose(listening);
      return listening;
    },
  };
}

/** Each watcher connects again, so only the first failure in a row is worth a line. */
function createRefusals(log: Log) {
  let isReported = false;
  return {
    clear() {
      isReported = false;
    },
    report(error: unknown) {
      if (isReported) return;
      isReported = true;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(
        { part: 'postgres', reason },
        'the connection for live updates failed; there are none until it succeeds',
      );
    },
  };
}

/** Opens a connection that listens. Throws an error of PostgreSQL or of the network. */
async function listen(url: string, proofMs: number, watcher: ChangeWatcher): Promise<Listening> {
  const client = new pg.Client({
    connectionString: url,
    application_name: serviceNameOf(SCHEMA_GENERATION, 'changes'),
    connectionTimeoutMillis: 5 * SECOND_MS,
    query_timeout: 10 * SECOND_MS,
    keepAlive: true,
  });
  // Until it listens, a broken connection rejects the statement that runs on it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
  } catch (error) {
    await close({ client });
    throw error;
  }
  client.on('error', watcher.onLost);
  client.on('end', watcher.onLost);
  const prover = proofOf(client, watcher.onLost);
  client.on('notification', ({ payload = '' }) => {
    const change = changeOf(payload);
    if (change?.topic === prover.topic) prover.seen();
    else if (change) watcher.onChange(change);
  });
  return { client, proofs: setInterval(prover.prove, proofMs).unref() };
}

/**
 * Sends this process a notification through the database, and reports a loss if the last one did
 * not arrive. A dead network or a pooler can keep a connection open that delivers nothing.
 */
function proofOf(client: pg.Client, onLost: () => void) {
  const topic = `proof:${randomUUID()}`;
  let isOpen = false;
  const fail = () => {
    onLost();
    void close({ client });
  };
  return {
    topic,
    seen() {
      isOpen = false;
    },
    prove() {
      if (isOpen) {
        fail();
        return;
      }
      isOpen = true;
      const payload = JSON.stringify({ topic, key: topic, data: {} });
      client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch(fail);
    },
  };
}

/** Reads a payload; null for one of another program or release. */
function changeOf(payload: string): Change | null {
  try {
    const { topic, key, data }: Record<string, unknown> = JSON.parse(payload);
    if (typeof topic !== 'string' || typeof key !== 'string') return null;
    return isRecord(data) ? { topic, key, data } : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Closes a connection. Waits only a moment for a server that does not respond. */
async function close({ client, proofs }: Pick<Listening, 'client'> & Partial<Listening>) {
  clearInterval(proofs);
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })]);
}
