import type { MediaModel } from '../../platform/database/generated/models.js';
import type { Texts } from '../../request/scalars.js';
import type { MediaSnapshot } from '../catalog/index.js';

/** What readers are shown of a stored picture. */
export function toSnapshot(row: MediaModel): MediaSnapshot {
  const { id, kind, contentType, width, height, sizeBytes, sha256, position, managedBy } = row;
  // The column is written with language maps alone.
  const alt = row.alt as Texts;
  return { id, kind, contentType, width, height, sizeBytes, sha256, alt, position, managedBy };
}
