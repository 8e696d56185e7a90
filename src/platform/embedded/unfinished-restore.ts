import { join } from 'node:path';
import { exists } from '../folders.js';
import { EmbeddedPostgresError } from './failures.js';

/** The folder in a data directory in which a restore builds the new contents. */
export const restoringFolder = (dataDir: string): string => join(dataDir, 'restoring');

/** The folder in a data directory with complete new contents, until they are in their places. */
export const restoredFolder = (dataDir: string): string => join(dataDir, 'restored');

/**
 * Throws EmbeddedPostgresError if one of these folders exists, because a restore was killed.
 * Without this check, a start would make an empty database in place of the restored one.
 */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (await exists(restoredFolder(dataDir))) {
    throw new EmbeddedPostgresError(
      `a restore of ${dataDir} was interrupted at its end; run the same \`backup restore\` again`,
    );
  }
  if (!(await exists(restoringFolder(dataDir)))) return;
  throw new EmbeddedPostgresError(
    `a restore of ${dataDir} was interrupted; run \`backup restore\` again, or remove ` +
      `${restoringFolder(dataDir)} to go on without it`,
  );
}
