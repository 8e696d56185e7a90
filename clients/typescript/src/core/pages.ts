import type { paths } from '../generated/api.js';
import type { Client, TypedCallOptions } from './client.js';
import { TransportError } from './errors.js';
import type { BodyOf, InitOf, PathWith } from './operations.js';

/** A list of the API. */
interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** The paths that return lists in pages. */
export type ListPath = {
  [P in PathWith<'get'>]: BodyOf<paths[P], 'get'> extends Page<unknown> ? P : never;
}[PathWith<'get'>];

/** One item of a list. */
export type ItemOf<P extends ListPath> =
  BodyOf<paths[P], 'get'> extends Page<infer Item> ? Item : never;

/**
 * All items of a list. Reads the next page when the caller has taken the items of the one before.
 * Throws the errors of `client.get`, and TransportError if the service repeats a cursor, because
 * the list would then never end.
 */
export async function* items<P extends ListPath>(
  client: Client,
  path: P,
  ...[init]: InitOf<paths[P], 'get', TypedCallOptions>
): AsyncGenerator<ItemOf<P>, void, undefined> {
  const get = client.get as unknown as LooseGet<ItemOf<P>>;
  const given = (init ?? {}) as LooseInit;
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const query = { ...given.params?.query, ...(cursor === null ? {} : { cursor }) };
    const { body } = await get(path, { ...given, params: { ...given.params, query } });
    yield* body.data;
    cursor = body.pagination.next_cursor;
    if (cursor !== null && seen.has(cursor))
      throw new TransportError('the list returned a cursor again');
    if (cursor !== null) seen.add(cursor);
  } while (cursor !== null);
}

interface LooseInit {
  readonly params?: { readonly query?: Readonly<Record<string, unknown>> };
}

type LooseGet<Item> = (path: string, init: LooseInit) => Promise<{ readonly body: Page<Item> }>;
