import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { ReleaseChannel, VersionState } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';
import { load } from '../../../request/loaders.js';
import { Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { JsonObject, LanguageMap, type Texts } from '../../../request/scalars.js';
import { Scoped } from '../../../request/scoped.js';
import { Artifact } from '../artifacts/artifact.type.js';
import { filesByVersion } from '../artifacts/visible-files.js';
import { createVersion } from './create-version.js';
import { dependenciesByVersion, listDependencies } from './dependencies.js';
import { listVersions } from './list-versions.js';
import { publishVersion } from './publish-version.js';
import { updateVersion } from './update-version.js';
import { CreateModVersionInput, UpdateModVersionInput } from './version.input.js';
import { Dependency, DependencyPage, ModVersion, ModVersionPage } from './version.type.js';
import { getVersion } from './version-access.js';
import { TEXTS_BY_VERSION } from './version-texts.js';

/** The filters of version lists. */
@ArgsType()
class VersionListArgs extends PageArgs {
  @Field(() => ReleaseChannel, { nullable: true, description: 'Only versions of this channel.' })
  readonly releaseChannel?: ReleaseChannel | null;

  @Field(() => String, { nullable: true, description: 'A supported game version.' })
  readonly gameVersion?: string | null;

  @Field(() => String, { nullable: true, description: 'The key of a supported loader.' })
  readonly loader?: string | null;

  @Field(() => [VersionState], {
    nullable: true,
    description: 'Only versions in one of these states.',
  })
  readonly statuses?: readonly VersionState[] | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Only versions published after this time (exclusive).',
  })
  readonly publishedAfter?: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Only versions published before this time (exclusive).',
  })
  readonly publishedBefore?: Date | null;
}

/**
 * Versions and their dependencies (Spec 4.1, 4.3). `listModDependencies` reads the latest release.
 * The contract defines `artifacts` as a list, although it has at most one file.
 */
@Resolver(() => ModVersion)
export class VersionsResolver {
  @Query(() => ModVersionPage)
  @Scoped('anonymous', 'mods:read')
  listModVersions(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Args(() => VersionListArgs) args: VersionListArgs,
  ): Promise<Page<ModVersion>> {
    return listVersions(ctx, modId, args, args);
  }

  @Query(() => ModVersion)
  @Scoped('anonymous', 'mods:read')
  getModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('versionId', () => ID) versionId: string,
  ): Promise<ModVersion> {
    return getVersion(ctx, modId, versionId);
  }

  @Query(() => DependencyPage)
  @Scoped('anonymous', 'mods:read')
  listModDependencies(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<Dependency>> {
    return listDependencies(ctx, modId, page);
  }

  @Mutation(() => ModVersion)
  @Scoped('required', 'versions:write')
  @Writes('versions', 'mod', 'modId')
  createModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('input', () => CreateModVersionInput) input: CreateModVersionInput,
  ): Promise<ModVersion> {
    return createVersion(ctx, modId, input);
  }

  @Mutation(() => ModVersion)
  @Scoped('required', 'versions:write')
  @Writes('versions', 'version', 'versionId')
  updateModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('versionId', () => ID) versionId: string,
    @Arg('input', () => UpdateModVersionInput) input: UpdateModVersionInput,
    @Arg('expectedEtag', () => String, {
      description: 'The ETag of the state that the caller read.',
    })
    expectedEtag: string,
  ): Promise<ModVersion> {
    return updateVersion(ctx, modId, versionId, input, expectedEtag);
  }

  @Mutation(() => ModVersion)
  @Scoped('required', 'versions:publish')
  @Writes('publish', 'version', 'versionId')
  publishModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('versionId', () => ID) versionId: string,
  ): Promise<ModVersion> {
    return publishVersion(ctx, modId, versionId);
  }

  @FieldResolver(() => LanguageMap)
  async changelog(@Ctx() ctx: RequestContext, @Root() version: ModVersion): Promise<Texts> {
    return version.changelog ?? load(ctx, TEXTS_BY_VERSION.changelog, version.id);
  }

  /** An object of the creator; only its size is checked. */
  @FieldResolver(() => JsonObject)
  async requirements(@Ctx() ctx: RequestContext, @Root() version: ModVersion): Promise<unknown> {
    return version.requirements ?? load(ctx, TEXTS_BY_VERSION.requirements, version.id);
  }

  /** An object of the creator. Install plans read only its member `platforms`. */
  @FieldResolver(() => JsonObject)
  async buildMetadata(@Ctx() ctx: RequestContext, @Root() version: ModVersion): Promise<unknown> {
    return version.buildMetadata ?? load(ctx, TEXTS_BY_VERSION.buildMetadata, version.id);
  }

  @FieldResolver(() => [ID], { description: 'All files of the version.' })
  async artifactIds(@Ctx() ctx: RequestContext, @Root() version: ModVersion): Promise<string[]> {
    return (await load(ctx, filesByVersion, version.id)).files.map((file) => file.id);
  }

  @FieldResolver(() => [Artifact], {
    nullable: true,
    description:
      'The primary file. Set only if the version is published and this service stores the file.',
  })
  async artifacts(
    @Ctx() ctx: RequestContext,
    @Root() version: ModVersion,
  ): Promise<readonly Artifact[] | null> {
    const { expanded } = await load(ctx, filesByVersion, version.id);
    return expanded ? [expanded] : null;
  }

  @FieldResolver(() => [Dependency])
  dependencies(@Ctx() ctx: RequestContext, @Root() version: ModVersion): Promise<Dependency[]> {
    return load(ctx, dependenciesByVersion, version.id);
  }
}
