import type { Actor, Answer, Json } from './actors.js';

/** One page of a list, by the ids of its items. */
export interface ListPage {
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** Fetches one page of a list. Throws if the page is refused. */
export type WalkedList = (cursor: string | null, limit: number) => Promise<ListPage>;

/** A list under `/v1`; the path may have filters. */
export function restList(actor: Actor, path: string): WalkedList {
  return async (cursor, limit) => {
    const separator = path.includes('?') ? '&' : '?';
    const next = cursor === null ? '' : `&cursor=${cursor}`;
    const { status, body, text } = await actor.get(`${path}${separator}limit=${limit}${next}`);
    if (status !== 200) throw new Error(text);
    return pageOf(body.data, body.pagination.next_cursor, body.pagination.has_more, limit);
  };
}

/** A GraphQL list; filters have query syntax, `modId: "…", status: ready`. */
export function graphqlList(actor: Actor, field: string, filters = ''): WalkedList {
  return async (cursor, limit) => {
    const { body, text } = await queryPage(actor, field, filters, cursor, limit);
    if (body.errors) throw new Error(text);
    const { items, pagination } = body.data[field];
    return pageOf(items, pagination.nextCursor, pagination.hasMore, limit);
  };
}

/** Requests one page of a GraphQL list and returns the response, also an error. */
export function queryPage(
  actor: Actor,
  field: string,
  filters: string,
  cursor: string | null,
  limit: number,
): Promise<Answer> {
  const query = `query ($cursor: String, $limit: Int) {
    ${field}(${filters} cursor: $cursor, limit: $limit) {
      items { id } pagination { nextCursor hasMore limit } } }`;
  return actor.graphql(query, { cursor, limit });
}

/** Walks a list to its end and runs `between` between pages. */
export async function walkThrough(
  list: WalkedList,
  limits: readonly number[],
  between: (turn: number) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn < 200; turn += 1) {
    const page: ListPage = await list(cursor, limits[turn % limits.length] ?? 1);
    seen.push(...page.ids);
    cursor = page.next;
    if (cursor === null) return seen;
    await between(turn);
  }
  throw new Error('the walk does not end');
}

function pageOf(items: Json, next: string | null, hasMore: boolean, limit: number): ListPage {
  const ids = items.map((item: Json) => item.id);
  if (ids.length > limit || hasMore !== (next !== null)) throw new Error('this is no page');
  return { ids, next };
}
