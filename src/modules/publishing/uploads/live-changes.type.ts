import { Field, ID, Int, ObjectType } from 'type-graphql';
import { ReviewState, UploadState } from '../../../platform/database/generated/enums.js';

/** A change of the state of an upload, with ids and states only. */
@ObjectType({
  simpleResolvers: true,
  description: 'An upload with a new state. Read what you need of it with `getUploadSession`.',
})
export class UploadChange {
  @Field(() => ID)
  readonly uploadId!: string;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => UploadState)
  readonly lifecycleStatus!: UploadState;

  @Field(() => Int, { description: 'Rises with each change of the upload.' })
  readonly revision!: number;
}

/** A change of the review of an upload, with its id and state only. */
@ObjectType({
  simpleResolvers: true,
  description: 'An upload whose review began, was claimed or released, or ended.',
})
export class ReviewChange {
  @Field(() => ID)
  readonly uploadId!: string;

  @Field(() => ReviewState)
  readonly state!: ReviewState;

  @Field(() => Int, { description: 'Rises with each change of the upload.' })
  readonly revision!: number;
}
