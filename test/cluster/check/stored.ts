import type pg from 'pg';

/** The rows of the database that the checks compare, of the mods of the test's users. */
export interface Stored {
  readonly mods: readonly StoredMod[];
  readonly versions: readonly { id: string; modId: string; name: string; state: string }[];
  readonly files: readonly { versionId: string; sha256: string; state: string }[];
  /** Events to which the owner of the mod has subscribed. */
  readonly events: readonly { id: string; kind: string; owner: string }[];
  /** How many audit entries of successful actions a target has. */
  readonly audits: readonly { action: string; targetId: string; count: number }[];
  readonly mails: readonly { id: string; outcome: string | null }[];
}

/** A mod with its last edit and its counters. */
export interface StoredMod {
  readonly id: string;
  readonly mark: string;
  readonly serial: number;
  /** The total that the catalog shows. */
  readonly downloads: number;
  /** The sum of its days. */
  readonly downloadsOfDays: number;
}

const MODS = `select m.id, m.title->>'en' as mark,
    substring(m.summary->>'en' from '[0-9]+')::int as serial,
    m.downloads_count::int as downloads,
    coalesce((select sum(d.downloads) from download_days d join artifacts a on a.id = d.artifact_id
      where a.mod_id = m.id), 0)::int as "downloadsOfDays"
  from mods m`;
const VERSIONS = `select id, mod_id as "modId", version as name, state::text from mod_versions`;
const FILES = `select version_id as "versionId", sha256, state::text from artifacts`;
const EVENTS = `select e.id, e.kind, u.username as owner from outbox_events e
    join mods m on m.id = e.mod_id join users u on u.id = m.author_id
  where e.kind = any($1) and exists (select 1 from webhook_subscriptions s where s.owner_id = u.id)`;
const AUDITS = `select action, target_id as "targetId", count(*)::int from audit_entries
  where outcome = 'done' and target_id is not null group by 1, 2`;
const MAILS = 'select id, outcome::text from mails';

/** Reads the rows. */
export async function readStored(client: pg.Client, kinds: readonly string[]): Promise<Stored> {
  const rows = async (text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows;
  return {
    mods: await rows(MODS),
    versions: await rows(VERSIONS),
    files: await rows(FILES),
    events: await rows(EVENTS, [kinds]),
    audits: await rows(AUDITS),
    mails: await rows(MAILS),
  };
}

const WAITING = `select
    (select count(*) from outbox_events where fanned_out_at is null)
    + (select count(*) from webhook_deliveries where state in ('pending', 'delivering', 'retrying'))
    + (select count(*) from upload_sessions where state in ('uploaded', 'scanning'))
    + (select count(*) from mails where outcome is null) as waiting`;

/** The number of events, deliveries, scans and messages that are not done yet. */
export async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ waiting: string }>(WAITING);
  return Number(rows[0]?.waiting);
}

/** Lets retries happen at once that would wait for minutes or hours. */
export async function hurryRetries(client: pg.Client): Promise<void> {
  await client.query(
    `update webhook_deliveries set next_attempt_at = now()
      where state = 'retrying' and next_attempt_at > now()`,
  );
  await client.query(
    `update jobs set run_at = now() where state = 'queued' and run_at > now()
      and kind in ('deliver-webhook', 'send-mail', 'scan-upload')`,
  );
}
