import type { PlatformRole, UserState } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';

/** An account in the operator's list. */
export interface ListedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly role: PlatformRole;
  readonly state: UserState;
  /** Whether a second factor is enrolled. */
  readonly hasTotp: boolean;
  readonly createdAt: Date;
}

/** Rows per statement. */
const BATCH = 1000;

const FIRST = '00000000-0000-0000-0000-000000000000';

/** All accounts, oldest first. */
export async function listUsers({ platform: { db } }: RequestContext): Promise<ListedUser[]> {
  const users: ListedUser[] = [];
  for (;;) {
    const batch = await db.$queryRaw<ListedUser[]>`
      select id, username, email, role::text, state::text, totp_secret is not null as "hasTotp",
        created_at as "createdAt"
      from users where id > ${users.at(-1)?.id ?? FIRST}::uuid order by id limit ${BATCH}`;
    users.push(...batch);
    if (batch.length < BATCH) return users;
  }
}
