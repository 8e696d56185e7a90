import type { Messages } from '../messages';
import { app } from './app';
import { media } from './media';
import { mods } from './mods';
import { statistics } from './statistics';
import { uploads } from './uploads';
import { versions } from './versions';
import { webhooks } from './webhooks';

/** The German messages. */
export const de: Messages = {
  ...app,
  ...mods,
  ...media,
  ...statistics,
  ...uploads,
  ...versions,
  ...webhooks,
};
