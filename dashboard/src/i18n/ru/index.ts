import type { SlavicMessages } from '../messages';
import { app } from './app';
import { mods } from './mods';
import { review } from './review';
import { staff } from './staff';
import { uploads } from './uploads';
import { versions } from './versions';
import { webhooks } from './webhooks';

/** The Russian messages. */
export const ru: SlavicMessages = {
  ...app,
  ...mods,
  ...review,
  ...staff,
  ...uploads,
  ...versions,
  ...webhooks,
};
