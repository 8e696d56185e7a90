import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { type BlobScan, BlobScanListArgs, BlobScanPage, StoredBytes } from './blob-scan.type.js';
import { blockHash } from './block-hash.js';
import {
  BlockedHash,
  BlockedHashListArgs,
  BlockedHashPage,
  BlockHashInput,
} from './blocked-hash.type.js';
import { clearBlob } from './clear-blob.js';
import { listBlobScans } from './list-blob-scans.js';
import { listBlockedHashes } from './list-blocked-hashes.js';
import { unblockHash } from './unblock-hash.js';

/** Queries and mutations for the blocklist and for decisions on stored bytes. */
@Resolver()
export class SafetyResolver {
  @Mutation(() => BlockedHash, {
    description: 'Refuses these bytes from now on. For admins, after a recent second factor.',
  })
  @Scoped('required')
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
  unblockHash(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<BlockedHash> {
    return unblockHash(ctx, id);
  }

  @Query(() => BlockedHashPage, { description: 'Newest first. For admins.' })
  @Scoped('required')
  listBlockedHashes(
    @Ctx() ctx: RequestContext,
    @Args(() => BlockedHashListArgs) args: BlockedHashListArgs,
  ): Promise<Page<BlockedHash>> {
    return listBlockedHashes(ctx, args, args);
  }

  @Mutation(() => StoredBytes, {
    description:
      'Marks bytes that were found unsafe as harmless. For admins, after a recent second factor.',
  })
  @Scoped('required')
  clearBlob(
    @Ctx() ctx: RequestContext,
    @Arg('sha256', () => String) sha256: string,
    @Arg('note', () => String) note: string,
  ): Promise<StoredBytes> {
    return clearBlob(ctx, sha256, note);
  }

  @Query(() => BlobScanPage, { description: 'Newest first. For moderators.' })
  @Scoped('required')
  listBlobScans(
    @Ctx() ctx: RequestContext,
    @Args(() => BlobScanListArgs) args: BlobScanListArgs,
  ): Promise<Page<BlobScan>> {
    return listBlobScans(ctx, args.sha256, args);
  }
}
