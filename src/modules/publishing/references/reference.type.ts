import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ReferenceState, ValidationState } from '../../../platform/database/generated/enums.js';

registerEnumType(ReferenceState, { name: 'ReferenceState' });
registerEnumType(ValidationState, { name: 'ValidationState' });

/** A registered reference that waits for its verification (Spec 2.13). */
@ObjectType({ simpleResolvers: true })
export class ExternalArtifact {
  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => ID)
  readonly referenceId!: string;

  @Field(() => ID)
  readonly validationJobId!: string;

  @Field(() => ReferenceState, {
    description: '`pending` until the service has verified the file.',
  })
  readonly state!: ReferenceState;

  @Field(() => String, { description: 'The address to poll until the file is verified.' })
  readonly statusResource!: string;
}

/** The progress of an examination: one unit, either complete or not. */
@ObjectType({ simpleResolvers: true })
export class ValidationProgress {
  @Field(() => Int, { description: '0 until the validation has ended, then 1.' })
  readonly completed!: number;

  @Field(() => Int, { description: 'Always 1.' })
  readonly total!: number;
}

/**
 * One examination of a reference by the server (Spec 3.5). `nextAttemptAt` is null before the first
 * attempt and after the end. `terminalReason` is null unless the state is `rejected` or `failed`.
 */
@ObjectType({ simpleResolvers: true })
export class ExternalValidation {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => ID)
  readonly referenceId!: string;

  @Field(() => ValidationState)
  readonly state!: ValidationState;

  @Field(() => ValidationProgress)
  readonly progress!: ValidationProgress;

  @Field(() => Int, { description: 'The number of attempts until now.' })
  readonly attempts!: number;

  @Field(() => Int, { description: 'The number of attempts after which the validation fails.' })
  readonly maxAttempts!: number;

  @Field(() => Date, {
    nullable: true,
    description: 'When the next attempt begins. Null before the first one and after the end.',
  })
  readonly nextAttemptAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'An error code if the file was rejected or the validation failed; otherwise null.',
  })
  readonly terminalReason!: string | null;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the validation ended. Null before.' })
  readonly completedAt!: Date | null;
}
