import { Arg, Args, Ctx, Extensions, ID, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { type ArtifactEntry, ArtifactEntryPage, ArtifactListArgs } from './artifact-list.type.js';
import { ArtifactSummary } from './artifact-summary.type.js';
import { getArtifact } from './get-artifact.js';
import { listArtifacts } from './list-artifacts.js';
import { ArtifactLookupInput } from './lookup.input.js';
import { ArtifactLookup } from './lookup.type.js';
import { lookupArtifacts } from './lookup-artifacts.js';

/** Files: published ones for every caller, all others for their teams (Spec 2.8, 4.1). */
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

  @Query(() => ArtifactEntryPage, { description: 'Newest first.' })
  @Scoped('anonymous', 'mods:read')
  listArtifacts(
    @Ctx() ctx: RequestContext,
    @Args(() => ArtifactListArgs) args: ArtifactListArgs,
  ): Promise<Page<ArtifactEntry>> {
    return listArtifacts(ctx, args, args);
  }

  @Query(() => ArtifactLookup, { description: 'Beta: this operation may still change.' })
  @Extensions({ answersEach: 'hashes' })
  @Scoped('optional', 'mods:read')
  lookupArtifacts(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => ArtifactLookupInput) input: ArtifactLookupInput,
  ): Promise<ArtifactLookup> {
    return lookupArtifacts(ctx, input);
  }
}
