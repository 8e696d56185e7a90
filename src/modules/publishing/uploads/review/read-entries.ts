import { Prisma } from '../../../../platform/database/generated/client.js';
import type {
  FileKind,
  ReviewState,
  UploadState,
} from '../../../../platform/database/generated/enums.js';
import { rowsAsJson } from '../../../../platform/database/rows-as-json.js';
import type { Texts } from '../../../../request/scalars.js';
import type { ReviewPerson, UploadReviewEntry } from './review-entry.type.js';

/** An upload under review with all columns for moderators, as `ENTRY_COLUMNS` reads it. */
export interface EntryRow {
  readonly id: string;
  readonly lifecycleStatus: UploadState;
  readonly state: ReviewState;
  readonly reasons: readonly string[];
  readonly since: Date;
  readonly modId: string;
  readonly modSlug: string;
  readonly modTitle: Texts;
  readonly versionId: string;
  readonly version: string;
  readonly artifactId: string;
  readonly fileKind: FileKind;
  readonly filename: string;
  readonly sizeBytes: bigint;
  readonly expectedSha256: string;
  readonly creator: ReviewPerson;
  readonly scan: unknown;
  readonly holder: ReviewPerson | null;
  readonly heldUntil: Date | null;
  readonly decidedBy: ReviewPerson | null;
  readonly decidedAt: Date | null;
  readonly publicNote: string | null;
  readonly rejectionReason: string | null;
  readonly notes: readonly {
    readonly id: string;
    readonly author: ReviewPerson;
    readonly text: string;
    readonly createdAt: string;
  }[];
  readonly supportCorrelationId: string;
}

/** A user by the id in a column, as JSON, or null. */
const person = (id: Prisma.Sql) => Prisma.sql`(
  select jsonb_build_object('id', p.id, 'username', p.username) from users p where p.id = ${id})`;

const NOTES = rowsAsJson(Prisma.sql`
  select n.id, n.text, n.created_at as "createdAt", ${person(Prisma.sql`n.author_id`)} as author
  from review_notes n where n.upload_id = s.id order by n.created_at, n.id`);

/** The columns of an entry. */
export const ENTRY_COLUMNS = Prisma.sql`s.id, s.state::text as "lifecycleStatus",
  s.review_state::text as state, s.review_reasons as reasons, s.review_since as since,
  s.mod_id as "modId", m.slug as "modSlug", m.title as "modTitle", s.version_id as "versionId",
  v.version, s.artifact_id as "artifactId", s.file_kind::text as "fileKind", s.filename,
  s.size_bytes as "sizeBytes", s.expected_sha256 as "expectedSha256", s.inspection as scan,
  ${person(Prisma.sql`s.user_id`)} as creator, ${person(Prisma.sql`s.review_holder_id`)} as holder,
  s.review_held_until as "heldUntil", ${person(Prisma.sql`s.reviewed_by_id`)} as "decidedBy",
  s.reviewed_at as "decidedAt", s.public_note as "publicNote",
  s.rejection_reason as "rejectionReason", ${NOTES} as notes, s.correlation_id as "supportCorrelationId"`;

/** The tables that `ENTRY_COLUMNS` reads from. */
export const ENTRY_TABLES = Prisma.sql`upload_sessions s join mods m on m.id = s.mod_id
  join mod_versions v on v.id = s.version_id`;

/** Maps a row to an entry. An expired lease counts as no lease. */
export function presentEntry(row: EntryRow, now: Date): UploadReviewEntry {
  const isHeld = row.heldUntil !== null && row.heldUntil > now;
  return {
    ...row,
    sizeBytes: Number(row.sizeBytes),
    holder: isHeld ? row.holder : null,
    heldUntil: isHeld ? row.heldUntil : null,
    notes: row.notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt) })),
  };
}
