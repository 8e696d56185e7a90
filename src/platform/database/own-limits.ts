import { withStatementLimit } from '../work-scope.js';
import { Prisma, type PrismaClient } from './generated/client.js';
import { withTransact } from './with-transact.js';

/** How long a statement, and a transaction between two statements, may last. */
export interface TimeLimits {
  readonly statementMs: number;
  readonly idleMs: number;
}

/**
 * Returns the client with transactions that begin with their own time limits, if they have a
 * callback. A pooler that ignores the limits of the connection leaves only those of the role, which
 * suit a server that handles requests.
 */
export function limitTransactions(client: PrismaClient, limits: TimeLimits): PrismaClient {
  const transact = (first: unknown, ...rest: unknown[]): unknown => {
    const work =
      typeof first === 'function'
        ? async (tx: Prisma.TransactionClient) => {
            await tx.$queryRaw(setting(limits));
            return Reflect.apply(first, undefined, [tx]);
          }
        : first;
    return Reflect.apply(client.$transaction, client, [work, ...rest]);
  };
  return withTransact(client, transact);
}

/** One statement for both settings, which end with the transaction. */
const setting = ({ statementMs, idleMs }: TimeLimits) => Prisma.sql`
  select set_config('statement_timeout', ${String(statementMs)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)`;

/**
 * Runs a transaction that reads or writes a whole table, so that it and each of its statements may
 * take `limitMs`. A setting of PostgreSQL alone would not do: the driver has a limit of its own.
 */
export function transactLong<T>(
  db: Pick<PrismaClient, '$transaction'>,
  limitMs: number,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return withStatementLimit(limitMs, () =>
    db.$transaction(
      async (tx) => {
        await tx.$queryRaw`select set_config('statement_timeout', ${String(limitMs)}, true)`;
        return work(tx);
      },
      { timeout: limitMs },
    ),
  );
}
