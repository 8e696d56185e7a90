import type { Tx } from '../platform/database/connect.js';
import { Prisma } from '../platform/database/generated/client.js';

/** The rows of a seed by table, in a valid insertion order. */
export interface SeedRows {
  users: Prisma.UserCreateManyInput[];
  games: Prisma.GameCreateManyInput[];
  categories: Prisma.CategoryCreateManyInput[];
  teams: Prisma.TeamCreateManyInput[];
  team_members: Prisma.TeamMemberCreateManyInput[];
  mods: Prisma.ModCreateManyInput[];
  mod_categories: Prisma.ModCategoryCreateManyInput[];
  mod_publications: Prisma.ModPublicationCreateManyInput[];
  media: Prisma.MediaCreateManyInput[];
  mod_versions: Prisma.ModVersionCreateManyInput[];
  version_publications: Prisma.VersionPublicationCreateManyInput[];
  dependencies: Prisma.DependencyCreateManyInput[];
  blobs: Prisma.BlobCreateManyInput[];
  artifacts: Prisma.ArtifactCreateManyInput[];
  download_days: Prisma.DownloadDayCreateManyInput[];
  blob_bindings: Prisma.BlobBindingCreateManyInput[];
  upload_sessions: Prisma.UploadSessionCreateManyInput[];
}

/** A table that a seed fills. */
export type SeedTable = keyof SeedRows;

/** Creates an empty batch. */
export function emptyRows(): SeedRows {
  return {
    users: [],
    games: [],
    categories: [],
    teams: [],
    team_members: [],
    mods: [],
    mod_categories: [],
    mod_publications: [],
    media: [],
    mod_versions: [],
    version_publications: [],
    dependencies: [],
    blobs: [],
    artifacts: [],
    download_days: [],
    blob_bindings: [],
    upload_sessions: [],
  };
}

/** Every table that a seed fills, parents before children. */
export const SEED_TABLES = Object.keys(emptyRows()) as SeedTable[];

/**
 * Inserts rows with one statement per table for any number. Existing rows stay unchanged.
 * All rows of a table must have the same members in the same order.
 * One JSON text is far cheaper for PostgreSQL than the same number of parameters, and costs Prisma
 * nothing.
 */
export async function insertRows(tx: Tx, rows: SeedRows): Promise<void> {
  for (const table of SEED_TABLES) {
    const [first] = rows[table];
    if (first) await insertInto(tx, table, Object.keys(first), rows[table]);
  }
}

async function insertInto(
  tx: Tx,
  table: SeedTable,
  fields: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const columns = fields.map((field) => columnOf(table, field));
  const named = rows.map((row) =>
    Object.fromEntries(Object.values(row).map((value, at) => [columns[at], value])),
  );
  // The names come from the schema, never from outside.
  const list = Prisma.raw(columns.map((column) => `"${column}"`).join(', '));
  const target = Prisma.raw(`"${table}"`);
  await tx.$executeRaw`
    insert into ${target} (${list})
    select ${list} from json_populate_recordset(null::${target}, ${JSON.stringify(named)}::json)
    on conflict do nothing`;
}

/**
 * The columns that do not have the names of their fields, as in `schema.prisma`. The generated
 * client does not export them. PostgreSQL refuses an unknown column, so a wrong or missing entry
 * fails `test/seed/seed.test.ts`.
 */
const RENAMED: Readonly<Partial<Record<SeedTable, Readonly<Record<string, string>>>>> = {
  mods: { document: 'snapshot', documentRevision: 'snapshot_revision' },
};

/** The SQL name of a field: in snake_case, unless it is renamed. */
function columnOf(table: SeedTable, field: string): string {
  return RENAMED[table]?.[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
