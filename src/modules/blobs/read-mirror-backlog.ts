import type { Database } from '../../platform/database/connect.js';
import { WANTED } from './mirrored-blob.js';

/** How the mirror stands, in all processes together. */
export interface MirrorBacklog {
  /** Blobs that it does not hold yet. */
  readonly missing: number;
  /** Those of them that the first store did not give as it should: a person has to look. */
  readonly faulty: number;
}

/** Two statements, over what is missing alone. */
export async function readMirrorBacklog({ blob }: Pick<Database, 'blob'>): Promise<MirrorBacklog> {
  const missing = await blob.count({ where: { ...WANTED, mirroredAt: null } });
  const faulty = await blob.count({ where: { ...WANTED, mirrorFaultAt: { not: null } } });
  return { missing, faulty };
}
