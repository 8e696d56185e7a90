import type { MediaModel } from '../../../platform/database/generated/models.js';
import type { Texts } from '../../../request/scalars.js';
import type { MediaSnapshot, VariantSnapshot } from '../documents/snapshot.js';

/** Visible pictures: neither deleted nor replaced. */
export const SHOWN = { deletedAt: null, replacedAt: null } as const;

/** The public members of a stored picture. */
export function toSnapshot(row: MediaModel): MediaSnapshot {
  const { id, kind, contentType, width, height, sizeBytes, sha256, position, managedBy } = row;
  // Only language maps are written to the column.
  const alt = row.alt as Texts;
  const variants = variantsOf(row);
  const image = { id, kind, contentType, width, height, sizeBytes, sha256, variants };
  return { ...image, alt, position, managedBy };
}

/** The smaller copies of a stored picture. */
export function variantsOf({ variants }: Pick<MediaModel, 'variants'>): readonly VariantSnapshot[] {
  // Only `imageColumns` writes the column.
  return variants as unknown as readonly VariantSnapshot[];
}
