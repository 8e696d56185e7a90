import type pg from 'pg';
import { ROW_TYPES, sentValue } from './driver-types.js';
import { Prisma, type PrismaClient } from './generated/client.js';
import { statementNameOf } from './queries.js';

type RawQuery = PrismaClient['$queryRaw'];

/** A statement as the driver takes it. An empty name means that the connection does not keep it. */
export interface DriverStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs a statement on a connection of the pool, in the lane of its caller. */
export async function runOnDriver(
  pool: pg.Pool,
  { values, ...statement }: DriverStatement,
): Promise<pg.QueryResult['rows']> {
  const sent = { ...statement, values: values.map(sentValue), types: ROW_TYPES };
  const { rows } = await pool.query(sent).catch(withoutValues);
  return rows;
}

/** These members of a PostgreSQL error name values of the row, which must not reach the log. */
const VALUES = ['detail', 'where'];

function withoutValues(error: unknown): never {
  if (error instanceof Error) for (const name of VALUES) Reflect.deleteProperty(error, name);
  throw error;
}

/**
 * Makes the raw queries of a client run on the driver. Prisma's layer takes longer than many of
 * them. The rows are the same. Those of a transaction still run in Prisma. Unlike Prisma's, a query
 * begins before its promise is awaited.
 */
export function queryDirectly(client: PrismaClient, pool: pg.Pool): PrismaClient {
  // A query has the type of a promise of Prisma only for its batches, which nothing uses.
  const query = ((first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
    const { text, values: sent } = 'raw' in first ? Prisma.sql(first, ...values) : first;
    return runOnDriver(pool, { name: statementNameOf(text), text, values: sent });
  }) as unknown as RawQuery;
  return new Proxy(client, {
    get(target, name) {
      if (name === '$queryRaw') return query;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
