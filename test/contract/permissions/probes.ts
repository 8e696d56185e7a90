import { randomUUID } from 'node:crypto';

/** Ids of one mod with a version, a cover and an upload that was cancelled. */
export interface Things {
  readonly modId: string;
  readonly versionId: string;
  readonly coverId: string;
  readonly uploadId: string;
  /** Another owner, and somebody who is in no team. */
  readonly ownerId: string;
  readonly outsiderId: string;
  /** Nobody's. */
  readonly noId: string;
}

/**
 * The arguments with which each operation is asked. Whoever is let in is refused after that for
 * another reason, or changes nothing: so every question finds the same world.
 */
export const PROBES: Readonly<Record<string, (things: Things) => string>> = {
  createModDraft: () =>
    '(input: { gameSlug: "nothing", title: { en: "x" }, description: { en: "x" } })',
  updateModDraft: ({ modId }) => `(id: "${modId}", input: {}, expectedEtag: "stale")`,
  createModVersion: ({ modId }) => `(modId: "${modId}", input: { version: "" })`,
  updateModVersion: ({ modId, versionId }) =>
    `(modId: "${modId}", versionId: "${versionId}", input: {}, expectedEtag: "stale")`,
  publishModVersion: ({ modId, versionId }) => `(modId: "${modId}", versionId: "${versionId}")`,
  createModFallbackCover: ({ modId }) => `(modId: "${modId}")`,
  modPicture: ({ modId, coverId }) => `(modId: "${modId}", id: "${coverId}")`,
  validateUploadRequest: declared,
  createUploadSession: declared,
  renewUploadSession: ofUpload,
  signUploadParts: ({ uploadId }) => `(id: "${uploadId}", partNumbers: [1])`,
  completeUploadSession: ({ uploadId }) => `(id: "${uploadId}", input: {})`,
  abortUploadSession: ofUpload,
  getUploadSession: ofUpload,
  listUploadSessions: () => '',
  approveUpload: ofUpload,
  rejectUpload: ofUpload,
  resolveDownload: () => `(artifactId: "${randomUUID()}")`,
  listDownloadGrants: () => '',
  grantEntitlement: ({ outsiderId }) => `(userId: "${outsiderId}", kind: mod)`,
  revokeEntitlement: ({ outsiderId }) => `(userId: "${outsiderId}", kind: mod)`,
  listModTeamMembers: ({ modId }) => `(modId: "${modId}")`,
  modTeamMember: ({ modId, ownerId }) => `(modId: "${modId}", userId: "${ownerId}")`,
  setModTeamMember: ({ modId, ownerId }) =>
    `(modId: "${modId}", userId: "${ownerId}", role: owner)`,
  removeModTeamMember: ({ modId, outsiderId }) => `(modId: "${modId}", userId: "${outsiderId}")`,
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

function ofUpload({ uploadId }: Things): string {
  return `(id: "${uploadId}")`;
}

function ofNothing({ noId }: Things): string {
  return `(id: "${noId}")`;
}

function declared({ modId, versionId }: Things): string {
  return `(input: { modId: "${modId}", versionId: "${versionId}", filename: "a.zip", sizeBytes: 1 })`;
}
