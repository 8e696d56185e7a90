import { endOtherSessions } from '../../../modules/sessions/index.js';
import { type Handler, seeOther } from '../../kit/index.js';
import { HOME } from '../sign-in.js';

/** Where the form is sent that signs out of all other browsers. */
export const SIGN_OUT_OTHERS = '/account/security/sign-out-others';

/** Signs somebody out of every browser but this one. */
export const signOutOthers: Handler = async ({ ctx }) => {
  await endOtherSessions(ctx);
  return seeOther(HOME, { notice: 'others_signed_out' });
};
