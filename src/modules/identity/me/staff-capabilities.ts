import {
  type PlatformRole,
  STAFF_CAPABILITIES,
  type StaffCapability,
} from '../../../registry/access.js';
import { staffRefusal } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';

/** The rights of a viewer beyond their own account. */
interface ViewerCapabilities {
  readonly capabilities: readonly StaffCapability[];
  /** Whether the session must prove a second factor before it may use the capabilities. */
  readonly needsSecondFactor: boolean;
}

/**
 * Returns the capabilities that the role and the credential of the viewer allow. A session without
 * a recent second factor has them too, because its user can prove one. `staffRefusal` decides about
 * each.
 */
export function capabilitiesOf(ctx: RequestContext): ViewerCapabilities {
  const capabilities = Object.entries(STAFF_CAPABILITIES).flatMap(([name, needs]) =>
    isCapability(name) && mayBecome(ctx, needs) ? [name] : [],
  );
  const needsSecondFactor = staffRefusal(ctx, 'moderator') === 'step_up_required';
  return { capabilities, needsSecondFactor };
}

function mayBecome(ctx: RequestContext, needs: Exclude<PlatformRole, 'user'>): boolean {
  const refusal = staffRefusal(ctx, needs);
  return refusal === null || refusal === 'step_up_required';
}

function isCapability(name: string): name is StaffCapability {
  return Object.hasOwn(STAFF_CAPABILITIES, name);
}
