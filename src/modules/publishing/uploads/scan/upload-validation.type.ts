import { Field, Int, ObjectType } from 'type-graphql';
import { UploadStrategy } from '../../../../platform/database/generated/enums.js';

/** One fault of a validated upload. */
@ObjectType({ simpleResolvers: true })
export class UploadProblem {
  @Field(() => String)
  readonly code!: string;

  @Field(() => String, { nullable: true })
  readonly field!: string | null;

  @Field(() => String)
  readonly detail!: string;
}

/** The result of a validation (Spec 4.4, validate). */
@ObjectType({ simpleResolvers: true })
export class UploadValidation {
  @Field(() => Boolean)
  readonly valid!: boolean;

  @Field(() => [UploadProblem])
  readonly problems!: readonly UploadProblem[];

  @Field(() => UploadStrategy)
  readonly strategy!: UploadStrategy;

  @Field(() => Int, { nullable: true })
  readonly partSizeBytes!: number | null;

  @Field(() => Int)
  readonly totalParts!: number;
}
