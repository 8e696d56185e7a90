import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { SafeInt } from '../../../../request/scalars.js';

/** The difference of a file from the file at the same path of the previous version. */
export const FileChange = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unchanged: 'unchanged',
} as const;

/** One of these differences. */
export type FileChange = keyof typeof FileChange;

registerEnumType(FileChange, {
  name: 'FileChange',
  description: 'The difference from the file at the same path of the previous version.',
});

/** A file of an archive under review. */
@ObjectType({ simpleResolvers: true })
export class ReviewedFile {
  @Field(() => String, { description: 'A nested archive counts as a folder.' })
  readonly path!: string;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => FileChange, { nullable: true, description: 'Null if it is unknown.' })
  readonly change!: FileChange | null;
}

/** The upload of an earlier version, with which the files are compared. */
@ObjectType({ simpleResolvers: true })
class PreviousUpload {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String)
  readonly version!: string;
}

/** The files of an archive under review, compared with the previous version. */
@ObjectType({ simpleResolvers: true, description: 'The files of an upload, for moderators.' })
export class ReviewedContents {
  @Field(() => Int, { description: 'The number of all files, also of those that are not listed.' })
  readonly count!: number;

  @Field(() => Boolean, { description: 'Whether the list has all files of the archive.' })
  readonly isComplete!: boolean;

  @Field(() => [ReviewedFile], {
    description: 'Ordered by path, with the files of the previous version that are gone.',
  })
  readonly files!: readonly ReviewedFile[];

  @Field(() => PreviousUpload, {
    nullable: true,
    description: 'The previous version; null if the service knows no files of an earlier one.',
  })
  readonly previous!: PreviousUpload | null;
}
