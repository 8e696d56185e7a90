import { app } from './app';
import { media } from './media';
import { mods } from './mods';
<<<<<<< HEAD
import { statistics } from './statistics';
=======
import { review } from './review';
>>>>>>> main
import { uploads } from './uploads';
import { versions } from './versions';
import { webhooks } from './webhooks';

/** The English messages, by area. The other languages must have the same keys. */
<<<<<<< HEAD
export const en = {
  ...app,
  ...mods,
  ...media,
  ...statistics,
  ...uploads,
  ...versions,
  ...webhooks,
} as const;
=======
export const en = { ...app, ...mods, ...review, ...uploads, ...versions, ...webhooks } as const;
>>>>>>> main
