import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../request/context.js';
import { Scoped } from '../../request/scoped.js';
import { ArtifactSummary } from './artifact-summary.type.js';
import { getArtifact } from './get-artifact.js';

/** Published files (Spec 2.8). */
@Resolver()
export class ArtifactsResolver {
  @Query(() => ArtifactSummary)
  @Scoped('anonymous', 'mods:read')
  getArtifact(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ArtifactSummary> {
    return getArtifact(ctx, id);
  }
}
