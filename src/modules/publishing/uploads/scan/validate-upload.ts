import { detailOf } from '../../../../registry/error-texts.js';
import type { RequestContext } from '../../../../request/context.js';
import { requireModPermission } from '../../../collaboration/index.js';
import { checkUpload, type UploadFault } from '../session/check-upload.js';
import { planUpload } from '../session/strategy.js';
import { readTarget, uploadFault } from '../session/target-version.js';
import type { UploadInput } from '../session/upload.input.js';
import type { UploadValidation } from './upload-validation.type.js';

/**
 * Validates an upload without any change or reservation (Spec 4.4). Faults of the file are part of
 * the result. A mod to which the viewer may not upload is an error.
 */
export async function validateUpload(
  ctx: RequestContext,
  input: UploadInput,
): Promise<UploadValidation> {
  const access = await requireModPermission(ctx, input.modId, 'uploads');
  const version = await readTarget(ctx, access, input.versionId);
  const target = await uploadFault(ctx, version, input);
  const faults = [...checkUpload(input), ...(target ? [target] : [])];
  const told = ({ code, field }: UploadFault) => ({
    code,
    field,
    detail: detailOf(code, ctx.request.locale),
  });
  return { valid: faults.length === 0, problems: faults.map(told), ...planUpload(input.sizeBytes) };
}
