import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import {
  ArtifactState,
  FileKind,
  ReleaseChannel,
} from '../../../platform/database/generated/enums.js';
import { PlanFile } from './plan.type.js';

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
      description: 'There is a newer file, or one in place of a withdrawn one.',
    },
    current: { description: 'Nothing newer fits, or what fits has the same bytes.' },
    no_compatible_file: {
      description: 'Nothing of the mod fits and could be planned, or its file has no successor.',
    },
    unknown: { description: 'No file of this game that was ever published.' },
  },
});

/** A recognized installed file. */
@ObjectType({ simpleResolvers: true })
export class InstalledFile {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => FileKind)
  readonly fileKind!: FileKind;

  @Field(() => ArtifactState, {
    description: '`published`, `archived`, or `withdrawn`: then it should go.',
  })
  readonly status!: ArtifactState;

  @Field(() => Boolean, {
    description:
      'Whether other mods have files of the same bytes; this one was published first. ' +
      'Name the id to be exact.',
  })
  readonly shared!: boolean;
}

/** The newest matching version, and its file that replaces the installed one. */
@ObjectType({ simpleResolvers: true })
export class LatestFile {
  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => ReleaseChannel)
  readonly releaseChannel!: ReleaseChannel;

  @Field(() => Date)
  readonly publishedAt!: Date;

  @Field(() => PlanFile)
  readonly file!: PlanFile;
}

/** The result for one installed file. */
@ObjectType({ simpleResolvers: true })
export class UpdateItem {
  @Field(() => UpdateStatus)
  readonly status!: UpdateStatus;

  @Field(() => InstalledFile, { nullable: true, description: 'Null where it is unknown.' })
  readonly installed!: InstalledFile | null;

  @Field(() => LatestFile, {
    nullable: true,
    description:
      'What a plan of this mod alone would install, newer than the installed file or not.',
  })
  readonly latest!: LatestFile | null;
}

/** The result of an update check. */
@ObjectType({ simpleResolvers: true })
export class UpdateCheck {
  @Field(() => [UpdateItem], { description: 'One for each item of the request, in its order.' })
  readonly items!: readonly UpdateItem[];
}
