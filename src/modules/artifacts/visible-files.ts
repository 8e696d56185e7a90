import { Prisma } from '../../platform/database/generated/client.js';
import type { Platform } from '../../platform/platform.js';
import { providersOn } from '../../platform/switches.js';
import { FILE_TABLES, TRUSTED } from './present-artifact.js';

const TABLES = Prisma.sql`${FILE_TABLES}
  join mods m on m.id = a.mod_id join games g on g.id = m.game_id
  left join external_references r on r.artifact_id = a.id
  left join reference_attestations t on t.reference_id = r.id and t.revision = r.revision`;

/**
 * Joins each row of `n`, whose `id` is that of a file, with columns of that file where a condition
 * holds. Each is looked up by its id: left to itself, PostgreSQL reads so many tables from end to
 * end for a thousand files, which `offset 0` keeps it from.
 */
export function eachFile(columns: Prisma.Sql, where: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`join lateral (
    select ${columns} from ${TABLES} where a.id = n.id and ${where} offset 0) as f on true`;
}

/**
 * Whether everybody may see a file, which is whether `getArtifact` shows it: a trusted one of a
 * visible mod, or one that was attested to and whose provider is in use and still has it.
 */
export function isVisible(platform: Platform): Prisma.Sql {
  return Prisma.sql`(m.state in ('published', 'archived') and (${TRUSTED}
    or (${isAttested(platform)} and a.state in ('published', 'archived') and r.state <> 'withdrawn')))`;
}

/**
 * Whether everybody may know that a file was published: it is visible, or was withdrawn since, here
 * or by its provider. Of what was found unsafe, of deleted files and of hidden mods nobody may.
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
