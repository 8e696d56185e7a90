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
  @Field(() => String, { description: 'The registered error code of the fault.' })
  readonly code!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The faulty member of the request, such as `expectedHashes.sha256`. Null if the fault is not in one member.',
  })
  readonly field!: string | null;

  @Field(() => String, {
    description:
      'An explanation for people, in the language of the request. Branch on `code` instead.',
  })
  readonly detail!: string;
}

/**
 * The result of a validation (Spec 4.4, validate). `partSizeBytes` is null for an upload in a
 * single request.
 */
@ObjectType({ simpleResolvers: true })
export class UploadValidation {
  @Field(() => Boolean, {
    description:
      'True if `problems` is empty. Creating the upload may still be refused later, for example with `rate_limited`, because quotas are not checked and nothing is reserved.',
  })
  readonly valid!: boolean;

  @Field(() => [UploadProblem], {
    description: 'The faults for which the creation of the upload would be refused now.',
  })
  readonly problems!: readonly UploadProblem[];

  @Field(() => UploadStrategy, {
    description: '`single`: one PUT of the whole file. `multipart`: one PUT for each part.',
  })
  readonly strategy!: UploadStrategy;

  @Field(() => Int, {
    nullable: true,
    description:
      'The size in bytes of each part except the last one, which has the rest. Null for `single`.',
  })
  readonly partSizeBytes!: number | null;

  @Field(() => Int, { description: 'The number of parts; 1 for `single`.' })
  readonly totalParts!: number;
}

/**
 * Validates an upload without any change or reservation (Spec 4.4). The result contains the faults
 * of the file, and `invalid_state` if the version does not accept it. The byte quotas are not
 * checked, so the creation may still throw `rate_limited`. Throws the errors of `readUploadTarget`,
 * for example if the viewer may not upload to the mod.
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
