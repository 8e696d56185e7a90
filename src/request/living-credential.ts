import { Prisma } from '../platform/database/generated/client.js';

/** The SQL condition that the token or key `c` is neither revoked, expired nor replaced. */
export function livingCredential(now: Date): Prisma.Sql {
  return Prisma.sql`c.revoked_at is null
    and (c.expires_at is null or c.expires_at > ${now}::timestamptz)
    and (c.retires_at is null or c.retires_at > ${now}::timestamptz)`;
}
