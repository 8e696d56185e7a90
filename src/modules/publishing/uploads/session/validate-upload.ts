import { Field, Int, ObjectType } from 'type-graphql';
import { UploadStrategy } from '../../../../platform/database/generated/enums.js';
import { detailOf } from '../../../../registry/error-texts.js';
import type { RequestContext } from '../../../../request/context.js';
import { checkUpload, type UploadFault } from './check-upload.js';
import { readUploadTarget, uploadFault } from './lock-version.js';
import { planUpload } from './sign-upload.js';
import type { UploadInput } from './upload.input.js';

/** One fault of a validated upload. */
@ObjectType({ simpleResolvers: true })
class UploadProblem {
  @Field(() => String)
  readonly code!: string;

  @Field(() => String, { nullable: true })
  readonly field!: string | null;

  @Field(() => String)
  readonly detail!: string;
}

/**
 * The result of a validation (Spec 4.4, validate). `partSizeBytes` is null for an upload in a
 * single request.
 */
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

/**
 * Validates an upload without any change or reservation (Spec 4.4). The result contains the faults
 * of the file, and `invalid_state` if the version does not accept it. The byte quotas are not
 * checked, so the creation may still throw `rate_limited`. Throws the errors of `readUploadTarget`,
 * such as for a mod to which the viewer may not upload.
 */
export async function validateUpload(
  ctx: RequestContext,
  input: UploadInput,
): Promise<UploadValidation> {
  const version = await readUploadTarget(ctx, input);
  const target = await uploadFault(ctx, version, input);
  const faults = [...checkUpload(input), ...(target ? [target] : [])];
  const presentFault = ({ code, field, detail }: UploadFault) => ({
    code,
    field,
    detail: detail?.[ctx.request.locale] ?? detailOf(code, ctx.request.locale),
  });
  const plan = planUpload(ctx.platform.limits, input.sizeBytes);
  return { valid: faults.length === 0, problems: faults.map(presentFault), ...plan };
}
