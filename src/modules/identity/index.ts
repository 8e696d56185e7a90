export { changePassword } from './account-security/change-password.js';
export { ACCESS_KINDS, type AccessKind } from './account-security/end-access.js';
export { setPassword } from './account-security/set-password.js';
export { PublicAccount } from './accounts/account.type.js';
export { AccountsResolver } from './accounts/accounts.resolver.js';
export { setBlocked, userIdOf } from './accounts/block-user.js';
export { bumpAccess, bumpAccessOf } from './accounts/bump-access.js';
export { checkSignIn } from './accounts/check-sign-in.js';
export { checkTotp } from './accounts/check-totp.js';
export { confirmTotp } from './accounts/confirm-totp.js';
export { createUser } from './accounts/create-user.js';
export { enrolTotp } from './accounts/enrol-totp.js';
export { guardedGuess } from './accounts/guarded-guess.js';
export { hasTotp } from './accounts/has-totp.js';
export { listUsers } from './accounts/list-users.js';
export { lockAccount } from './accounts/lock-account.js';
export { mayEnrol, requireEnrolment } from './accounts/may-enrol.js';
export { type OfferedTotp, offerTotp, readOffer } from './accounts/offer-totp.js';
export {
  makePendingSignIn,
  type PendingSignIn,
  readPendingSignIn,
} from './accounts/pending-sign-in.js';
export { setRole } from './accounts/set-role.js';
export { TOTP_SECRETS } from './accounts/totp.js';
export { usableScopes } from './apps/app-scopes.js';
export {
  approvedScopes,
  isAllowedNow,
  recordApproval,
  recordDenial,
  scopesAllowedAtHttps,
  usableScopesOf,
} from './apps/approvals.js';
export { AppsResolver } from './apps/apps.resolver.js';
export { createApp } from './apps/create-app.js';
export { findOauthClient, isClientId, type OauthClient } from './apps/oauth-client.js';
export { revokeAppGrants } from './apps/revoke-app-grants.js';
export { ACCOUNT_KEYS } from './credentials/account-key.js';
export { AccountKeysResolver } from './credentials/account-keys.resolver.js';
export { ResourceGrant } from './credentials/api-key.type.js';
export { createToken } from './credentials/create-token.js';
export { CredentialsResolver } from './credentials/credentials.resolver.js';
export { writeLastUses } from './credentials/last-uses.js';
export { grantsOf } from './credentials/present-key.js';
export { hashOf, makeSecret } from './credentials/secret.js';
export { verifyToken } from './credentials/verify-token.js';
export { withinGrant } from './credentials/within-grant.js';
export { MeResolver } from './me/me.resolver.js';
export type { ModStanding, NoticeParams } from './notices/notice.js';
export { notify } from './notices/notify.js';
export { readMailBacklog } from './notices/read-mail-backlog.js';
export { giveUpNotice, sendNotice } from './notices/send-notice.js';
export { sweepMails } from './notices/sweep-mails.js';
export { endOtherSessions } from './sessions/end-other-sessions.js';
export { endSession } from './sessions/end-session.js';
export { totpPlace } from './sessions/factors.js';
export { raiseSession } from './sessions/raise-session.js';
export { startSession } from './sessions/start-session.js';
export { verifySession } from './sessions/verify-session.js';
export { type Keyring, readKeyring } from './signing-keys/keyring.js';
export { maintainSigningKeys } from './signing-keys/maintain-signing-keys.js';
export { rotateSigningKey } from './signing-keys/rotate-signing-key.js';
export { SIGNING_KEYS } from './signing-keys/sealed-key.js';
export { cancelDeliveries } from './subscriptions/cancel-deliveries.js';
export { endOrphanedSubscriptions } from './subscriptions/end-orphans.js';
