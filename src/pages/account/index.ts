import { Router } from 'express';
import { DELETION, type PageKit, redirectTo } from '../kit/index.js';
import {
  deletionPage,
  deletionRequestedPage,
  keepAccount,
  requestOwnDeletion,
} from './deletion/deletion.js';
import { downloadExport, EXPORT, exportPage, orderExport, unlockExport } from './export/export.js';
import { oauthStopoverPage } from './oauth-stopover.js';
import { profilePage, profileTexts, saveProfile } from './profile/profile.js';
import { forgotPage, requestLink, resetPage, saveReset } from './reset-password.js';
import { emailPage, resendLink, saveEmail } from './security/email.js';
import { addPasskeyPage, savePasskey } from './security/passkey-add.js';
import { deletePasskey, passkeyPage, savePasskeyName } from './security/passkey-change.js';
import { PASSKEYS, passkeysPage } from './security/passkeys.js';
import { passwordPage, savePassword, securityPage, signOutOthers } from './security/password.js';
import { makeCodes, RECOVERY_CODES, recoveryCodesPage } from './security/recovery-codes.js';
import {
  confirmSecondFactor,
  offerSecondFactor,
  secondFactorPage,
} from './security/second-factor.js';
import { SESSIONS, sessionsPage, signOutOne } from './security/sessions.js';
import { HOME, signIn, signInPage, signInWithPasskey, signOut } from './sign-in.js';
import { codePage, signInWithCode } from './sign-in-code.js';
import { createAccount, signUpPage } from './sign-up.js';
import { stepUp, stepUpPage } from './step-up.js';
import { verify, verifyPage } from './verify-email.js';

/** The path of the page where users change their password. */
export const PASSWORD_PAGE = '/account/security/password';

/** The pages for sign-in and for the own account, mounted at `/account`. */
export function accountPages(kit: PageKit): Router {
  const router = Router();
  addEntryRoutes(router, kit);
  addDataRoutes(router, kit);
  addSecurityRoutes(router, kit);
  addPasskeyRoutes(router, kit);
  return router;
}

/** The pages of visitors: sign-in, sign-up, and the links of mails. */
function addEntryRoutes(router: Router, kit: PageKit): void {
  const { page, form } = kit;
  router.get(
    '/',
    page(() => redirectTo(HOME)),
  );
  router.get('/continue', page(oauthStopoverPage));
  router.get('/sign-in', page(signInPage(kit)));
  router.post('/sign-in', form(signIn(kit)));
  router.get('/sign-in/code', page(codePage(kit)));
  router.post('/sign-in/code', form(signInWithCode(kit)));
  router.post('/sign-out', form(signOut(kit), { back: '/account/sign-in', whileLeaving: true }));
  router.get('/sign-up', page(signUpPage));
  router.post('/sign-up', form(createAccount));
  router.get('/verify-email', page(verifyPage));
  router.post('/verify-email', form(verify));
  router.get('/forgot-password', page(forgotPage));
  router.post('/forgot-password', form(requestLink));
  router.get('/reset-password', page(resetPage));
  router.post('/reset-password', form(saveReset));
}

/** The pages of the profile, the copy of the own data, and the deletion of the account. */
function addDataRoutes(router: Router, kit: PageKit): void {
  const { page, form } = kit;
  const signedIn = { signIn: true };
  router.get('/profile', page(profilePage(kit), signedIn));
  router.post('/profile', form(saveProfile(kit), { signIn: true, texts: profileTexts }));
  router.get('/export', page(exportPage, signedIn));
  router.post('/export', form(orderExport, { signIn: true, back: EXPORT }));
  router.get('/export/:id/file', page(downloadExport, signedIn));
  router.post('/export/:id/file', form(unlockExport, { signIn: true }));
  const whileLeaving = { signIn: true, whileLeaving: true, back: DELETION };
  router.get('/delete', page(deletionPage, whileLeaving));
  router.post('/delete', form(requestOwnDeletion(kit), whileLeaving));
  router.get('/delete/requested', page(deletionRequestedPage));
  router.post('/delete/cancel', form(keepAccount, whileLeaving));
}

/** The pages of passwords, sessions, addresses and second factors. */
function addSecurityRoutes(router: Router, kit: PageKit): void {
  const { page, form } = kit;
  const signedIn = { signIn: true };
  router.get('/step-up', page(stepUpPage, signedIn));
  router.post('/step-up', form(stepUp(kit), { signIn: true, back: ({ next }) => next ?? HOME }));
  router.get('/security', page(securityPage, signedIn));
  router.post('/security/sign-out-others', form(signOutOthers, { signIn: true, back: HOME }));
  router.get('/sessions', page(sessionsPage, signedIn));
  router.post('/sessions', form(signOutOne, { signIn: true, back: SESSIONS }));
  router.get('/security/password', page(passwordPage, signedIn));
  router.post('/security/password', form(savePassword(kit), { signIn: true, back: HOME }));
  router.get('/security/email', page(emailPage, signedIn));
  router.post('/security/email', form(saveEmail, signedIn));
  router.post('/security/email/resend', form(resendLink, { signIn: true, back: HOME }));
  router.get('/security/second-factor', page(secondFactorPage, signedIn));
  router.post('/security/second-factor', form(offerSecondFactor, signedIn));
  router.post(
    '/security/second-factor/confirm',
    form(confirmSecondFactor(kit), { signIn: true, back: HOME }),
  );
  const steppedUp = { signIn: true, stepUp: true };
  router.get('/security/recovery-codes', page(recoveryCodesPage, steppedUp));
  router.post('/security/recovery-codes', form(makeCodes, { ...steppedUp, back: RECOVERY_CODES }));
}

function addPasskeyRoutes(router: Router, kit: PageKit): void {
  const { page, form } = kit;
  const steppedUp = { signIn: true, stepUp: true };
  const back = { ...steppedUp, back: PASSKEYS };
  router.post('/sign-in/passkey', form(signInWithPasskey(kit), { back: '/account/sign-in' }));
  // After an error of the form, a browser may request its address again with GET.
  router.get(
    '/sign-in/passkey',
    page(() => redirectTo('/account/sign-in')),
  );
  router.get('/security/passkeys', page(passkeysPage, { signIn: true }));
  router.get('/security/passkeys/add', page(addPasskeyPage, { signIn: true }));
  router.post('/security/passkeys/add', form(savePasskey(kit), { signIn: true, back: PASSKEYS }));
  router.get('/security/passkeys/:id', page(passkeyPage, steppedUp));
  router.post('/security/passkeys/:id', form(savePasskeyName, back));
  router.post('/security/passkeys/:id/remove', form(deletePasskey, back));
}
