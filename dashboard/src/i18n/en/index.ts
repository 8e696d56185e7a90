import { administration } from './administration';
import { app } from './app';
import { media } from './media';
import { mods } from './mods';
import { review } from './review';
import { staff } from './staff';
import { statistics } from './statistics';
import { uploads } from './uploads';
import { versions } from './versions';
import { webhooks } from './webhooks';

/** The English messages, by area. The other languages must have the same keys. */
export const en = {
  ...administration,
  ...app,
  ...media,
  ...mods,
  ...review,
  ...staff,
  ...statistics,
  ...uploads,
  ...versions,
  ...webhooks,
} as const;
