import type { ModPermission } from './access.js';

/**
 * What an operation asks of who calls it, beside a credential with its scopes:
 * - anyone: nothing, also where no credential is presented
 * - account: nothing; what it works on is the account's own
 * - session: that it is a browser in which the account is signed in
 * - program: that it is none: a credential with scopes of its own
 * - a permission: that the role in the team of the mod has it
 * - moderator, admin: the platform role, with staff rights (`staffRefusal`)
 */
export type Need =
  | 'anyone'
  | 'account'
  | 'session'
  | 'program'
  | ModPermission
  | 'moderator'
  | 'admin';

/** What is fixed about an operation that needs a credential, or that writes. */
export interface OperationRow {
  readonly needs: Need;
  /** Whether who lacks the permission is told that there is no such thing, even within the team. */
  readonly isHidden: boolean;
  /** Of a staff operation: whether a token needs a recent second factor too, as a session always does. */
  readonly needsSecondFactor: boolean;
  /** Of a write: what it is about, as the audit log names it where the write is refused. */
  readonly target: string | null;
  /** The argument with the id of that, as a path such as `input.modId`; null where there is none. */
  readonly targetId: string | null;
}

const reads = (needs: Need): OperationRow => ({
  needs,
  isHidden: false,
  needsSecondFactor: false,
  target: null,
  targetId: null,
});

const writes = (needs: Need, target: string, targetId: string | null): OperationRow => ({
  needs,
  isHidden: false,
  needsSecondFactor: false,
  target,
  targetId,
});

/** Uploads are the business of those alone who may upload, or read how they stand. */
const hidden = (row: OperationRow): OperationRow => ({ ...row, isHidden: true });

const steppedUp = (row: OperationRow): OperationRow => ({ ...row, needsSecondFactor: true });

/**
 * Every field of the schema that needs a credential, and every mutation. A test holds each row
 * against what the service does, for all roles and scopes (`docs/generated/permissions.md`).
 */
export const OPERATIONS: Readonly<Record<string, OperationRow>> = {
  createModDraft: writes('account', 'mod', null),
  updateModDraft: writes('metadata', 'mod', 'id'),
  modFallback: reads('read-drafts'),
  setModFallback: writes('metadata', 'mod', 'modId'),
  createModVersion: writes('versions', 'mod', 'modId'),
  updateModVersion: writes('versions', 'version', 'versionId'),
  publishModVersion: writes('publish', 'version', 'versionId'),
  rollbackModVersion: writes('rollback', 'version', 'versionId'),
  archiveModVersion: writes('rollback', 'version', 'id'),
  withdrawModVersion: writes('rollback', 'version', 'id'),
  restoreModVersion: writes('rollback', 'version', 'id'),
  deleteModVersion: writes('delete', 'version', 'id'),
  takeDownModVersion: writes('moderator', 'version', 'id'),
  liftModVersionTakedown: writes('moderator', 'version', 'id'),
  deleteMod: writes('delete', 'mod', 'id'),
  createModFallbackCover: writes('media', 'mod', 'modId'),
  modPicture: reads('media'),
  listModMedia: reads('read-drafts'),
  mayAddModMedia: reads('media'),
  addModMedia: writes('media', 'mod', 'modId'),
  updateModMedia: writes('media', 'media', 'id'),
  deleteModMedia: writes('media', 'media', 'id'),
  removeModPicture: writes('media', 'media', 'id'),
  mayRegisterExternalArtifact: reads('references'),
  registerExternalArtifact: writes('references', 'mod', 'modId'),
  getExternalArtifact: hidden(reads('read-drafts')),
  getExternalArtifactValidationJob: hidden(reads('read-drafts')),
  validateUploadRequest: reads('uploads'),
  createUploadSession: writes('uploads', 'mod', 'input.modId'),
  renewUploadSession: hidden(writes('uploads', 'upload', 'id')),
  signUploadParts: hidden(writes('uploads', 'upload', 'id')),
  completeUploadSession: hidden(writes('uploads', 'upload', 'id')),
  abortUploadSession: hidden(writes('uploads', 'upload', 'id')),
  getUploadSession: hidden(reads('read-drafts')),
  listUploadSessions: reads('account'),
  getUploadReview: hidden(reads('read-drafts')),
  listUploadReviews: reads('moderator'),
  uploadReviewEntry: reads('moderator'),
  claimUploadReview: writes('moderator', 'upload', 'id'),
  releaseUploadReview: writes('moderator', 'upload', 'id'),
  noteUploadReview: writes('moderator', 'upload', 'id'),
  approveUpload: writes('moderator', 'upload', 'id'),
  rejectUpload: writes('moderator', 'upload', 'id'),
  resolveDownload: writes('anyone', 'artifact', 'artifactId'),
  resolveDownloadFallback: writes('anyone', 'artifact', 'artifactId'),
  listDownloadGrants: reads('account'),
  grantEntitlement: writes('admin', 'user', 'userId'),
  revokeEntitlement: writes('admin', 'user', 'userId'),
  blockHash: steppedUp(writes('admin', 'blocked_hash', null)),
  unblockHash: steppedUp(writes('admin', 'blocked_hash', 'id')),
  listBlockedHashes: reads('admin'),
  rescanBlobs: steppedUp(writes('admin', 'rescan', null)),
  clearBlob: steppedUp(writes('admin', 'blob', null)),
  listBlobScans: reads('moderator'),
  listModTeamMembers: reads('read-drafts'),
  modTeamMember: reads('read-drafts'),
  setModTeamMember: writes('team', 'mod', 'modId'),
  removeModTeamMember: writes('team', 'mod', 'modId'),
  listAgentGatewayTools: reads('program'),
  runAgentGatewayTool: writes('program', 'agent_tool', null),
  repeatAgentGatewayRun: writes('program', 'agent_run', 'id'),
  listAuditEntries: reads('admin'),
  getMe: reads('account'),
  listMyResources: reads('account'),
  getMyProfile: reads('account'),
  updateMyProfile: writes('account', 'user', null),
  listApiKeys: reads('account'),
  getApiKeyCapabilities: reads('account'),
  createApiKey: writes('account', 'credential', null),
  rotateApiKey: writes('account', 'credential', 'id'),
  revokeApiKey: writes('account', 'credential', 'id'),
  listWebhookSubscriptions: reads('account'),
  getWebhookSubscription: reads('account'),
  createWebhookSubscription: writes('account', 'webhook_subscription', null),
  updateWebhookSubscription: writes('account', 'webhook_subscription', 'id'),
  deleteWebhookSubscription: writes('account', 'webhook_subscription', 'id'),
  rotateWebhookSubscriptionSecret: writes('account', 'webhook_subscription', 'id'),
  listWebhookDeliveries: reads('account'),
  webhookDelivery: reads('account'),
  webhookRedelivery: reads('account'),
  redeliverWebhookDelivery: writes('account', 'webhook_delivery', 'id'),
  openAccountKey: writes('session', 'credential', null),
  revealAccountKey: writes('session', 'credential', null),
  rotateAccountKey: writes('session', 'credential', null),
  myApps: reads('account'),
  app: reads('account'),
  myAppGrants: reads('account'),
  registerApp: writes('session', 'app', null),
  updateApp: writes('session', 'app', 'id'),
  rotateAppSecret: writes('session', 'app', 'id'),
  deleteApp: writes('session', 'app', 'id'),
  submitAppForReview: writes('session', 'app', 'id'),
  revokeAppGrant: writes('session', 'app_grant', 'id'),
  appsUnderReview: reads('admin'),
  reviewApp: steppedUp(writes('admin', 'app', 'id')),
  disableApp: steppedUp(writes('admin', 'app', 'id')),
  enableApp: steppedUp(writes('admin', 'app', 'id')),
};
