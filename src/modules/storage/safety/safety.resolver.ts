import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import {
  type BlobScan,
  BlobScanListArgs,
  BlobScanPage,
  listBlobScans,
  StoredBytes,
} from './blob-scans.js';
import { blockHash, unblockHash } from './block-hash.js';
import { clearBlob } from './clear-blob.js';
import {
  BlockedHash,
  BlockedHashListArgs,
  BlockedHashPage,
  BlockHashInput,
  listBlockedHashes,
} from './list-blocked-hashes.js';

/** Queries and mutations for the blocklist and for decisions on stored bytes. */
@Resolver()
export class SafetyResolver {
  @Mutation(() => BlockedHash, {
    description:
      'Refuses these bytes from now on. If they are stored, they become unsafe at once. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'blocked_hash', null, 'second-factor')
  blockHash(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => BlockHashInput) input: BlockHashInput,
  ): Promise<BlockedHash> {
    return blockHash(ctx, input);
  }

  @Mutation(() => BlockedHash, {
    description:
      'Removes a blocked hash. Bytes that were found unsafe stay unsafe. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'blocked_hash', 'id', 'second-factor')
  unblockHash(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<BlockedHash> {
    return unblockHash(ctx, id);
  }

  @Query(() => BlockedHashPage, { description: 'Newest first. For admins.' })
  @Scoped('required')
  @Reads('admin')
  listBlockedHashes(
    @Ctx() ctx: RequestContext,
    @Args(() => BlockedHashListArgs) args: BlockedHashListArgs,
  ): Promise<Page<BlockedHash>> {
    return listBlockedHashes(ctx, args, args);
  }

  @Mutation(() => StoredBytes, {
    description:
      'Marks bytes that were found unsafe as harmless. Bytes on the blocklist must be removed from it first. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'blob', null, 'second-factor')
  clearBlob(
    @Ctx() ctx: RequestContext,
    @Arg('sha256', () => String) sha256: string,
    @Arg('note', () => String) note: string,
  ): Promise<StoredBytes> {
    return clearBlob(ctx, sha256, note);
  }

  @Query(() => BlobScanPage, { description: 'Newest first. For moderators.' })
  @Scoped('required')
  @Reads('moderator')
  listBlobScans(
    @Ctx() ctx: RequestContext,
    @Args(() => BlobScanListArgs) args: BlobScanListArgs,
  ): Promise<Page<BlobScan>> {
    return listBlobScans(ctx, args.sha256, args);
  }
}
