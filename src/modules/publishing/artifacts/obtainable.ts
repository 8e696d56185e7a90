import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { providersOn } from '../../../platform/switches.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { TRUSTED } from './present-artifact.js';

/** The time before which a check of a reference counts as stale. */
export function staleBefore(now: Date): Date {
  return new Date(now.getTime() - LIMITS.referenceFreshSeconds * 1000);
}

/**
 * The SQL condition that the bytes of a file are available (Spec 4.2, 4.3). Either they are managed
 * and trusted, or their provider is on and was checked recently.
 */
export function obtainable(platform: Platform): Prisma.Sql {
  return Prisma.sql`(${TRUSTED} or ${referenced(platform)})`;
}

function referenced(platform: Platform): Prisma.Sql {
  const providers = providersOn(platform, 'resolve');
  if (providers.length === 0) return Prisma.sql`false`;
  return Prisma.sql`exists (select 1 from external_references r
    where r.artifact_id = a.id and r.state = 'verified' and r.provider = any(${providers}::text[])
      and r.checked_at > ${staleBefore(platform.clock.now())}::timestamptz
      and a.scan_status = 'clean' and a.state in ('published', 'archived'))`;
}

/** Returns whether the reference of a file was withdrawn, which is permanent (Spec 4.2). */
export async function isWithdrawn({ platform }: RequestContext, artifactId: string) {
  const where = { artifactId, state: 'withdrawn' } as const;
  return (await platform.db.externalReference.count({ where })) > 0;
}
