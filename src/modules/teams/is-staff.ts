import { isModerator } from '../../registry/access.js';
import type { UserViewer } from '../../request/viewer.js';

/**
 * Whether the viewer sees all mods for the sake of the service. An agent never does: what it reads,
 * it may hand on, and it is there for one user (Spec 4.8).
 */
export function isStaff({ role, credential }: UserViewer): boolean {
  return isModerator(role) && credential.kind !== 'agent';
}
