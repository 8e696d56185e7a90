import type pg from 'pg';

/**
 * A process with `READ_ONLY=on` cannot run on its database as it is. The message is for operators.
 */
export class ReadOnlyFault extends Error {
  override readonly name = 'ReadOnlyFault';
}

/** PostgreSQL refuses each write of a session with this setting. */
const READ_ONLY = '-c default_transaction_read_only=on';

/**
 * Adds the settings of a read-only session to the address of a database. A `set` is not enough:
 * behind a pooler in transaction mode, it reaches sessions of other clients and misses some of this
 * one.
 */
export function readOnlyUrl(databaseUrl: string): string {
  // Not by `URL`, which refuses the address of a socket.
  const [base = '', query = ''] = databaseUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  const given = parameters.get('options');
  parameters.set('options', given === null ? READ_ONLY : `${given} ${READ_ONLY}`);
  // A plus sign is a space only in forms.
  return `${base}?${parameters.toString().replaceAll('+', '%20')}`;
}

/**
 * Lifts the time limits of the role for the rest of a transaction, for work on whole tables. Behind
 * a pooler, the role has the limits of a server that handles requests.
 */
export const WITHOUT_LIMITS =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/**
 * Prepares a new session. Sets its time zone to UTC, because Prisma sends and reads times without
 * their offset. Throws `ReadOnlyFault` if a session that must not write could.
 */
export async function prepareSession(client: pg.ClientBase, isReadOnly: boolean): Promise<void> {
  await client.query("set time zone 'UTC'");
  if (!isReadOnly) return;
  const { rows } = await client.query<{ setting: string }>(
    "select current_setting('default_transaction_read_only') as setting",
  );
  if (rows[0]?.setting === 'on') return;
  throw new ReadOnlyFault(
    'a pooler drops the setting of read-only sessions; give PostgreSQL itself as its address',
  );
}
