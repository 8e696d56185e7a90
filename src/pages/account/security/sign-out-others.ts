import { endOtherSessions } from '../../../modules/identity/index.js';
import { type Handler, seeOther } from '../../kit/index.js';
import { HOME } from '../sign-in.js';

/** The action of the form that signs out all other browsers. */
export const SIGN_OUT_OTHERS = '/account/security/sign-out-others';

/** Signs the user out of all other browsers. */
export const signOutOthers: Handler = async ({ ctx }) => {
  await endOtherSessions(ctx);
  return seeOther(HOME, { notice: 'others_signed_out' });
};
