import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import { BlobState, ScanCause, ScanVerdict } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireModerator } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { type Page, PageArgs, type PageInput, pageType, readPage } from '../../../request/page.js';
import { SafeInt } from '../../../request/scalars.js';
import { checkedSha256 } from './record-scan.js';

registerEnumType(BlobState, { name: 'BlobState' });
registerEnumType(ScanCause, { name: 'ScanCause' });
registerEnumType(ScanVerdict, { name: 'ScanVerdict' });

/** One scan of stored bytes. It never changes, but `removeOldScans` may delete it. */
@ObjectType({ simpleResolvers: true, description: 'One scan of stored bytes.' })
export class BlobScan {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ScanCause)
  readonly cause!: ScanCause;

  @Field(() => String)
  readonly engine!: string;

  @Field(() => String, {
    description: 'Identifies the set of signatures of the scan. Compare it only for equality.',
  })
  readonly signatures!: string;

  @Field(() => ScanVerdict)
  readonly verdict!: ScanVerdict;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the finding; null if the scan found nothing.',
  })
  readonly found!: string | null;

  @Field(() => [String], { description: 'The names of further findings.' })
  readonly alsoFound!: readonly string[];

  @Field(() => [String], {
    description: 'The reasons for a manual review, or for a scan without a result.',
  })
  readonly reasons!: readonly string[];

  @Field(() => Date)
  readonly scannedAt!: Date;
}

/** One page of scans. */
export const BlobScanPage = pageType('BlobScanPage', () => BlobScan);

/** The bytes whose scans are listed. */
@ArgsType()
export class BlobScanListArgs extends PageArgs {
  @Field(() => String, { description: '64 hex digits.' })
  readonly sha256!: string;
}

/** Bytes that are stored once, even if many files share them. */
@ObjectType({ simpleResolvers: true, description: 'Stored bytes; equal bytes are stored once.' })
export class StoredBytes {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => BlobState)
  readonly state!: BlobState;
}

/**
 * The kept scans of some stored bytes, newest first; none for an unknown digest. For moderators.
 * Throws `invalid_sha256`, `invalid_input`, and the errors of `requireModerator`.
 */
export async function listBlobScans(
  ctx: RequestContext,
  sha256Text: string,
  page: PageInput,
): Promise<Page<BlobScan>> {
  requireModerator(ctx);
  const sha256 = checkedSha256(sha256Text);
  return readPage(ctx, page, {
    context: { resource: 'blob-scans', sort: 'scanned', filters: { sha256 } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(BlobScan & SnapshotRow)[]>`
        select s.id, s.cause::text, s.engine, s.signatures, s.verdict::text, s.found,
          s.also_found as "alsoFound", s.reasons, s.scanned_at as "scannedAt", ${SNAPSHOT}
        from blob_scans s join blobs b on b.id = s.blob_id
        where b.sha256 = ${sha256} and ${committed(Prisma.sql`s.born_in`, snapshot)}
          ${after ? Prisma.sql`and (s.scanned_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by s.scanned_at desc, s.id desc limit ${limit}`,
    keysOf: (row) => [row.scannedAt.toISOString(), row.id],
  });
}
