import type { SlavicMessages } from '../messages';
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

/** The Russian messages. */
export const ru: SlavicMessages = {
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
};
