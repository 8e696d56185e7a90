import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { ArtifactState, FileKind } from '../../../platform/database/generated/enums.js';
import { PageArgs } from '../../../request/page.args.js';
import { pageType } from '../../../request/page.type.js';
import { Artifact, FileFacts } from './artifact.type.js';

/** A file in any state, in lists. */
@ObjectType({ simpleResolvers: true, description: 'A file in any state.' })
export class ArtifactEntry extends FileFacts {
  @Field(() => String, { nullable: true, description: 'Null until the bytes are accepted.' })
  readonly sha256!: string | null;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Artifact, {
    nullable: true,
    description: 'The whole file; null unless its bytes are published and verified.',
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
