import type { Messages } from '../messages';
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

/** The German messages. */
<<<<<<< HEAD
export const de: Messages = {
  ...app,
  ...mods,
  ...media,
  ...statistics,
  ...uploads,
  ...versions,
  ...webhooks,
};
=======
export const de: Messages = { ...app, ...mods, ...review, ...uploads, ...versions, ...webhooks };
>>>>>>> main
