import type { EntitlementKind } from '../../platform/database/generated/enums.js';
import { type FieldCode, problem } from '../../registry/errors.js';

/**
 * What an entitlement lets an account download (Spec 4.2): a subscriber what is paid; who has a mod
 * or an artifact, what is restricted of it.
 */
export interface Right {
  readonly kind: EntitlementKind;
  /** The id of the mod or the artifact; none for a subscriber. */
  readonly resourceId?: string | null;
}

/** A right as rows have it. Throws `invalid_input` where kind and id do not go together. */
export function checkedRight({ kind, resourceId = null }: Right): Required<Right> {
  if (kind === 'subscriber' && resourceId !== null) throw badResource('not_allowed');
  if (kind !== 'subscriber' && resourceId === null) throw badResource('required');
  return { kind, resourceId };
}

function badResource(code: FieldCode) {
  return problem('invalid_input', { fields: [{ field: 'resourceId', code }] });
}
