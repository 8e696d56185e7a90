import type { MediaModel } from '../../platform/database/generated/models.js';
import type { Texts } from '../../request/scalars.js';
import type { MediaSnapshot, VariantSnapshot } from '../catalog/index.js';

/** Pictures that are shown: neither deleted nor replaced. */
export const SHOWN = { deletedAt: null, replacedAt: null } as const;

/** What readers are shown of a stored picture. */
export function toSnapshot(row: MediaModel): MediaSnapshot {
  const { id, kind, contentType, width, height, sizeBytes, sha256, position, managedBy } = row;
  // The column is written with language maps alone.
  const alt = row.alt as Texts;
  const variants = variantsOf(row);
  const image = { id, kind, contentType, width, height, sizeBytes, sha256, variants };
  return { ...image, alt, position, managedBy };
}

/** The smaller copies of a stored picture. */
export function variantsOf({ variants }: Pick<MediaModel, 'variants'>): readonly VariantSnapshot[] {
  // The column is written by `imageColumns` alone.
  return variants as unknown as readonly VariantSnapshot[];
}
