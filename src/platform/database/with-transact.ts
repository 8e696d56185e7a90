import type { PrismaClient } from './generated/client.js';

/** A function in place of `$transaction`, whose `first` is a callback or a list of statements. */
type Transact = (first: unknown, ...rest: unknown[]) => unknown;

/** Returns the client with another `$transaction`. */
export function withTransact(client: PrismaClient, transact: Transact): PrismaClient {
  return new Proxy(client, {
    get(target, name) {
      if (name === '$transaction') return transact;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
