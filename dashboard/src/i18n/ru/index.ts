import type { SlavicMessages } from '../messages';
import { app } from './app';
import { mods } from './mods';
import { uploads } from './uploads';
import { versions } from './versions';
import { webhooks } from './webhooks';

/** The Russian messages. */
export const ru: SlavicMessages = { ...app, ...mods, ...uploads, ...versions, ...webhooks };
