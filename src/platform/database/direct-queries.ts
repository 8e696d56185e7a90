import type pg from 'pg';
import { ROW_TYPES, sentValue } from './driver-types.js';
import { Prisma, type PrismaClient } from './generated/client.js';
import { statementNameOf } from './queries.js';

type RawQuery = PrismaClient['$queryRaw'];

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
    return runOnDriver(pool, 'raw' in first ? Prisma.sql(first, ...values) : first);
  }) as unknown as RawQuery;
  return new Proxy(client, {
    get(target, name) {
      if (name === '$queryRaw') return query;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

async function runOnDriver(
  pool: pg.Pool,
  { text, values }: Prisma.Sql,
): Promise<pg.QueryResult['rows']> {
  const statement = { name: statementNameOf(text), text, values: values.map(sentValue) };
  const { rows } = await pool.query({ ...statement, types: ROW_TYPES }).catch(withoutValues);
  return rows;
}
