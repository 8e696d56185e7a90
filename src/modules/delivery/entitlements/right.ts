import type { EntitlementKind } from '../../../platform/database/generated/enums.js';
import { type FieldCode, problem } from '../../../registry/errors.js';

/**
 * The scope of an entitlement (Spec 4.2). A subscriber may download paid files. The other kinds
 * allow the restricted files of one mod or one artifact.
 */
export interface Right {
  readonly kind: EntitlementKind;
  /** The id of the mod or the artifact. Null for a subscriber. */
  readonly resourceId?: string | null;
}

/**
 * Returns a right with the columns of its row. Throws `invalid_input` if kind and id do not match.
 */
export function checkedRight({ kind, resourceId = null }: Right): Required<Right> {
  if (kind === 'subscriber' && resourceId !== null) throw badResource('not_allowed');
  if (kind !== 'subscriber' && resourceId === null) throw badResource('required');
  return { kind, resourceId };
}

function badResource(code: FieldCode) {
  return problem('invalid_input', { fields: [{ field: 'resourceId', code }] });
}
