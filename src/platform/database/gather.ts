import { inScope, isInTransaction } from '../work-scope.js';
import type { Database } from './connect.js';
import type { Prisma } from './generated/client.js';

/** A statement for the rows of some ids, each with its `id`. It begins with the mark `PREPARED`. */
type StatementFor = (ids: readonly string[]) => Prisma.Sql;

/**
 * Reads one row by its id, in one statement with the reads of other requests. Null if it does not
 * exist.
 */
export type Gather<Row> = (db: Database, id: string) => Promise<Row | null>;

/** The ids of one statement: as many as a few full pages have. */
const IDS_MAX = 400;

interface Waiting<Row> {
  resolve(row: Row | null): void;
  reject(error: unknown): void;
}

/**
 * Creates a reader of rows by id for all requests of a process. Reads of one turn of the event loop
 * share a statement, which begins after all of them, so no row is older than its request. A read in
 * a transaction is a statement of the transaction.
 */
export function createGather<Row extends { readonly id: string }>(
  statementFor: StatementFor,
): Gather<Row> {
  const pending = new WeakMap<Database, Map<string, Waiting<Row>[]>>();

  async function run(db: Database, waiting: Map<string, Waiting<Row>[]>): Promise<void> {
    pending.delete(db);
    for (let ids = [...waiting.keys()]; ids.length > 0; ids = ids.slice(IDS_MAX)) {
      await runBatch(db, statementFor, ids.slice(0, IDS_MAX), waiting);
    }
  }

  return (db, id) => {
    // Only the transaction itself sees what it has written.
    if (isInTransaction()) return rowIn(db, statementFor, id);
    return new Promise((resolve, reject) => {
      let waiting = pending.get(db);
      if (!waiting) {
        const mine = new Map<string, Waiting<Row>[]>();
        pending.set(db, mine);
        // Not in the scope of the first request: other requests must not end with its client.
        inScope({ lane: 'requests', gone: null }, () => setImmediate(() => void run(db, mine)));
        waiting = mine;
      }
      const others = waiting.get(id);
      if (others) others.push({ resolve, reject });
      else waiting.set(id, [{ resolve, reject }]);
    });
  };
}

/** Reads one row on the connection of a transaction. */
async function rowIn<Row extends object>(
  db: Database,
  statementFor: StatementFor,
  id: string,
): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>(statementFor([id]));
  return row ?? null;
}

/** Reads the rows of some ids, and hands each to its readers. */
async function runBatch<Row extends { readonly id: string }>(
  db: Database,
  statementFor: StatementFor,
  ids: readonly string[],
  waiting: ReadonlyMap<string, readonly Waiting<Row>[]>,
): Promise<void> {
  const each = (use: (id: string, reader: Waiting<Row>) => void) => {
    for (const id of ids) for (const reader of waiting.get(id) ?? []) use(id, reader);
  };
  try {
    const rows = await db.$queryRaw<Row[]>(statementFor(ids));
    const byId = new Map(rows.map((row) => [row.id, row]));
    each((id, { resolve }) => resolve(byId.get(id) ?? null));
  } catch (error) {
    each((_id, { reject }) => reject(error));
  }
}
