import type { Server } from '../process.js';
import type { Requests } from '../wrk.js';

/** A read of the service, the read of the bare server to compare it with, and the target. */
export interface Scenario {
  readonly name: string;
  readonly own: Requests;
  /** The plain read, even if `own` has other headers or cursors. */
  readonly bare: Requests;
  /** The least requests per second of the service, divided by those of the bare server. */
  readonly target: number;
  /** The same for Express and Prisma, which also get `bare`. Absent if they are not compared. */
  readonly peerTarget?: number;
  /** Whether the service builds each response for its request. */
  readonly isUnstored?: boolean;
  /** The same read in the GraphQL of PostGraphile. */
  readonly graphql?: Requests;
}

/** The page that launchers show first. */
export const LIST = '/v1/mods?limit=25';
/** More different mods than requests that run at a time. */
export const MODS_MAX = 2_000;
/** Different cursors of one walk. */
const CURSORS = 60;

/** The reads of launchers and mod managers: the same ones again and again, and different ones. */
export async function scenariosOf(service: Server): Promise<Scenario[]> {
  const mods = await modPathsOf(service, MODS_MAX);
  const [first = ''] = mods;
  const list = { paths: [LIST] };
  const one = { paths: [first] };
  const pages = { paths: await cursorPathsOf(service) };
  const different = { paths: mods };
  const gzip = { headers: { 'Accept-Encoding': 'gzip' } };
  return [
    {
      name: 'list of 25, the same page',
      own: list,
      bare: list,
      target: 10,
      peerTarget: 10,
      graphql: graphql({ query: LIST_QUERY }),
    },
    { name: 'list of 25, in gzip', own: { ...list, ...gzip }, bare: list, target: 10 },
    { name: 'list of 25, 304', own: await knownTo(service, list), bare: list, target: 1.5 },
    {
      name: `list of 25, ${CURSORS} different cursors`,
      own: pages,
      bare: list,
      target: 0.9,
      peerTarget: 3,
    },
    {
      name: `list of 25, ${CURSORS} different cursors, built anew`,
      own: pages,
      bare: list,
      isUnstored: true,
      target: 0.9,
      peerTarget: 3,
    },
    {
      name: 'one mod, the same',
      own: one,
      bare: one,
      target: 2.5,
      peerTarget: 10,
      graphql: graphql(oneByGraphql(first)),
    },
    { name: 'one mod, in gzip', own: { ...one, ...gzip }, bare: one, target: 2.5 },
    { name: 'one mod, 304', own: await knownTo(service, one), bare: one, target: 1.5 },
    {
      name: `one mod, ${mods.length} different ones`,
      own: different,
      bare: different,
      target: 0.7,
      peerTarget: 3,
      graphql: graphql(...mods.map(oneByGraphql)),
    },
    {
      name: `one mod, ${mods.length} different ones, built anew`,
      own: different,
      bare: different,
      isUnstored: true,
      target: 0.7,
      peerTarget: 3,
    },
  ];
}

/** 25 documents by their ids: PostGraphile knows no time of publication. */
const LIST_QUERY = '{allDocuments(first:25,orderBy:PRIMARY_KEY_DESC){nodes{body}}}';
const ONE_QUERY = 'query($id:UUID!){documentById(id:$id){body}}';

/** Reads of the same documents by PostGraphile, which takes only POST. */
const graphql = (...bodies: readonly object[]): Requests => ({
  paths: ['/graphql'],
  bodies: bodies.map((body) => JSON.stringify(body)),
});

/** The body that reads one mod by PostGraphile: its document has the same id. */
const oneByGraphql = (path: string) => ({
  query: ONE_QUERY,
  variables: { id: path.slice('/v1/mods/'.length) },
});

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly next_cursor: string | null };
}

async function pageOf(service: Server, path: string): Promise<Page> {
  // The service's own response, whose form its tests check.
  return (await (await fetch(`${service.url}${path}`)).json()) as Page;
}

async function* pagesOf(service: Server, path: string): AsyncGenerator<Page> {
  let next: string | null = path;
  while (next !== null) {
    const page: Page = await pageOf(service, next);
    yield page;
    const cursor = page.pagination.next_cursor;
    next = cursor === null ? null : `${path}&cursor=${encodeURIComponent(cursor)}`;
  }
}

/** The paths of the newest mods of all games or of one, at most so many. */
export async function modPathsOf(service: Server, most: number, game?: string): Promise<string[]> {
  const paths: string[] = [];
  const list = `/v1/mods?limit=100${game === undefined ? '' : `&game_slug=${game}`}`;
  for await (const { data } of pagesOf(service, list)) {
    paths.push(...data.map(({ id }) => `/v1/mods/${id}`));
    if (paths.length >= most) break;
  }
  return paths.slice(0, most);
}

/** The paths of the second page and of those after it, at most so many. */
export async function cursorPathsOf(service: Server, most = CURSORS): Promise<string[]> {
  const paths: string[] = [];
  for await (const { pagination } of pagesOf(service, LIST)) {
    if (pagination.next_cursor === null || paths.length === most) break;
    paths.push(`${LIST}&cursor=${encodeURIComponent(pagination.next_cursor)}`);
  }
  return paths;
}

/** The same request, with a single path, by a client that has its response. */
async function knownTo(service: Server, { paths }: Requests): Promise<Requests> {
  const etag = (await fetch(`${service.url}${paths[0]}`)).headers.get('etag');
  if (etag === null) throw new Error(`GET ${paths[0]} has no ETag`);
  return { paths, headers: { 'If-None-Match': etag } };
}
