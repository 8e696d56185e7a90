// The English messages, one object for each area.
export { administration } from './administration';
export { app } from './app';
export { audit } from './audit';
export { history } from './history';
export { media } from './media';
export { mods } from './mods';
export { navigation } from './navigation';
export { problems } from './problems';
export { review } from './review';
export { staff } from './staff';
export { statistics } from './statistics';
export { uploads } from './uploads';
export { versions } from './versions';
export { webhooks } from './webhooks';
