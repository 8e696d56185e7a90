export {
  changeAddress,
  readAddress,
  readVerification,
  requireVerifiedAddress,
  resendVerification,
  verifyAddress,
} from './account-links/addresses.js';
export { deliverLink } from './account-links/deliver-link.js';
export { readReset, requestReset, resetPassword } from './account-links/reset-password.js';
export { changePassword, setPassword } from './account-security/change-password.js';
export { ACCESS_KINDS, type AccessKind } from './account-security/end-access.js';
export { PublicAccount } from './accounts/account.type.js';
export { AccountsResolver, createUser, listUsers } from './accounts/accounts.resolver.js';
export {
  bumpAccess,
  bumpAccessOf,
  changeBlockByUsername,
  changeRoleByUsername,
  lockAccount,
  userIdOf,
} from './accounts/change-user.js';
export {
  checkSignIn,
  makePendingSignIn,
  type PendingSignIn,
  readPendingSignIn,
} from './accounts/check-sign-in.js';
export { countMailRequest } from './accounts/count-attempts.js';
export { enrolTotp, mayEnrol, requireEnrolment } from './accounts/enrol-totp.js';
export { guardedGuess } from './accounts/guarded-guess.js';
export { ManagedUsersResolver } from './accounts/managed-users.resolver.js';
export { confirmTotp, type OfferedTotp, offerTotp, readOffer } from './accounts/offer-totp.js';
export { type PasswordFault, passwordFault } from './accounts/password-policy.js';
export { needsPassword } from './accounts/prove-owner.js';
export { type SignUpFaults, signUp } from './accounts/sign-up.js';
export { checkTotp, TOTP_SECRET_COLUMN } from './accounts/totp.js';
export { usableScopes } from './apps/app-scopes.js';
export {
  isAllowedNow,
  recordApproval,
  recordDenial,
  scopesAllowedAtHttps,
  scopesAllowedByUser,
  usableScopesOf,
} from './apps/approvals.js';
export { AppsResolver } from './apps/apps.resolver.js';
export { createApp } from './apps/create-app.js';
export { findOauthClient, isClientId, type OauthClient } from './apps/oauth-client.js';
export { raiseAppAccess } from './apps/raise-app-access.js';
export { revokeAppGrants } from './apps/revoke-app-grants.js';
export { ACCOUNT_KEY_COLUMN } from './credentials/account-key.js';
export { AccountKeysResolver } from './credentials/account-keys.resolver.js';
export { ResourceGrant } from './credentials/api-key.type.js';
export { CredentialsResolver, createToken } from './credentials/credentials.resolver.js';
export { inResourceGrants } from './credentials/delegation.js';
export { lastingCredential } from './credentials/lasting-credential.js';
export { resourceGrantsOf } from './credentials/read-keys.js';
export { hashOf, makeSecret } from './credentials/secret.js';
export { verifyToken, writeLastUses } from './credentials/verify-token.js';
export { listAbandoned } from './deletion/abandoned.js';
export {
  deleteAccount,
  listDueDeletions,
  settleDeletion,
} from './deletion/finish-deletion.js';
export {
  cancelDeletion,
  type DeletionRefusal,
  readDeletion,
  requestDeletion,
} from './deletion/request-deletion.js';
export {
  type ExportStatus,
  readExportStatus,
  requestExport,
  requireReadyExport,
  signExport,
  sweepExports,
} from './exports/account-exports.js';
export { giveUpExport, writeExport } from './exports/write-export.js';
export { MeResolver } from './me/me.resolver.js';
export { ResourceMod } from './me/resource.type.js';
export { ownersOf, readModNames } from './notices/mod-names.js';
export type { NoticeParams } from './notices/notice.js';
export { notify, notifyAddress } from './notices/notify.js';
export { localeOf } from './notices/render-notice.js';
export { giveUpNotice, readMailBacklog, sendNotice, sweepMails } from './notices/send-notice.js';
export { addPasskey, offerPasskey } from './second-factors/add-passkey.js';
export { askForPasskey, checkPasskey } from './second-factors/check-passkey.js';
export { makeRecoveryCodes, offerRecoveryCodes } from './second-factors/make-recovery-codes.js';
export {
  isProtected,
  readOwnFactors,
  readSecondFactors,
  type SecondFactors,
} from './second-factors/own-factors.js';
export {
  listPasskeys,
  type OwnPasskey,
  removePasskey,
  renamePasskey,
} from './second-factors/own-passkeys.js';
export type { PasskeyRequest } from './second-factors/passkey-challenge.js';
export { useRecoveryCode } from './second-factors/recovery-codes.js';
export { endOtherSessions, endOwnSession, endSession } from './sessions/end-sessions.js';
export { totpPlace } from './sessions/factors.js';
export { listSessions, type SignedInBrowser } from './sessions/list-sessions.js';
export { startSession } from './sessions/start-session.js';
export { isLiveSession, raiseSession, verifySession } from './sessions/verify-session.js';
export { type Keyring, readKeyring } from './signing-keys/keyring.js';
export { SIGNING_KEY_COLUMN } from './signing-keys/make-key.js';
export { maintainSigningKeys, rotateSigningKey } from './signing-keys/rotate-signing-key.js';
export {
  cancelDeliveries,
  disableOrphanedSubscriptions,
} from './subscriptions/end-subscriptions.js';
export { publisherName, removeOrphanedPublishers } from './trusted-publishers/end-publishers.js';
