import { scopeNow } from '../work-scope.js';
import type { PrismaClient } from './generated/client.js';

/** The object of Prisma that collects the reads of a turn of the event loop (`findUnique`). */
interface Loader {
  readonly options: unknown;
  request(read: unknown): Promise<unknown>;
}

/**
 * Makes Prisma batch its reads by a unique key separately for each request or job. Prisma runs a
 * batch in the scope of its first read. So without this, reads of other requests would use the lane
 * of that request, and fail if its client disconnects. Throws if this version of Prisma batches
 * elsewhere.
 */
export function batchByScope(client: PrismaClient): void {
  const shared = loaderOf(client);
  const loaders = new WeakMap<object, Loader>();
  shared.request = (read) => {
    const scope = scopeNow();
    const own: Loader =
      loaders.get(scope) ?? Reflect.construct(shared.constructor, [shared.options]);
    loaders.set(scope, own);
    return own.request(read);
  };
}

/** Prisma has no public access to the object. Throws after an update that moves it. */
function loaderOf(client: object): Loader {
  const handler: unknown = Reflect.get(client, '_requestHandler');
  const loader = typeof handler === 'object' && handler && Reflect.get(handler, 'dataloader');
  if (!isLoader(loader)) throw new Error('this version of Prisma collects reads elsewhere');
  return loader;
}

function isLoader(value: unknown): value is Loader {
  return typeof value === 'object' && value !== null && 'options' in value && 'request' in value;
}
