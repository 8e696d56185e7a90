import { lstat } from 'node:fs/promises';
import { hasSystemCode } from './error-code.js';

/**
 * Whether a path exists, also as a link that leads nowhere. Throws every error except ENOENT, such
 * as a missing permission.
 */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (hasSystemCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
}
