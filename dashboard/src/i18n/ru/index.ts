import type { SlavicMessages } from '../messages';
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

/** The Russian messages. */
export const ru: SlavicMessages = {
  ...app,
  ...mods,
<<<<<<< HEAD
  ...media,
  ...statistics,
=======
  ...review,
>>>>>>> main
  ...uploads,
  ...versions,
  ...webhooks,
};
