import pg from 'pg';
import { ADVISORY_LOCKS } from '../../registry/locks.js';
import type { Database } from './connect.js';
import { ReadOnlyFault, WITHOUT_LIMITS } from './session.js';

/** Every column that holds a transaction id, by table. */
export const TRANSACTION_COLUMNS = [
  ['games', 'listed_in'],
  ['categories', 'born_in'],
  ['mod_publications', 'opened_in'],
  ['mod_publications', 'closed_in'],
  ['search_documents', 'opened_in'],
  ['search_documents', 'closed_in'],
  ['search_entries', 'opened_in'],
  ['search_entries', 'closed_in'],
  ['search_engines', 'filled_in'],
  ['search_synonyms', 'born_in'],
  ['mod_versions', 'born_in'],
  ['mod_versions', 'listed_in'],
  ['dependencies', 'born_in'],
  ['artifacts', 'born_in'],
  ['artifacts', 'listed_in'],
  ['upload_sessions', 'born_in'],
  ['upload_sessions', 'queued_in'],
  ['mod_reports', 'queued_in'],
  ['entitlements', 'born_in'],
  ['download_grants', 'born_in'],
  ['team_members', 'born_in'],
  ['media', 'born_in'],
  ['credentials', 'born_in'],
  ['trusted_publishers', 'born_in'],
  ['apps', 'born_in'],
  ['app_grants', 'born_in'],
  ['audit_entries', 'born_in'],
  ['blob_scans', 'born_in'],
  ['blocked_hashes', 'born_in'],
  ['outbox_events', 'born_in'],
  ['webhook_subscriptions', 'born_in'],
  ['webhook_deliveries', 'born_in'],
] as const;

/**
 * Returns the system identifier of the cluster that holds the database. After a dump is restored
 * into another cluster, `home_cluster` still names the old one. Then this settles the database in
 * the new cluster:
 * - It sets transaction ids that the new cluster has not reached to 0, because lists would omit the
 *   rows (`committed`).
 * - It clears the starts of webhook subscriptions.
 *
 * Older cursors become invalid, because their key depends on the cluster. With `readOnly`, it
 * throws ReadOnlyFault instead of writing.
 */
export async function settleInCluster(
  db: Database,
  url: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<string> {
  const [control] = await db.$queryRaw<{ id: string }[]>`
    select system_identifier::text as id from pg_control_system()`;
  if (!control) throw new Error('PostgreSQL did not return its system identifier');
  const { id } = control;
  const home = await db.homeCluster.findUnique({ where: { id: 1 } });
  if (home?.systemIdentifier === id) return id;
  if (readOnly) {
    throw new ReadOnlyFault('the database came from another cluster; start once without READ_ONLY');
  }
  await settle(url, id);
  return id;
}

/** Uses its own connection: those of the pool have a statement timeout, and tables may be large. */
async function settle(url: string, id: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'modport settle' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(WITHOUT_LIMITS);
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.homeCluster]);
    const home = 'select from home_cluster where id = 1 and system_identifier = $1';
    const settled = await client.query(home, [id]);
    if (settled.rowCount === 0) await markAsPast(client);
    await client.query(
      `insert into home_cluster (id, system_identifier) values (1, $1)
        on conflict (id) do update set system_identifier = excluded.system_identifier`,
      [id],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Every visible row is committed, regardless of its transaction id. */
async function markAsPast(client: pg.Client): Promise<void> {
  for (const [table, column] of TRANSACTION_COLUMNS) {
    await client.query(
      `update ${table} set ${column} = '0'
        where not pg_visible_in_snapshot(${column}, pg_current_snapshot())`,
    );
  }
  // The start of a subscription is a snapshot, which names transactions of the other cluster.
  await client.query('update webhook_subscriptions set since = null where since is not null');
}
