// The lock with which concurrent processes take turns to build.
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive } from './lib.mjs';

/**
 * Takes the lock at a path and returns true, if no lock is there. If there is one, returns false,
 * and the caller tries again later. Removes a lock whose owner is dead, but does not take it then.
 * `rmSync` of the path releases the lock.
 */
export function takeLock(lock) {
  const text = `${process.pid} ${randomUUID()}`;
  // A link in place of a write, so that a lock is never incomplete.
  const draft = `${lock}-${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  removeDead(lock, readLock(lock));
  return false;
}

// Several processes may find the same dead lock. A second lock decides which one removes it, so
// that none removes the lock that another process has taken since. Texts of locks are unique.
function removeDead(lock, found) {
  if (found === null || isAlive(Number.parseInt(found, 10))) return;
  const claim = `${lock}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`;
  if (!takeLock(claim)) return;
  if (readLock(lock) === found) rmSync(lock);
  rmSync(claim);
}

function readLock(lock) {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}
