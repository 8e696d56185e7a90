import { isInTransaction, runAsTransaction } from '../work-scope.js';
import { Prisma, type PrismaClient } from './generated/client.js';

/** The members that take a connection. `$transaction` does too, but is handled separately. */
const CONNECTING: ReadonlySet<string | symbol> = new Set([
  '$queryRaw',
  '$queryRawUnsafe',
  '$queryRawTyped',
  '$executeRaw',
  '$executeRawUnsafe',
  ...Object.values(Prisma.ModelName).map((name) => name[0]?.toLowerCase() + name.slice(1)),
]);

/**
 * Returns the client with a guard: a transaction callback that uses the database itself, or opens
 * another transaction, fails at once with SecondConnection. It would wait for a second connection
 * while it holds one. Enough such callbacks at once block the whole lane. Such code is a bug: it
 * must use the transaction, or run after it.
 */
export function failOnSecondConnection(db: PrismaClient): PrismaClient {
  const transact = (first: unknown, ...rest: unknown[]): unknown => {
    const work =
      typeof first === 'function'
        ? (tx: unknown) => runAsTransaction(async () => Reflect.apply(first, undefined, [tx]))
        : first;
    return Reflect.apply(db.$transaction, db, [work, ...rest]);
  };
  return new Proxy(db, {
    get(target, name) {
      const isTransaction = name === '$transaction';
      if ((isTransaction || CONNECTING.has(name)) && isInTransaction()) {
        throw new SecondConnection(String(name));
      }
      if (isTransaction) return transact;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Thrown if a transaction callback requests a second connection. */
class SecondConnection extends Error {
  override readonly name = 'SecondConnection';
  constructor(member: string) {
    super(`db.${member} inside of a transaction needs a second connection; use the transaction`);
  }
}
