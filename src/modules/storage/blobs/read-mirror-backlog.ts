import type { Database } from '../../../platform/database/connect.js';
import { WANTED } from './mirrored-blob.js';

/** The backlog of the mirror, for all processes together. */
export interface MirrorBacklog {
  /** Blobs that it does not hold yet. */
  readonly missing: number;
  /** Those that the first store could not return correctly. An operator must look at them. */
  readonly faulty: number;
}

/** Runs two statements, over missing blobs only. */
export async function readMirrorBacklog({ blob }: Pick<Database, 'blob'>): Promise<MirrorBacklog> {
  const missing = await blob.count({ where: { ...WANTED, mirroredAt: null } });
  const faulty = await blob.count({ where: { ...WANTED, mirrorFaultAt: { not: null } } });
  return { missing, faulty };
}
