import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.js';
import {
  type Change,
  type Changes,
  ChangesUnavailable,
  type ChangeWatcher,
} from './changes.port.js';

const CHANNEL = 'modport_changes';
const SECOND_MS = 1_000;
const CLOSE_MS = 2 * SECOND_MS;

/** Options of the listening connection. */
interface ChangesOptions {
  readonly url: string;
  readonly log: Log;
  /** How often the connection proves that notifications arrive. */
  readonly proofMs?: number;
}

/** A connection that listens, and the end of its proofs. */
interface Listening {
  readonly client: pg.Client;
  readonly proofs: NodeJS.Timeout;
}

/** The watchers by topic. */
type Watchers = Map<string, Set<ChangeWatcher>>;

/**
 * Listens to the announced changes on one connection of its own, because a pool gives connections
 * away between statements. It connects for the first watcher and stays connected. A lost connection
 * ends all watchers, because changes may be missed; the next watcher connects again. A standby cannot
 * listen, so each watcher fails there; the log says it once.
 */
export function openChanges({ url, log, proofMs = 15 * SECOND_MS }: ChangesOptions): Changes {
  const watchers: Watchers = new Map();
  let current: Promise<Listening> | null = null;
  let isStopped = false;
  let isRefused = false;

  function lose(listening: Promise<Listening>): void {
    if (current !== listening) return;
    current = null;
    if (!isStopped) log.warn({ part: 'postgres' }, 'lost the connection that hears of changes');
    const all = new Set([...watchers.values()].flatMap((some) => [...some]));
    watchers.clear();
    for (const watcher of all) watcher.onLost();
    listening.then(close, () => undefined);
  }

  /** Each watcher connects again, so only the first failure in a row is worth a line. */
  function refuse(listening: Promise<Listening>, error: unknown): void {
    if (current === listening) current = null;
    if (isRefused || isStopped) return;
    isRefused = true;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(
      { part: 'postgres', reason },
      'cannot listen to changes, so there are no live updates',
    );
  }

  function connected(): Promise<Listening> {
    if (isStopped) return Promise.reject(new ChangesUnavailable());
    if (current) return current;
    const listening = listen(url, proofMs, {
      onChange: (change) => {
        for (const watcher of [...(watchers.get(change.topic) ?? [])]) watcher.onChange(change);
      },
      onLost: () => lose(listening),
    });
    current = listening;
    listening.then(
      () => {
        isRefused = false;
      },
      (error: unknown) => refuse(listening, error),
    );
    return listening;
  }

  return {
    async watch(topics, watcher) {
      const listening = connected();
      await listening.catch((error: unknown) => {
        throw new ChangesUnavailable(error);
      });
      if (current !== listening) throw new ChangesUnavailable();
      for (const topic of topics) enter(watchers, topic, watcher);
      return () => {
        for (const topic of topics) leave(watchers, topic, watcher);
      };
    },
    async stop() {
      isStopped = true;
      const listening = current;
      if (!listening) return;
      lose(listening);
      await listening.then(close, () => undefined);
    },
  };
}

function enter(watchers: Watchers, topic: string, watcher: ChangeWatcher): void {
  const some = watchers.get(topic) ?? new Set();
  watchers.set(topic, some.add(watcher));
}

function leave(watchers: Watchers, topic: string, watcher: ChangeWatcher): void {
  const some = watchers.get(topic);
  some?.delete(watcher);
  if (some?.size === 0) watchers.delete(topic);
}

/** Opens a connection that listens. Throws an error of PostgreSQL or of the network. */
async function listen(url: string, proofMs: number, watcher: ChangeWatcher): Promise<Listening> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'modport changes',
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
 * Notifies itself through the database. A network that drops packets, or a pooler between, keeps the
 * connection open without a notification.
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
