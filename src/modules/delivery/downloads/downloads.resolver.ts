import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { Download, ResolveDownloadInput } from './download.type.js';
import { FallbackDownload, ResolveDownloadFallbackInput } from './download-parts.type.js';
import {
  type DownloadGrant,
  DownloadGrantListArgs,
  DownloadGrantPage,
  listDownloadGrants,
} from './list-grants.js';
import { resolveDownload } from './resolve-download.js';
import { resolveFallback } from './resolve-fallback.js';

/**
 * Downloads of published files (Spec 4.2). `resolveDownload` returns signed URLs and opens or
 * renews the grant of the download; for an external file, it returns the address at its provider.
 * `resolveDownloadFallback` returns the URLs of the mirror for a download that has begun.
 */
@Resolver()
export class DownloadsResolver {
  @Mutation(() => Download)
  @Scoped('optional', 'files:download')
  @Writes('anyone', 'artifact', 'artifactId')
  resolveDownload(
    @Ctx() ctx: RequestContext,
    @Arg('artifactId', () => ID) artifactId: string,
    @Arg('input', () => ResolveDownloadInput, { nullable: true })
    input: ResolveDownloadInput | null,
  ): Promise<Download> {
    return resolveDownload(ctx, artifactId, input ?? null);
  }

  @Mutation(() => FallbackDownload)
  @Scoped('optional', 'files:download')
  @Writes('anyone', 'artifact', 'artifactId')
  resolveDownloadFallback(
    @Ctx() ctx: RequestContext,
    @Arg('artifactId', () => ID) artifactId: string,
    @Arg('input', () => ResolveDownloadFallbackInput) input: ResolveDownloadFallbackInput,
  ): Promise<FallbackDownload> {
    return resolveFallback(ctx, artifactId, input.downloadSessionId);
  }

  @Query(() => DownloadGrantPage, { description: "The viewer's grants, newest first." })
  @Scoped('required', 'files:download')
  @Reads('account')
  listDownloadGrants(
    @Ctx() ctx: RequestContext,
    @Args(() => DownloadGrantListArgs) args: DownloadGrantListArgs,
  ): Promise<Page<DownloadGrant>> {
    return listDownloadGrants(ctx, args, args);
  }
}
