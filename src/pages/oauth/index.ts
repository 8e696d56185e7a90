import { Router } from 'express';
import type { Issuer } from '../../auth/issuer/index.js';
import type { PageKit } from '../kit/index.js';
import { confirmDevice, DEVICE_PATH, decideOnDevice, devicePage } from './device.js';
import { decide, interactionPage } from './interaction.js';

export { refusalPage } from './consent-view.js';

/** The pages on which users decide about applications, at their own paths. */
export function oauthPages(kit: PageKit, issuer: Issuer): Router {
  const router = Router({ caseSensitive: true, strict: false });
  const signedIn = { signIn: true };
  router.get('/oauth/interaction/:uid', kit.page(interactionPage(issuer), signedIn));
  router.post('/oauth/interaction/:uid', kit.form(decide(issuer), signedIn));
  const back = { signIn: true, back: DEVICE_PATH };
  router.get(DEVICE_PATH, kit.page(devicePage, signedIn));
  router.post(DEVICE_PATH, kit.form(confirmDevice, back));
  router.post(`${DEVICE_PATH}/decision`, kit.form(decideOnDevice(issuer), back));
  return router;
}
