import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../request/context.js';
import { Scoped } from '../../request/scoped.js';
import { Download, ResolveDownloadInput } from './download.type.js';
import { resolveDownload } from './resolve-download.js';

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
}
