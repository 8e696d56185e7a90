import type { ReferenceState } from '../../../platform/database/generated/enums.js';
import type { ExternalArtifact } from './reference.type.js';

/** A reference with its queued examination (Spec 2.13). */
export function presentReference(row: {
  readonly artifactId: string;
  readonly referenceId: string;
  readonly validationId: string;
  readonly state: ReferenceState;
}): ExternalArtifact {
  const { artifactId, referenceId, validationId, state } = row;
  const statusResource = `/v1/external-artifact-validation-jobs/${validationId}`;
  return { artifactId, referenceId, validationJobId: validationId, state, statusResource };
}
