import { createHash } from 'node:crypto';
import pg from 'pg';
import { createApi } from '../src/demo/api.js';
import { createClient } from '../src/demo/client.js';
import { type AloneRequest, medianMs } from './alone.js';
import { type Catalog, withCatalog } from './catalog.js';
import type { Server } from './process.js';
import { modPathsOf } from './reads/scenarios.js';
import type { BenchRow } from './row.js';
import { frequentQueries } from './search/queries.js';
import { createToken } from './token.js';

const VERSIONS = 1_000;
const PLANNED = 500;
const USERNAME = 'bench';

/** A query like that of the list of mods in the dashboard, with fewer fields. */
const MY_MODS = `query MyMods {
  listMyResources(limit: 25) {
    items { id role permissions mod { id slug title state versionsCount updatedAt cover { url } } }
    pagination { nextCursor }
  }
  countMyResources { state count }
}`;

/** A query of one mod. */
const MOD = `query Mod($id: ID!) {
  getMod(id: $id) {
    id slug title summary description downloadsCount latestRelease { version publishedAt }
  }
}`;

interface Measured {
  readonly name: string;
  readonly request: AloneRequest;
}

/**
 * Measures large and writing requests, one after the other, each next to one read of a mod in the
 * same run. It first gives a mod a thousand versions, because one request reads them.
 */
export function benchRequests(): Promise<BenchRow[]> {
  return withCatalog(async (catalog) => {
    await addVersions(catalog);
    const token = await createToken(catalog, USERNAME);
    const service = await catalog.api();
    try {
      const mod = `/v1/mods/${await catalog.newestMod()}`;
      const rows: BenchRow[] = [];
      for (const { name, request } of await requestsTo(catalog, service, mod, token)) {
        // Measured next to each of them, because other load on the machine varies.
        const readMs = await medianMs(service, { paths: [mod] });
        const value = await medianMs(service, request);
        const comparedWith = `one GET /v1/mods/{id}, ${readMs.toFixed(1)} ms`;
        rows.push({ name, value, unit: 'ms', comparedWith, ratio: value / readMs });
      }
      return rows;
    } finally {
      await service.stop();
    }
  });
}

async function requestsTo(
  catalog: Catalog,
  service: Server,
  mod: string,
  token: string,
): Promise<Measured[]> {
  const game = await largestGame(catalog);
  const mods = await modPathsOf(service, PLANNED, game);
  const ids = mods.map((path) => path.slice('/v1/mods/'.length));
  const searches = frequentQueries().map(({ text }) => `/v1/search?q=${encodeURIComponent(text)}`);
  const query = (text: string, variables: object = {}): AloneRequest => ({
    paths: ['/graphql'],
    bodies: [{ query: text, variables }],
    token,
  });
  return [
    {
      name: `100 of the ${VERSIONS} versions of a mod`,
      request: { paths: [`${mod}/versions?limit=100`] },
    },
    { name: `${searches.length} searches`, request: { paths: searches } },
    {
      name: `install plan of ${ids.length} mods`,
      request: {
        paths: ['/v1/install-plans:resolve'],
        bodies: [{ game_slug: game, mod_ids: ids }],
      },
    },
    { name: 'creation of an upload', request: await uploadsTo(service, token) },
    { name: 'GraphQL, the mods of a creator', request: query(MY_MODS) },
    { name: 'GraphQL, one mod', request: query(MOD, { id: ids[0] }) },
  ];
}

/** The creation of uploads, each a new one of the same file. */
async function uploadsTo(service: Server, token: string): Promise<AloneRequest> {
  const api = createApi(createClient({ baseUrl: service.url, token }));
  const [game] = await api.listGames();
  if (!game) throw new Error('the catalog has no game');
  const text = { en: 'A mod with uploads.' };
  const mod = await api.createMod({ game_slug: game.slug, title: text, description: text });
  const version = await api.createVersion(mod.id, { version: '1.0.0' });
  const file = {
    modId: mod.id,
    versionId: version.id,
    filename: 'mod.zip',
    sizeBytes: 1_000,
    fileKind: 'main',
    expectedHashes: { sha256: createHash('sha256').update('mod').digest('hex') },
  };
  return { paths: ['/v1/uploads'], bodies: [file], token, hasKeys: true };
}

async function largestGame(catalog: Catalog): Promise<string> {
  const { rows } = await queryOn<{ slug: string }>(
    catalog,
    `select g.slug from games g join mods m on m.game_id = g.id
      group by 1 order by count(*) desc limit 1`,
  );
  return rows[0]?.slug ?? '';
}

/** Gives the newest mod `VERSIONS` more versions: copies of its latest one, without files. */
async function addVersions(catalog: Catalog): Promise<void> {
  await queryOn(
    catalog,
    `insert into mod_versions (id, mod_id, version, changelog, release_channel, file_category,
        game_versions, loader_platforms, requirements, build_metadata, state, lifecycle_version,
        revision, created_by_id, created_at, updated_at, published_at)
      select gen_random_uuid(), v.mod_id, format('9.%s.0', n), v.changelog, v.release_channel,
        v.file_category, v.game_versions, v.loader_platforms, v.requirements, v.build_metadata,
        v.state, v.lifecycle_version, v.revision, v.created_by_id, v.created_at, v.updated_at,
        v.published_at
      from generate_series(1, $2::int) n, mod_versions v
      where v.id = (select latest_version_id from mods where id = $1)`,
    [await catalog.newestMod(), VERSIONS],
  );
  await queryOn(catalog, 'analyze mod_versions');
}

async function queryOn<R extends pg.QueryResultRow>(
  { databaseUrl }: Catalog,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<R>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query<R>(text, values);
  } finally {
    await client.end();
  }
}
