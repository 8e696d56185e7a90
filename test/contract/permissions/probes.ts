import { randomUUID } from 'node:crypto';

/** Ids of one mod with a version, a cover, a cancelled upload and a reference. */
export interface Things {
  readonly modId: string;
  readonly versionId: string;
  /** A version that was published and then withdrawn. */
  readonly releasedId: string;
  readonly coverId: string;
  readonly uploadId: string;
  /** The id of a reference whose validation is pending. */
  readonly validationId: string;
  /** Another owner, and a user without a team. */
  readonly ownerId: string;
  readonly outsiderId: string;
  /** An id that does not exist. */
  readonly noId: string;
}

/**
 * The arguments for each operation. An allowed caller then gets another refusal or changes nothing,
 * so that every question meets the same world.
 */
export const PROBES: Readonly<Record<string, (things: Things) => string>> = {
  createModDraft: () =>
    '(input: { gameSlug: "nothing", title: { en: "x" }, description: { en: "x" } })',
  updateModDraft: ({ modId }) => `(id: "${modId}", input: {}, expectedEtag: "stale")`,
  modFallback: ({ modId }) => `(modId: "${modId}")`,
  setModFallback: ({ modId }) => `(modId: "${modId}", isAllowed: true)`,
  createModVersion: ({ modId }) => `(modId: "${modId}", input: { version: "" })`,
  updateModVersion: ({ modId, versionId }) =>
    `(modId: "${modId}", versionId: "${versionId}", input: {}, expectedEtag: "stale")`,
  publishModVersion: ({ modId, versionId }) => `(modId: "${modId}", versionId: "${versionId}")`,
  rollbackModVersion: ({ modId, versionId }) => `(modId: "${modId}", versionId: "${versionId}")`,
  archiveModVersion: ofVersion,
  withdrawModVersion: ofVersion,
  restoreModVersion: ofVersion,
  // The callers have no second factor, which the deletion of a published version requires.
  deleteModVersion: ({ releasedId }) => `(id: "${releasedId}")`,
  deleteMod: ({ modId }) => `(id: "${modId}")`,
  takeDownModVersion: ofVersion,
  liftModVersionTakedown: ofVersion,
  mayRegisterExternalArtifact: ({ modId }) => `(modId: "${modId}")`,
  registerExternalArtifact: ({ modId, versionId }) =>
    `(modId: "${modId}", versionId: "${versionId}", input: ${EXTERNAL})`,
  getExternalArtifact: ({ validationId }) => `(validationJobId: "${validationId}")`,
  getExternalArtifactValidationJob: ({ validationId }) => `(id: "${validationId}")`,
  createModFallbackCover: ({ modId }) => `(modId: "${modId}")`,
  listModMedia: ({ modId }) => `(modId: "${modId}")`,
  mayAddModMedia: ({ modId }) => `(modId: "${modId}", expectedEtag: "stale")`,
  addModMedia: ({ modId }) =>
    `(modId: "${modId}", file: $file, input: { kind: gallery }, expectedEtag: "stale")`,
  updateModMedia: ({ modId, coverId }) =>
    `(modId: "${modId}", id: "${coverId}", input: {}, expectedEtag: "stale")`,
  deleteModMedia: ({ modId, coverId }) => `(modId: "${modId}", id: "${coverId}")`,
  removeModPicture: ({ modId, coverId }) => `(modId: "${modId}", id: "${coverId}")`,
  modPicture: ({ modId, coverId }) => `(modId: "${modId}", id: "${coverId}")`,
  validateUploadRequest: declared,
  createUploadSession: declared,
  renewUploadSession: ofUpload,
  signUploadParts: ({ uploadId }) => `(id: "${uploadId}", partNumbers: [1])`,
  completeUploadSession: ({ uploadId }) => `(id: "${uploadId}", input: {})`,
  abortUploadSession: ofUpload,
  getUploadSession: ofUpload,
  listUploadSessions: () => '',
  getUploadReview: ofUpload,
  listUploadReviews: () => '',
  uploadReviewEntry: ofUpload,
  claimUploadReview: ofUpload,
  releaseUploadReview: ofUpload,
  noteUploadReview: ({ uploadId }) => `(id: "${uploadId}", text: "Looked at.")`,
  approveUpload: ofUpload,
  rejectUpload: ofUpload,
  resolveDownload: () => `(artifactId: "${randomUUID()}")`,
  resolveDownloadFallback: () =>
    `(artifactId: "${randomUUID()}", input: { downloadSessionId: "${randomUUID()}" })`,
  listDownloadGrants: () => '',
  grantEntitlement: ({ outsiderId }) => `(userId: "${outsiderId}", kind: mod)`,
  revokeEntitlement: ({ outsiderId }) => `(userId: "${outsiderId}", kind: mod)`,
  blockHash: () => '(input: { sha256: "", name: "x" })',
  unblockHash: ofNothing,
  listBlockedHashes: () => '',
  rescanBlobs: () => '(sha256: "")',
  clearBlob: () => '(sha256: "", note: "x")',
  listBlobScans: () => `(sha256: "${'0'.repeat(64)}")`,
  listModTeamMembers: ({ modId }) => `(modId: "${modId}")`,
  modTeamMember: ({ modId, ownerId }) => `(modId: "${modId}", userId: "${ownerId}")`,
  setModTeamMember: ({ modId, ownerId }) =>
    `(modId: "${modId}", userId: "${ownerId}", role: owner)`,
  removeModTeamMember: ({ modId, outsiderId }) => `(modId: "${modId}", userId: "${outsiderId}")`,
  listAgentGatewayTools: () => '',
  // The tests of each tool cover its other requirements.
  runAgentGatewayTool: () => '(input: { tool: "nothing", input: {} })',
  repeatAgentGatewayRun: ofNothing,
  listAuditEntries: () => '',
  getMe: () => '',
  listMyResources: () => '',
  getMyProfile: () => '',
  updateMyProfile: () => '(input: {})',
  listApiKeys: () => '',
  getApiKeyCapabilities: () => '',
  createApiKey: () => '(input: { name: "", scopes: [] })',
  rotateApiKey: ofNothing,
  revokeApiKey: ofNothing,
  listWebhookSubscriptions: () => '',
  getWebhookSubscription: ofNothing,
  createWebhookSubscription: () => '(input: { url: "", eventKinds: [] })',
  updateWebhookSubscription: ({ noId }) => `(id: "${noId}", input: {})`,
  deleteWebhookSubscription: ofNothing,
  rotateWebhookSubscriptionSecret: ofNothing,
  listWebhookDeliveries: () => '',
  webhookDelivery: ofNothing,
  webhookRedelivery: ofNothing,
  redeliverWebhookDelivery: ofNothing,
  openAccountKey: () => '',
  revealAccountKey: () => '',
  rotateAccountKey: () => '',
  myApps: () => '',
  app: ofNothing,
  myAppGrants: () => '',
  registerApp: () => '(input: { kind: public, name: "", redirectUris: [], scopes: [] })',
  updateApp: ({ noId }) => `(id: "${noId}", input: {}, expectedEtag: "stale")`,
  rotateAppSecret: ({ noId }) => `(id: "${noId}", expectedEtag: "stale")`,
  deleteApp: ofNothing,
  submitAppForReview: ofNothing,
  revokeAppGrant: ofNothing,
  appsUnderReview: () => '',
  reviewApp: ({ noId }) => `(id: "${noId}", input: { decision: reject }, expectedEtag: "stale")`,
  disableApp: ofNothing,
  enableApp: ofNothing,
};

/** A file of a provider that does not exist. */
const EXTERNAL = `{ locator: { provider: "nobody" }, expectedSizeBytes: 1, filename: "a.zip",
  contentType: "application/zip", expectedHashes: { sha256: "x" }, provenance: { importer: "x" } }`;

function ofVersion({ versionId }: Things): string {
  return `(id: "${versionId}")`;
}

function ofUpload({ uploadId }: Things): string {
  return `(id: "${uploadId}")`;
}

function ofNothing({ noId }: Things): string {
  return `(id: "${noId}")`;
}

function declared({ modId, versionId }: Things): string {
  return `(input: { modId: "${modId}", versionId: "${versionId}", filename: "a.zip", sizeBytes: 1 })`;
}
