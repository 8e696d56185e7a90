import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { BlockedHashModel } from '../../../platform/database/generated/models.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { type Page, PageArgs, type PageInput, pageType, readPage } from '../../../request/page.js';
import { SafeInt } from '../../../request/scalars.js';
import { checkedSha256 } from './record-scan.js';

/** Bytes on the blocklist. `removedById` and `removedAt` are null while the entry holds. */
@ObjectType({
  simpleResolvers: true,
  description: 'Bytes that the service refuses until the entry is removed.',
})
export class BlockedHash {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Null if unknown. In that case, only whole uploads are compared.',
  })
  readonly sizeBytes!: number | null;

  @Field(() => String, { description: 'Findings have the name `Blocked.` followed by this name.' })
  readonly name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'A note for administrators. Null without one.',
  })
  readonly note!: string | null;

  @Field(() => ID)
  readonly createdById!: string;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => ID, {
    nullable: true,
    description: 'The account that removed the entry. Null while the entry is in force.',
  })
  readonly removedById!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the entry was removed. Null while it is in force.',
  })
  readonly removedAt!: Date | null;
}

/** One page of the blocklist. */
export const BlockedHashPage = pageType('BlockedHashPage', () => BlockedHash);

/** Bytes to block. */
@InputType()
export class BlockHashInput {
  @Field(() => String, { description: '64 hex digits.' })
  readonly sha256!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'If set, files inside archives are compared too.',
  })
  readonly sizeBytes?: number | null;

  @Field(() => String, { description: 'Letters, digits, dots, underscores and hyphens.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'A note for administrators.' })
  readonly note?: string | null;
}

/** Filters of the blocklist. */
@ArgsType()
export class BlockedHashListArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: '64 hex digits.' })
  readonly sha256?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether to include removed entries.' })
  readonly includeRemoved?: boolean | null;
}

type BlockedHashFilter = Omit<BlockedHashListArgs, keyof PageArgs>;

/**
 * The blocklist, newest first; removed entries only with `includeRemoved`. For admins. Throws
 * `invalid_sha256`, `invalid_input`, and the errors of `requireAdmin`.
 */
export async function listBlockedHashes(
  ctx: RequestContext,
  filter: BlockedHashFilter,
  page: PageInput,
): Promise<Page<BlockedHash>> {
  requireAdmin(ctx);
  const sha256 = filter.sha256 ? checkedSha256(filter.sha256) : null;
  const removed = filter.includeRemoved === true;
  return readPage(ctx, page, {
    context: {
      resource: 'blocked-hashes',
      sort: 'created',
      filters: { sha256, removed: String(removed) },
    },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(BlockedHash & SnapshotRow)[]>`
        select h.id, h.sha256, h.size_bytes as "sizeBytes", h.name, h.note,
          h.created_by_id as "createdById", h.created_at as "createdAt",
          h.removed_by_id as "removedById", h.removed_at as "removedAt", ${SNAPSHOT}
        from blocked_hashes h where ${committed(Prisma.sql`h.born_in`, snapshot)}
          ${sha256 ? Prisma.sql`and h.sha256 = ${sha256}` : Prisma.empty}
          ${removed ? Prisma.empty : Prisma.sql`and h.removed_at is null`}
          ${after ? Prisma.sql`and (h.created_at, h.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by h.created_at desc, h.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
}

/** Maps a row to the blocklist entry that admins see. */
export function presentBlocked(row: BlockedHashModel): BlockedHash {
  const { id, sha256, name, note, createdById, createdAt, removedById, removedAt } = row;
  const sizeBytes = row.sizeBytes === null ? null : Number(row.sizeBytes);
  return { id, sha256, sizeBytes, name, note, createdById, createdAt, removedById, removedAt };
}
