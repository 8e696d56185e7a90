import pg from 'pg';
import { medianMs } from './alone.js';
import { type Catalog, withCatalog } from './catalog.js';
import type { BenchRow } from './row.js';

const ITEMS = 1000;
/** The limit for lookups; update checks have none. */
const STATEMENTS_MAX = 3;

/** One query about many files. */
interface Question {
  readonly name: string;
  readonly path: string;
  readonly body: object;
}

/**
 * Measures queries about 1,000 files in one request, one after the other, each next to one read of
 * a mod in the same run, and counts their statements.
 */
export function benchLookup(): Promise<BenchRow[]> {
  return withCatalog(async (catalog) => {
    const service = await catalog.api();
    try {
      const mod = `/v1/mods/${await catalog.newestMod()}`;
      const rows: BenchRow[] = [];
      for (const question of await questionsAbout(catalog.databaseUrl)) {
        const { name, path, body } = question;
        // Measured next to each of them, because other load on the machine varies.
        const readMs = await medianMs(service, { paths: [mod] });
        const value = await medianMs(service, { paths: [path], bodies: [body] });
        const comparedWith = `one GET /v1/mods/{id}, ${readMs.toFixed(1)} ms`;
        rows.push({ name, value, unit: 'ms', comparedWith, ratio: value / readMs });
        rows.push(await statementsOf(catalog, question));
      }
      return rows;
    } finally {
      await service.stop();
    }
  });
}

async function questionsAbout(databaseUrl: string): Promise<Question[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const game =
      'select g.slug from games g join mods m on m.game_id = g.id group by 1 order by count(*) desc limit 1';
    const { rows } = await client.query<
      Record<'id' | 'slug' | 'sha256' | 'sha512' | 'sha1', string>
    >(`
      select distinct on (a.mod_id) a.id, g.slug, b.sha256, b.sha512, b.sha1
      from artifacts a join blobs b on b.id = a.blob_id join mods m on m.id = a.mod_id
        join games g on g.id = m.game_id
      where g.slug = (${game}) order by a.mod_id, a.id limit ${ITEMS}`);
    const lookup = '/v1/beta/artifacts:lookup';
    const updates = '/v1/beta/updates:check';
    const check = { game_slug: rows[0]?.slug };
    return [
      ...(['sha256', 'sha512', 'sha1'] as const).map((algorithm) => ({
        name: `lookup of ${rows.length} files by ${algorithm}`,
        path: lookup,
        body: { hashes: rows.map((row) => row[algorithm]) },
      })),
      {
        name: `updates of ${rows.length} files by id`,
        path: updates,
        body: { ...check, items: rows.map(({ id }) => ({ artifact_id: id })) },
      },
      {
        name: `updates of ${rows.length} files by sha1`,
        path: updates,
        body: { ...check, items: rows.map(({ sha1 }) => ({ hash: sha1 })) },
      },
    ];
  } finally {
    await client.end();
  }
}

async function statementsOf(catalog: Catalog, { path, body }: Question): Promise<BenchRow> {
  const value = await catalog.statementsPer(path, body);
  const name = 'SQL statements of one such request';
  if (path.includes('updates')) return { name, value, unit: 'statements' };
  const target = `at most ${STATEMENTS_MAX}`;
  return { name, value, unit: 'statements', target, ok: value <= STATEMENTS_MAX };
}
