import { resolveEndpointOf } from '../../publishing/index.js';
import type { Candidate } from './candidates.js';
import type { PlanFile } from './plan.type.js';

/** Maps a file to the fields that a client needs to install it. */
export function presentFile(file: Candidate): PlanFile {
  return {
    artifactId: file.id,
    fileVersion: file.fileVersion,
    originalFilename: file.originalFilename,
    sizeBytes: Number(file.sizeBytes),
    sha256: file.sha256,
    resolveEndpoint: resolveEndpointOf(file.id),
  };
}
