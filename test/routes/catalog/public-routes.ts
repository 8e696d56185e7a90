import { routes } from '../../../rest-facade/routes/index.js';
import type { Answer } from '../../actors.js';

/** A route whose anonymous responses are publicly cacheable, and one of its paths. */
export interface PublicRead {
  readonly operationId: string;
  /** Relative to the API namespace. */
  readonly path: string;
}

/** Values for the path parameters of public routes. */
export interface Places {
  readonly game_slug: string;
  readonly mod_id: string;
  readonly version_id: string;
}

/** Required query parameters, and filters that exclude the rows of other tests. */
const QUERIES: Readonly<Record<string, string>> = {
  searchCatalog: '?q=seeded&game_slug={game_slug}',
  searchFacets: '?q=seeded&game_slug={game_slug}',
  suggest: '?q=seede&game_slug={game_slug}',
  listCatalogCategories: '?game_slug={game_slug}',
  listGames: '?limit=100',
};

/** Every route that the table declares as public; an unknown parameter fails the test. */
export function publicReads(places: Places): PublicRead[] {
  return Object.entries(routes)
    .filter(([, { cache }]) => cache === 'public')
    .map(([operationId, { path }]) => ({
      operationId,
      path: filled(`${path}${QUERIES[operationId] ?? ''}`, places),
    }));
}

function filled(path: string, places: Places): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.entries(places).find(([key]) => key === name)?.[1];
    if (value === undefined) throw new Error(`nothing to put for {${name}} of ${path}`);
    return value;
  });
}

/** The response as a client sees it, without the cursor, which differs each time. */
export function shown({ status, text, body }: Answer): string {
  if (status !== 200) return `${status} ${body.code}`;
  return `${status} ${text.replace(/"next_cursor":("[^"]*"|null)/, '')}`;
}

/** The ETag of a response; throws if it has none. */
export function etagOf(answer: Answer): string {
  const etag = answer.headers.get('etag');
  if (etag === null) throw new Error(`no ETag: ${answer.status} ${answer.text}`);
  return etag;
}
