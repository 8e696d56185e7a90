import { refuse } from '../findings.js';

// A byte order mark at the start is part of the name.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a name in UTF-8. Throws ArchiveFault for any other bytes. */
export function decodeUtf8Name(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    const path = bytes.toString('utf8');
    return refuse('archive_validation_failed', 'a path is no UTF-8', { path });
  }
}
