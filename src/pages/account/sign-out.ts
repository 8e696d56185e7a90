import { endSession } from '../../modules/sessions/index.js';
import { type Handler, type PageKit, seeOther } from '../kit/index.js';

/** Signs somebody out of this browser; whoever is not signed in is told the same. */
export function signOut({ sessionCookie }: PageKit): Handler {
  return async ({ ctx }) => {
    await endSession(ctx);
    const cookies = [sessionCookie.forget()];
    return seeOther('/account/sign-in', { notice: 'signed_out', cookies });
  };
}
