import { app } from './app';
import { mods } from './mods';
import { review } from './review';
import { staff } from './staff';
import { uploads } from './uploads';
import { versions } from './versions';
import { webhooks } from './webhooks';

/** The English messages, by area. The other languages must have the same keys. */
export const en = {
  ...app,
  ...mods,
  ...review,
  ...staff,
  ...uploads,
  ...versions,
  ...webhooks,
} as const;
