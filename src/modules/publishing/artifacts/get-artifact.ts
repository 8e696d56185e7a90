import { Field, ID, ObjectType } from 'type-graphql';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { load } from '../../../request/loaders.js';
import { goneObject } from '../../../request/refusals.js';
import { SafeInt } from '../../../request/scalars.js';
import { Mod, ModLinks, modById } from '../../catalog/index.js';
import { Artifact, ArtifactHashes, DownloadMetadata } from './artifact.type.js';
import { presentArtifact } from './present-artifact.js';
import { isProviderOn, type PublishedFile, publishedFile } from './read-published-file.js';

/** The exact version of a file. */
@ObjectType({ simpleResolvers: true })
export class ArtifactVersionRef {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => String)
  readonly releaseChannel!: string;

  @Field(() => [String])
  readonly gameVersions!: readonly string[];

  @Field(() => [String])
  readonly loaderPlatforms!: readonly string[];

  @Field(() => Date)
  readonly publishedAt!: Date;
}

/** The facts that a mod manager shows before a download (Spec 2.8). */
@ObjectType({ simpleResolvers: true })
export class ArtifactSummary {
  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => Mod)
  readonly mod!: Mod;

  @Field(() => ArtifactVersionRef)
  readonly version!: ArtifactVersionRef;

  @Field(() => Artifact)
  readonly artifact!: Artifact;

  @Field(() => SafeInt, { description: 'The size of the whole file in bytes.' })
  readonly sizeBytes!: number;

  @Field(() => String, { deprecationReason: 'Read `hashes.sha256`.' })
  readonly sha256!: string;

  @Field(() => ArtifactHashes)
  readonly hashes!: ArtifactHashes;

  @Field(() => ModLinks)
  readonly links!: ModLinks;

  @Field(() => DownloadMetadata)
  readonly download!: DownloadMetadata;
}

/**
 * Returns the summary of one published file, without secrets or signed URLs (Spec 2.8). An external
 * file is `file_not_found` while its provider is off, and `gone` if the provider no longer has it.
 * Throws `invalid_file_id`, `file_not_found`, `gone`.
 */
export async function getArtifact(ctx: RequestContext, id: string): Promise<ArtifactSummary> {
  if (!isId(id)) throw problem('invalid_file_id');
  const file = await load(ctx, publishedFile, id);
  const mod = await load(ctx, modById, file.modId);
  const artifact = presentArtifact(file, rangesOf(ctx, file));
  return {
    artifactId: file.id,
    mod,
    version: {
      id: file.versionId,
      version: file.version,
      releaseChannel: file.releaseChannel,
      gameVersions: file.gameVersions,
      loaderPlatforms: file.loaderPlatforms,
      publishedAt: file.publishedAt,
    },
    artifact,
    sizeBytes: artifact.sizeBytes,
    sha256: artifact.sha256,
    hashes: artifact.hashes,
    links: mod.links,
    download: artifact.downloadMetadata,
  };
}

/**
 * Returns whether the host of a file supports ranges. Throws `file_not_found` or `gone` for an
 * external file that is not visible.
 */
function rangesOf(ctx: RequestContext, file: PublishedFile): boolean {
  if (file.source === 'rehosted_blob') return true;
  if (!isProviderOn(ctx, file)) throw problem('file_not_found');
  if (file.referenceState === 'withdrawn') throw goneObject(file.id);
  return file.rangeSupported;
}
