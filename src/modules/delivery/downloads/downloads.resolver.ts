import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { Download } from './download.type.js';
import { ResolveDownloadInput } from './download-request.type.js';
import { FallbackDownload, ResolveDownloadFallbackInput } from './fallback.type.js';
import { type DownloadGrant, DownloadGrantPage, GrantListArgs } from './grant-list.type.js';
import { listGrants } from './list-grants.js';
import { resolveDownload } from './resolve-download.js';
import { resolveFallback } from './resolve-fallback.js';

/** Downloads of published files (Spec 4.2). */
@Resolver()
export class DownloadsResolver {
  @Mutation(() => Download)
  @Scoped('optional', 'files:download')
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
  resolveDownloadFallback(
    @Ctx() ctx: RequestContext,
    @Arg('artifactId', () => ID) artifactId: string,
    @Arg('input', () => ResolveDownloadFallbackInput) input: ResolveDownloadFallbackInput,
  ): Promise<FallbackDownload> {
    return resolveFallback(ctx, artifactId, input.downloadSessionId);
  }

  @Query(() => DownloadGrantPage, { description: "The viewer's grants, newest first." })
  @Scoped('required', 'files:download')
  listDownloadGrants(
    @Ctx() ctx: RequestContext,
    @Args(() => GrantListArgs) args: GrantListArgs,
  ): Promise<Page<DownloadGrant>> {
    return listGrants(ctx, args, args);
  }
}
