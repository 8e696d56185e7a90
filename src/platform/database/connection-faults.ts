import type pg from 'pg';
import type { PrismaClient } from './generated/client.js';
import { withTransact } from './with-transact.js';

/**
 * The connection broke, could not be opened, or was waited for too long. Without a `code`, Prisma
 * passes the error on unchanged.
 */
export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
}

/**
 * Makes a pool and its connections fail with ConnectionFault where the driver itself fails. pg
 * gives these errors neither a class nor a code, so only their place tells them from bugs. Errors
 * of the server (`DatabaseError`) and of sockets stay unchanged.
 */
export function nameConnectionFaults(pool: pg.Pool): void {
  // Afterwards, a call is a bug.
  const isOpen = () => !pool.ending;
  pool.query = withNamedFaults(pool.query, isOpen);
  pool.connect = withNamedFaults(pool.connect, isOpen);
  pool.on('connect', (client) => {
    client.query = withNamedFaults(client.query);
  });
}

type Call = (...args: never[]) => unknown;

/** A function of pg, which takes a callback or returns a promise. */
function withNamedFaults<T extends Call>(call: T, isOpen = () => true): T {
  return new Proxy(call, {
    apply(target, self, args: unknown[]) {
      if (!isOpen()) return Reflect.apply(target, self, args);
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const ended = (error: unknown, ...rest: unknown[]) => callback(namedFault(error), ...rest);
        return Reflect.apply(target, self, [...args.slice(0, -1), ended]);
      }
      const result: unknown = Reflect.apply(target, self, args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw namedFault(error);
      });
    },
  });
}

function namedFault(error: unknown): unknown {
  if (!(error instanceof Error) || error.constructor !== Error) return error;
  const isOfDriver = !Reflect.has(error, 'code');
  // The code of a Unix socket that is gone is that of any missing file.
  const isOfConnect = Reflect.get(error, 'syscall') === 'connect';
  if (!isOfDriver && !isOfConnect) return error;
  return new ConnectionFault(error.message, { cause: error });
}

/** The code of Prisma for every fault of a transaction, even for its use after its end. */
const TRANSACTION_FAULT = 'P2028';

/**
 * Returns the client with transactions that fail with ConnectionFault if they did not begin in
 * time.
 */
export function nameLateTransactions(client: PrismaClient): PrismaClient {
  const transact = async (first: unknown, ...rest: unknown[]): Promise<unknown> => {
    let hasBegun = false;
    const work =
      typeof first === 'function'
        ? (tx: unknown) => {
            hasBegun = true;
            return Reflect.apply(first, undefined, [tx]);
          }
        : first;
    try {
      return await Reflect.apply(client.$transaction, client, [work, ...rest]);
    } catch (error) {
      if (hasBegun || codeOf(error) !== TRANSACTION_FAULT) throw error;
      throw new ConnectionFault('the transaction did not begin in time', { cause: error });
    }
  };
  return withTransact(client, transact);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined;
}
