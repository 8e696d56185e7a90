import { ArgsType, Extensions, Field, ID, InputType, Int } from 'type-graphql';
import { FileKind } from '../../../../platform/database/generated/enums.js';
import { ARCHIVE_LIMITS, LIMITS } from '../../../../registry/limits.js';
import { HASH_PATTERNS } from '../../../../registry/patterns.js';
import { JsonObject, SafeInt } from '../../../../request/scalars.js';

/** The expected digests of the bytes, in hex. */
@InputType()
export class ExpectedHashesInput {
  @Field(() => String, {
    nullable: true,
    description: 'Required, either here or as `expectedSha256`.',
  })
  @Extensions({ jsonSchema: { pattern: HASH_PATTERNS.sha256 } })
  readonly sha256?: string | null;

  @Field(() => String, { nullable: true, description: 'Of the whole file, in hex. Optional.' })
  @Extensions({ jsonSchema: { pattern: HASH_PATTERNS.sha512 } })
  readonly sha512?: string | null;

  @Field(() => String, { nullable: true, description: 'Of the whole file, in hex. Optional.' })
  @Extensions({ jsonSchema: { pattern: HASH_PATTERNS.sha1 } })
  readonly sha1?: string | null;
}

/** One declared file of the archive. */
@InputType()
export class ArchiveManifestEntryInput {
  @Field(() => String, { description: 'The path of the entry in the archive.' })
  @Extensions({ jsonSchema: { maxLength: ARCHIVE_LIMITS.pathCharacters } })
  readonly path!: string;

  @Field(() => SafeInt, { description: 'The size of the unpacked entry in bytes.' })
  readonly sizeBytes!: number;

  @Field(() => String, { nullable: true, description: 'Of the unpacked entry, in hex. Optional.' })
  @Extensions({ jsonSchema: { pattern: HASH_PATTERNS.sha256 } })
  readonly sha256?: string | null;
}

/** A file to upload (Spec 2.9). */
@InputType()
@Extensions({ atLeastOneOf: ['expectedHashes.sha256', 'expectedSha256'] })
export class UploadInput {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String)
  @Extensions({ jsonSchema: { minLength: 1, maxLength: LIMITS.filenameCharacters } })
  readonly filename!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The media type of the file. If omitted, the extension of the filename decides.',
  })
  @Extensions({ jsonSchema: { maxLength: LIMITS.labelCharacters } })
  readonly contentType?: string | null;

  @Field(() => SafeInt, { description: 'The exact size of the file in bytes.' })
  @Extensions({ jsonSchema: { minimum: 1, maximum: LIMITS.archiveBytes } })
  readonly sizeBytes!: number;

  @Field(() => ExpectedHashesInput, { nullable: true })
  readonly expectedHashes?: ExpectedHashesInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'The same as `expectedHashes.sha256`.',
    deprecationReason: 'Send `expectedHashes.sha256`.',
  })
  @Extensions({ jsonSchema: { pattern: HASH_PATTERNS.sha256 } })
  readonly expectedSha256?: string | null;

  @Field(() => FileKind, { nullable: true, description: '`main` if omitted.' })
  readonly fileKind?: FileKind | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the file for people; the filename if omitted.',
  })
  @Extensions({ jsonSchema: { maxLength: LIMITS.labelCharacters } })
  readonly label?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The version string of an optional file; that of the mod version if omitted. A main file ' +
      'always has the version string of its mod version.',
  })
  @Extensions({ jsonSchema: { minLength: 1, maxLength: LIMITS.versionStringCharacters } })
  readonly fileVersion?: string | null;

  @Field(() => [ArchiveManifestEntryInput], { nullable: true })
  @Extensions({ jsonSchema: { maxItems: LIMITS.archiveEntries } })
  readonly archiveManifest?: readonly ArchiveManifestEntryInput[] | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: `At most ${LIMITS.buildMetadataBytes / 1024} KiB.`,
  })
  readonly buildMetadata?: object | null;
}

/** An uploaded part, with the ETag from the store. */
@InputType()
export class UploadedPartInput {
  @Field(() => Int, { description: 'The number of the part, from 1.' })
  @Extensions({ jsonSchema: { minimum: 1 } })
  readonly partNumber!: number;

  @Field(() => String, { description: 'The `ETag` header of the response to the PUT of the part.' })
  readonly etag!: string;
}

/** The parts to sign. */
@ArgsType()
export class SignUploadPartsArgs {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => [Int])
  @Extensions({
    jsonSchema: {
      minItems: 1,
      maxItems: LIMITS.signedPartsPerRequest,
      uniqueItems: true,
      items: { minimum: 1 },
    },
  })
  readonly partNumbers!: number[];
}

/** All parts of a multipart upload, in any order; none for a single PUT. */
@InputType()
export class CompleteUploadInput {
  @Field(() => [UploadedPartInput], {
    nullable: true,
    description: 'All parts of a `multipart` upload, in any order. Omit them for `single`.',
  })
  readonly parts?: readonly UploadedPartInput[] | null;
}
