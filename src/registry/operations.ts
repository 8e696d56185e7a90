import type { ModPermission } from './access.js';

/**
 * The requirement of an operation, in addition to a credential with its scopes:
 * - anyone: nothing, not even a credential
 * - account: nothing further; it works on the account's own data
 * - session: a browser session
 * - program: a credential with its own scopes, not a browser session
 * - a permission: a role in the mod's team with this permission
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

/** The fixed facts of an operation that needs a credential, or that writes. */
export interface OperationRow {
  readonly needs: Need;
  /** Whether a caller without the permission gets a 404, even a member of the team. */
  readonly isHidden: boolean;
  /**
   * For staff operations: whether tokens also need a recent second factor, like sessions always do.
   */
  readonly needsSecondFactor: boolean;
  /** For writes: the kind of object that the audit log records for a forbidden write. */
  readonly target: string | null;
  /** The argument with the id of that object, as a path such as `input.modId`, or null. */
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

/** Only members who may upload or read review states may know about uploads. */
const hidden = (row: OperationRow): OperationRow => ({ ...row, isHidden: true });

const steppedUp = (row: OperationRow): OperationRow => ({ ...row, needsSecondFactor: true });

/**
 * Every field of the schema that needs a credential, and every mutation. A test compares each row
 * with the behaviour of the service, for all roles and scopes (`docs/generated/permissions.md`).
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
