import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { LIMITS } from '../../registry/limits.js';
import {
  generationOf,
  SCHEMA_GENERATION,
  serviceNameOf,
} from '../../registry/schema-generation.js';
import { type Log, silentLog } from '../log.js';
import { tracerNow } from '../tracing/tracing.js';
import { statementLimitNow } from '../work-scope.js';
import { batchByScope } from './batches-by-scope.js';
import { nameConnectionFaults, nameLateTransactions } from './connection-faults.js';
import { queryDirectly } from './direct-queries.js';
import { type Prisma, PrismaClient } from './generated/client.js';
import { admitByLane, connectionsOf, createLanes, type DatabaseLoad, type Lanes } from './lanes.js';
import { failOnSecondConnection } from './one-connection.js';
import { limitTransactions, type TimeLimits } from './own-limits.js';
import { statementNameOf } from './queries.js';
import { prepareSession, readOnlyUrl } from './session.js';
import { tracedQuery } from './trace-statements.js';

/** The database of modport: Prisma over a pool of connections. */
export type Database = PrismaClient;

/** A database inside a transaction. */
export type Tx = Prisma.TransactionClient;

/** Options of the connections. The defaults suit a server that handles requests. */
export interface ConnectOptions {
  /**
   * The connections for requests, and for code that runs outside of requests and jobs;
   * `LIMITS.databaseConnections` by default. Jobs and health checks have their own.
   */
  readonly maxConnections?: number;
  /** The longest wait for a free or a new connection; 5 seconds by default. */
  readonly connectTimeoutMs?: number;
  /**
   * The longest run of one statement; 15 seconds by default. Bulk commands of operators set more.
   * Behind a pooler, only their transactions are sure to get it.
   */
  readonly statementTimeoutMs?: number;
  /**
   * How much longer the driver waits for the server to end a statement; 5 seconds by default. It
   * covers a server that no longer responds.
   */
  readonly responseGraceMs?: number;
  /** The name of the connections in `pg_stat_activity`; by default that of a service. */
  readonly applicationName?: string;
  /** Whether PostgreSQL refuses writes on these connections; false by default. */
  readonly readOnly?: boolean;
  readonly log?: Log;
  /** Called when the pool loses an idle connection, as in a restart of the server. */
  readonly onLost?: () => void;
}

const SECOND_MS = 1_000;
const RESPONSE_GRACE_MS = 5 * SECOND_MS;
const STATEMENT_MS = 15 * SECOND_MS;

type StatementListener = (sql: string) => void;
const lanesOf = new WeakMap<Database, Lanes>();
const listenersOf = new WeakMap<Database, Set<StatementListener>>();

/**
 * Creates a connection pool. It connects on the first statement, so this succeeds while the
 * database is down. A transaction may run for 15 seconds, unless its caller sets another limit, and
 * waits up to 5 seconds for a connection. Raw statements outside of transactions skip Prisma
 * (`queryDirectly`). A transaction callback that uses the database itself fails
 * (`failOnSecondConnection`). `$disconnect()` closes the pool.
 */
export function connectDatabase(url: string, options: ConnectOptions = {}): Database {
  const { maxConnections = LIMITS.databaseConnections } = options;
  const { connectTimeoutMs = 5 * SECOND_MS, statementTimeoutMs = STATEMENT_MS } = options;
  const { responseGraceMs = RESPONSE_GRACE_MS } = options;
  const limits = {
    statementMs: statementTimeoutMs,
    idleMs: statementTimeoutMs + responseGraceMs,
  };
  const pool = openPool(url, {
    ...options,
    maxConnections,
    connectTimeoutMs,
    responseGraceMs,
    limits,
  });
  const lanes = createLanes(maxConnections, connectTimeoutMs);
  admitByLane(pool, lanes);
  nameConnectionFaults(pool);
  const listeners = new Set<StatementListener>();
  pool.on('connect', (client) => observeStatements(client, listeners, responseGraceMs));
  const client = new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: true,
      statementNameGenerator: ({ sql }) => statementNameOf(sql),
    }),
    transactionOptions: { maxWait: 5 * SECOND_MS, timeout: 15 * SECOND_MS },
    errorFormat: 'minimal',
  });
  batchByScope(client);
  const direct = queryDirectly(client, pool);
  const hasMore = statementTimeoutMs > STATEMENT_MS;
  const limited = hasMore ? limitTransactions(direct, limits) : direct;
  const db = failOnSecondConnection(nameLateTransactions(limited));
  listenersOf.set(db, listeners);
  lanesOf.set(db, lanes);
  return db;
}

/** The options of a pool, with its sizes. */
interface PoolOptions extends ConnectOptions {
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly responseGraceMs: number;
  readonly limits: TimeLimits;
}

function openPool(url: string, options: PoolOptions): pg.Pool {
  const { limits, log = silentLog, readOnly = false } = options;
  const pool = new pg.Pool({
    connectionString: readOnly ? readOnlyUrl(url) : url,
    application_name: options.applicationName ?? serviceNameOf(SCHEMA_GENERATION),
    max: connectionsOf(options.maxConnections),
    connectionTimeoutMillis: options.connectTimeoutMs,
    // The documented PgBouncer ignores these two, and the role has them instead.
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleMs,
    query_timeout: limits.statementMs + options.responseGraceMs,
    keepAlive: true,
    onConnect: (client) => prepareSession(client, readOnly),
  });
  // The pool replaces an idle connection that breaks. Without a listener, the event would end the
  // process. The log gets only the message, because the error contains the whole connection.
  pool.on('error', ({ message }) => {
    if (pool.ending) return;
    log.warn({ part: 'postgres', reason: message }, 'lost a connection');
    options.onLost?.();
  });
  return pool;
}

/**
 * The connections in use and the waiting callers of a database, by lane. Null for a transaction
 * that takes the place of a database, as in a dry run, because it has no pool of its own.
 */
export function loadOf(db: Database): DatabaseLoad | null {
  const lanes = lanesOf.get(db);
  if (!lanes) return null;
  const { requests, jobs, health } = lanes;
  return { requests: requests.count(), jobs: jobs.count(), health: health.count() };
}

/** Returns whether a service of any release has a connection to the database. */
export async function hasService(db: Tx): Promise<boolean> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'modport%'`;
  return rows.some(({ name }) => generationOf(name) !== null);
}

/**
 * Calls `listener` with each statement that `db` sends; an error of it fails the statement. Returns
 * a function that removes the listener. Does nothing for a database without a pool of its own.
 */
export function watchStatements(db: Database, listener: StatementListener): () => void {
  const listeners = listenersOf.get(db);
  listeners?.add(listener);
  return () => listeners?.delete(listener);
}

// pg has no hook for statements. Prisma passes each of them to `query` as a config object.
function observeStatements(
  client: pg.PoolClient,
  listeners: ReadonlySet<StatementListener>,
  responseGraceMs: number,
): void {
  client.query = new Proxy(client.query, {
    apply(query, self, [first, ...rest]: unknown[]) {
      if (listeners.size > 0) {
        const text = textOf(first);
        for (const listener of listeners) listener(text);
      }
      const args = [withOwnLimit(first, responseGraceMs), ...rest];
      const tracer = tracerNow();
      if (tracer === null) return Reflect.apply(query, self, args);
      const run = (given: unknown[]) => Reflect.apply(query, self, given);
      return tracedQuery(tracer, textOf(first), args, run);
    },
  });
}

/** The statement with the limit of the running code (`withStatementLimit`), if it has one. */
function withOwnLimit(statement: unknown, responseGraceMs: number): unknown {
  const limitMs = statementLimitNow();
  if (limitMs === null || typeof statement !== 'object' || statement === null) return statement;
  return { ...statement, query_timeout: limitMs + responseGraceMs };
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const hasText = typeof query === 'object' && query !== null && 'text' in query;
  return hasText ? String(query.text) : '';
}
