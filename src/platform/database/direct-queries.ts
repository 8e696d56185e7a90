import type pg from 'pg';
import { ROW_TYPES, sentValue } from './driver-types.js';
import { Prisma, type PrismaClient } from './generated/client.js';
import { statementNameOf } from './queries.js';

/** A raw statement, as a template or already built. */
type Raw = [first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]];

/** These members of a PostgreSQL error name values of the row, which must not reach the log. */
const VALUES = ['detail', 'where'];

function withoutValues(error: unknown): never {
  if (error instanceof Error) for (const name of VALUES) Reflect.deleteProperty(error, name);
  throw error;
}

/**
 * Returns the client with `$queryRaw` and `$executeRaw` that run on the driver. Prisma's layer
 * takes longer than many of these statements. The rows and counts are the same. Statements of a
 * transaction still run in Prisma. Unlike in Prisma, a statement begins before its promise is
 * awaited.
 */
export function queryDirectly(client: PrismaClient, pool: pg.Pool): PrismaClient {
  const run = (...[first, ...values]: Raw) =>
    runOnDriver(pool, 'raw' in first ? Prisma.sql(first, ...values) : first);
  const direct: Readonly<Record<string | symbol, (...raw: Raw) => Promise<unknown>>> = {
    $queryRaw: async (...raw) => (await run(...raw)).rows,
    $executeRaw: async (...raw) => (await run(...raw)).rowCount ?? 0,
  };
  return new Proxy(client, {
    get(target, name) {
      if (Object.hasOwn(direct, name)) return direct[name];
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function runOnDriver(pool: pg.Pool, { text, values }: Prisma.Sql): Promise<pg.QueryResult> {
  const statement = { name: statementNameOf(text), text, values: values.map(sentValue) };
  return pool.query({ ...statement, types: ROW_TYPES }).catch(withoutValues);
}
