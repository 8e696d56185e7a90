import { endSession } from '../../modules/identity/index.js';
import { type Handler, type PageKit, seeOther } from '../kit/index.js';

/** Signs the user out of this browser. Responds the same without a session. */
export function signOut({ sessionCookie }: PageKit): Handler {
  return async ({ ctx }) => {
    await endSession(ctx);
    const cookies = [sessionCookie.forget()];
    return seeOther('/account/sign-in', { notice: 'signed_out', cookies });
  };
}
