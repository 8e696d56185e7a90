import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  ArtifactState,
  FileKind,
  ReleaseChannel,
} from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';
import { ANY_HASH_PATTERN } from '../../../registry/patterns.js';
import { SurroundingsInput } from './plan.input.js';
import { PlanFile } from './plan-item.type.js';

/** The status of an installed file compared with the catalog. */
export const UpdateStatus = {
  update_available: 'update_available',
  current: 'current',
  no_compatible_file: 'no_compatible_file',
  unknown: 'unknown',
} as const;
export type UpdateStatus = keyof typeof UpdateStatus;
registerEnumType(UpdateStatus, {
  name: 'UpdateStatus',
  valuesConfig: {
    update_available: {
      description: 'A newer file, or a replacement for a withdrawn one, is available.',
    },
    current: { description: 'No newer file fits, or the newer file has the same bytes.' },
    no_compatible_file: {
      description: 'No file of the mod fits and can be planned, or the file has no successor.',
    },
    unknown: { description: 'The file was never published for this game.' },
  },
});

/** A recognized installed file. */
@ObjectType({ simpleResolvers: true })
class InstalledFile {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String, { description: 'The version string.' })
  readonly version!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => FileKind)
  readonly fileKind!: FileKind;

  @Field(() => ArtifactState, {
    description: '`published`, `archived` or `withdrawn`. Remove a withdrawn file.',
  })
  readonly status!: ArtifactState;

  @Field(() => Boolean, {
    description:
      'Whether other mods have files with the same bytes. The earliest published file is reported; send the id to name a file exactly.',
  })
  readonly shared!: boolean;
}

/**
 * The version that a plan for this mod alone would install, which need not be newer. `file` is its
 * file that replaces the installed one.
 */
@ObjectType({ simpleResolvers: true })
class LatestFile {
  @Field(() => ID, {
    description: 'The version that a plan for this mod alone would install. It need not be newer.',
  })
  readonly versionId!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => ReleaseChannel)
  readonly releaseChannel!: ReleaseChannel;

  @Field(() => Date)
  readonly publishedAt!: Date;

  @Field(() => PlanFile, {
    description: 'The file of that version that replaces the installed one.',
  })
  readonly file!: PlanFile;
}

/** The result for one installed file. */
@ObjectType({ simpleResolvers: true })
export class UpdateItem {
  @Field(() => UpdateStatus)
  readonly status!: UpdateStatus;

  @Field(() => InstalledFile, { nullable: true, description: 'Null if the file is unknown.' })
  readonly installed!: InstalledFile | null;

  @Field(() => LatestFile, {
    nullable: true,
    description:
      'The file that a plan for this mod alone would install, even if it is not newer. Null for `no_compatible_file` and `unknown`.',
  })
  readonly latest!: LatestFile | null;
}

/** The result of an update check. */
@ObjectType({ simpleResolvers: true })
export class UpdateCheck {
  @Field(() => [UpdateItem], {
    description: 'One for each item of the request, in the same order.',
  })
  readonly items!: readonly UpdateItem[];
}

/** An installed file, named by its artifact id or else by its digest. */
@InputType({ description: 'Exactly one of the two members.' })
@Extensions({ exactlyOneOf: ['artifactId', 'hash'] })
export class InstalledFileInput {
  @Field(() => ID, { nullable: true, description: 'The id of the installed file.' })
  readonly artifactId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256, SHA-512 or SHA-1 of the whole file, in hex. The length decides which.',
  })
  @Extensions({ jsonSchema: { pattern: ANY_HASH_PATTERN } })
  readonly hash?: string | null;
}

/** The installed files and the filters. */
@InputType()
export class UpdateCheckInput extends SurroundingsInput {
  @Field(() => [InstalledFileInput])
  @Extensions({ jsonSchema: { minItems: 1, maxItems: LIMITS.lookupItems } })
  readonly items!: readonly InstalledFileInput[];
}
