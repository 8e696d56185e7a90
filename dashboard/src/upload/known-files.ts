/**
 * The digest of the file of an upload that this browser began. After a reload of the page, it shows
 * whether the user chose the same file again.
 */
export interface KnownFile {
  readonly sha256: string;
}

const placeOf = (sessionId: string) => `modport-dashboard:upload:${sessionId}`;

/**
 * Stores the digest in this browser until `forgetFile`. Does nothing if the browser refuses to
 * store it.
 */
export function rememberFile(sessionId: string, file: KnownFile): void {
  try {
    localStorage.setItem(placeOf(sessionId), JSON.stringify(file));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The file of an upload; null if this browser did not begin it, or could not store its digest. */
export function knownFile(sessionId: string): KnownFile | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(sessionId)) ?? 'null');
    const isKnown = typeof kept === 'object' && kept !== null && 'sha256' in kept;
    return isKnown && typeof kept.sha256 === 'string' ? { sha256: kept.sha256 } : null;
  } catch {
    return null;
  }
}

/** Forgets the file of an upload that is complete or cancelled. */
export function forgetFile(sessionId: string): void {
  try {
    localStorage.removeItem(placeOf(sessionId));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
