import { Prisma } from '../../../platform/database/generated/client.js';

/** A part of an export: a list of rows. */
export interface ExportSection {
  readonly name: string;
  /**
   * The rows as SQL. The column `id` is a UUID, unique within the section: the pages of the section
   * are in its order. All columns are exported under their names, so no section selects a secret.
   */
  readonly rows: (userId: string) => Prisma.Sql;
}

/**
 * Everything that an export contains after the account, in this order. Secrets and their hashes
 * stay out. Audit lines of other users omit their actor and `data`. The user's own lines are
 * complete, and may contain ids of other users.
 */
export const EXPORT_SECTIONS: readonly ExportSection[] = [
  {
    name: 'sessions',
    rows: (userId) => Prisma.sql`
      select id, user_agent, created_at, last_used_at, expires_at, revoked_at
      from web_sessions where user_id = ${userId}::uuid`,
  },
  {
    name: 'passkeys',
    rows: (userId) => Prisma.sql`
      select id, name, created_at, last_used_at from passkeys where user_id = ${userId}::uuid`,
  },
  {
    name: 'reports',
    rows: (userId) => Prisma.sql`
      select id, mod_id, reason, text, state, created_at
      from mod_reports where reporter_id = ${userId}::uuid`,
  },
  {
    name: 'keys',
    rows: (userId) => Prisma.sql`
      select id, kind, name, key_id, scopes, limited, mod_ids, created_at, last_used_at, expires_at,
        retires_at, revoked_at
      from credentials where user_id = ${userId}::uuid`,
  },
  {
    name: 'applications',
    rows: (userId) => Prisma.sql`
      select id, client_id, kind, name, redirect_uris, scopes, review, review_note, reviewed_at,
        created_at, updated_at, disabled_at, deleted_at
      from apps where owner_id = ${userId}::uuid`,
  },
  {
    name: 'approvals',
    rows: (userId) => Prisma.sql`
      select g.id, a.client_id, a.name, g.scopes, g.created_at, g.revoked_at
      from app_grants g join apps a on a.id = g.app_id where g.user_id = ${userId}::uuid`,
  },
  {
    name: 'teams',
    rows: (userId) => Prisma.sql`
      select t.team_id as id, m.id as mod_id, t.role, t.created_at
      from team_members t join mods m on m.team_id = t.team_id where t.user_id = ${userId}::uuid`,
  },
  {
    name: 'former_teams',
    rows: (userId) => Prisma.sql`
      select team_id as id, left_at, declined
      from former_team_members where user_id = ${userId}::uuid`,
  },
  {
    name: 'mods',
    rows: (userId) => Prisma.sql`
      select m.id, g.slug as game, m.slug, m.title, m.summary, m.description, m.license,
        m.homepage_url, m.source_url, m.access_tier, m.state, m.downloads_count, m.created_at,
        m.updated_at, m.published_at
      from mods m join games g on g.id = m.game_id
      where m.author_id = ${userId}::uuid and m.state <> 'deleted'`,
  },
  {
    name: 'versions',
    rows: (userId) => Prisma.sql`
      select v.id, v.mod_id, v.version, v.changelog, v.release_channel, v.file_category,
        v.game_versions, v.loader_platforms, v.state, v.downloads_count, v.created_at,
        v.published_at
      from mod_versions v join mods m on m.id = v.mod_id
      where m.author_id = ${userId}::uuid and v.state <> 'deleted'`,
  },
  {
    name: 'uploads',
    rows: (userId) => Prisma.sql`
      select id, mod_id, version_id, artifact_id, state, filename, content_type, size_bytes,
        expected_sha256 as sha256, failure_code, public_note, rejection_reason, created_at,
        completed_at
      from upload_sessions where user_id = ${userId}::uuid`,
  },
  {
    name: 'downloads',
    rows: (userId) => Prisma.sql`
      select id, artifact_id, client_id, state, size_bytes, bytes_received, created_at, expires_at
      from download_grants where actor = ${`user:${userId}`}`,
  },
  {
    name: 'entitlements',
    rows: (userId) => Prisma.sql`
      select id, kind, resource_id, created_at, expires_at, revoked_at
      from entitlements where user_id = ${userId}::uuid`,
  },
  {
    name: 'webhooks',
    rows: (userId) => Prisma.sql`
      select id, url, description, event_kinds, state, disabled_reason, client_id, created_at,
        updated_at
      from webhook_subscriptions where owner_id = ${userId}::uuid`,
  },
  {
    name: 'audit_log',
    rows: (userId) => Prisma.sql`
      select id, at, action, outcome, code, target_kind, target_id,
        actor_id = ${userId}::uuid as by_you,
        case when actor_id = ${userId}::uuid then data end as data
      from audit_entries where actor_id = ${userId}::uuid or target_id = ${userId}::uuid`,
  },
  // Whether a link was sent would tell if another account has the address.
  {
    name: 'mails',
    rows: (userId) => Prisma.sql`
      select id, template, params, outcome, created_at, ended_at
      from mails where user_id = ${userId}::uuid
        and template not in ('verify_email', 'reset_password')`,
  },
];
