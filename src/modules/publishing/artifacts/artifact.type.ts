import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import {
  ArtifactSource,
  ArtifactState,
  FileKind,
  ScanStatus,
} from '../../../platform/database/generated/enums.js';
import { PageArgs, pageType } from '../../../request/page.js';
import { SafeInt } from '../../../request/scalars.js';

registerEnumType(ArtifactSource, { name: 'ArtifactSource' });
registerEnumType(ArtifactState, { name: 'ArtifactState' });
registerEnumType(FileKind, { name: 'FileKind' });
registerEnumType(ScanStatus, { name: 'ScanStatus' });

/** Digests over the complete bytes, also of an external file. */
@ObjectType({ simpleResolvers: true })
export class ArtifactHashes {
  @Field(() => String, { description: 'Lower-case hex.' })
  readonly sha256!: string;
}

/** How to download the bytes; never a URL of a store. */
@ObjectType({ simpleResolvers: true })
export class DownloadMetadata {
  @Field(() => String, { description: 'Relative to the API base.' })
  readonly resolveEndpoint!: string;

  @Field(() => Boolean, {
    description: 'Whether an interrupted download can continue with `Range`.',
  })
  readonly rangeSupported!: boolean;
}

/** The public facts of a file in any state. */
@ObjectType({ simpleResolvers: true })
abstract class FileFacts {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => FileKind)
  readonly fileKind!: FileKind;

  @Field(() => String, {
    description: 'The version string of the file. An optional file may have its own.',
  })
  readonly fileVersion!: string;

  @Field(() => String, {
    description: 'The name of the file for people. It distinguishes optional files.',
  })
  readonly label!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the file as uploaded; null if it has none.',
  })
  readonly originalFilename!: string | null;

  @Field(() => String, { description: 'The media type of the file.' })
  readonly contentType!: string;

  @Field(() => SafeInt, { description: 'The size of the whole file in bytes.' })
  readonly sizeBytes!: number;

  @Field(() => ArtifactState)
  readonly status!: ArtifactState;

  @Field(() => ScanStatus, { description: 'The state of the antivirus scan.' })
  readonly scanStatus!: ScanStatus;
}

/**
 * A file of a version (PublicModArtifact, Spec 2.4). The display hints are the first game version
 * and loader of the version, null if it names none, and its platform, null unless it names one.
 */
@ObjectType({ simpleResolvers: true, description: 'A file of a version.' })
export class Artifact extends FileFacts {
  @Field(() => String, {
    description: '`primary` for the main file of the version, else `optional`.',
  })
  readonly role!: string;

  @Field(() => String, { description: 'The file category of the version.' })
  readonly category!: string;

  @Field(() => String, {
    nullable: true,
    description: 'For display: the first game version of the version. Null if it names none.',
  })
  readonly gameVersionKey!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For display: the first mod loader of the version. Null if it names none.',
  })
  readonly loaderKey!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For display: the platform of the version. Null unless it names exactly one.',
  })
  readonly platform!: string | null;

  @Field(() => String, {
    description: 'The same as `hashes.sha256`.',
    deprecationReason: 'Read `hashes.sha256`.',
  })
  readonly sha256!: string;

  @Field(() => ArtifactHashes)
  readonly hashes!: ArtifactHashes;

  @Field(() => ArtifactSource, {
    description: 'Whether this service or an external provider hosts the file.',
  })
  readonly artifactSource!: ArtifactSource;

  @Field(() => DownloadMetadata)
  readonly downloadMetadata!: DownloadMetadata;

  @Field(() => String, { description: 'A URI that opens the file in a mod manager.' })
  readonly handoffUri!: string;
}

/** A file in lists, in any state except `deleted`. */
@ObjectType({ simpleResolvers: true, description: 'A file in any state.' })
export class ArtifactEntry extends FileFacts {
  @Field(() => String, { nullable: true, description: 'Null until the bytes are accepted.' })
  readonly sha256!: string | null;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Artifact, {
    nullable: true,
    description:
      'The file as the catalog shows it. Null unless its bytes are published and verified.',
  })
  readonly artifact!: Artifact | null;
}

/** One page of files. */
export const ArtifactEntryPage = pageType('ArtifactEntryPage', () => ArtifactEntry);

/** The filters of file lists. */
@ArgsType()
export class ArtifactListArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  readonly modId?: string | null;

  @Field(() => ID, { nullable: true })
  readonly versionId?: string | null;

  @Field(() => ID, { nullable: true })
  readonly artifactId?: string | null;

  @Field(() => FileKind, { nullable: true })
  readonly fileKind?: FileKind | null;

  @Field(() => ArtifactState, { nullable: true })
  readonly status?: ArtifactState | null;

  @Field(() => String, { nullable: true, description: '64 hex digits.' })
  readonly sha256?: string | null;
}
