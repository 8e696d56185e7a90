import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { providersOn } from '../../../platform/switches.js';
import { FILE_TABLES, TRUSTED } from './present-artifact.js';

const TABLES = Prisma.sql`${FILE_TABLES}
  join mods m on m.id = a.mod_id join games g on g.id = m.game_id
  left join external_references r on r.artifact_id = a.id
  left join reference_attestations t on t.reference_id = r.id and t.revision = r.revision`;

/**
 * Joins each row of `n`, whose `id` is a file's id, with columns of that file if a condition holds.
 * `offset 0` forces a look-up by id: otherwise PostgreSQL scans all of these tables for a thousand
 * files.
 */
export function eachFile(columns: Prisma.Sql, where: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`join lateral (
    select ${columns} from ${TABLES} where a.id = n.id and ${where} offset 0) as f on true`;
}

/**
 * The SQL condition that every caller may see a file, the same as for `getArtifact`. The file
 * belongs to a visible mod, and is trusted, or attested at an enabled provider that still has it.
 */
export function isVisible(platform: Platform): Prisma.Sql {
  return Prisma.sql`(m.state in ('published', 'archived') and (${TRUSTED}
    or (${isAttested(platform)} and a.state in ('published', 'archived') and r.state <> 'withdrawn')))`;
}

/**
 * The SQL condition that every caller may know that a file was published. It is visible, or it was
 * withdrawn since, here or by its provider. Unsafe files, deleted files and files of hidden mods
 * are excluded.
 */
export function wasVisible(platform: Platform): Prisma.Sql {
  return Prisma.sql`(m.state in ('published', 'archived') and v.published_at is not null
    and a.scan_status = 'clean' and a.state in ('published', 'archived', 'withdrawn')
    and (${TRUSTED} or (a.state = 'withdrawn' and coalesce(b.state = 'sealed', false))
      or ${isAttested(platform)}))`;
}

function isAttested(platform: Platform): Prisma.Sql {
  const providers = providersOn(platform, 'resolve');
  if (providers.length === 0) return Prisma.sql`false`;
  return Prisma.sql`(a.source = 'external_provider_reference' and a.scan_status = 'clean'
    and r.revision > 0 and r.provider = any(${providers}::text[]))`;
}
