import { aboutNothing, type Operations } from './operation.js';

/** Operations of admins and moderators, in GraphQL only. */
export const staff: Operations = {
  listModEntitlements: { probe: ({ modId }) => `(modId: "${modId}")` },
  grantEntitlement: {
    probe: ({ outsiderId }) => `(userId: "${outsiderId}", kind: mod)`,
  },
  revokeEntitlement: {
    probe: ({ outsiderId }) => `(userId: "${outsiderId}", kind: mod)`,
  },
  blockHash: {
    probe: () => '(input: { sha256: "", name: "x" })',
  },
  unblockHash: {
    probe: aboutNothing,
  },
  listBlockedHashes: {
    probe: () => '',
  },
  rescanBlobs: {
    probe: () => '(sha256: "")',
  },
  clearBlob: {
    probe: () => '(sha256: "", note: "x")',
  },
  listBlobScans: {
    probe: () => `(sha256: "${'0'.repeat(64)}")`,
  },
  addSynonymGroup: {
    probe: () => '(input: { terms: [] })',
  },
  updateSynonymGroup: {
    probe: ({ noId }) => `(id: "${noId}", terms: ["a", "b"], expectedEtag: "")`,
  },
  removeSynonymGroup: {
    probe: aboutNothing,
  },
  listSynonymGroups: {
    probe: () => '',
  },
  reportMod: {
    probe: ({ modId }) => `(input: { modId: "${modId}", reason: other, text: "" })`,
  },
  listModReports: {
    probe: () => '',
  },
  modReport: {
    probe: aboutNothing,
  },
  decideModReport: {
    probe: ({ noId }) => `(id: "${noId}", uphold: true, statement: "x")`,
  },
  reportDecision: {
    probe: ({ reportId }) => `(id: "${reportId}")`,
  },
  appealModReport: {
    probe: ({ reportId }) => `(id: "${reportId}", text: "")`,
  },
  writtenModSummary: {
    probe: ({ modId }) => `(modId: "${modId}")`,
  },
  modTakedown: {
    probe: ({ modId }) => `(modId: "${modId}")`,
  },
  listMyTakedowns: {
    probe: () => '',
  },
  moderatedMod: {
    probe: ({ noId }) => `(modId: "${noId}")`,
  },
  takeDownMod: {
    probe: ({ noId }) => `(modId: "${noId}", reason: "x")`,
  },
  liftModTakedown: {
    probe: ({ noId }) => `(modId: "${noId}")`,
  },
  listManagedUsers: {
    probe: () => '',
  },
  managedUser: {
    probe: aboutNothing,
  },
  setUserRole: {
    probe: ({ noId }) => `(id: "${noId}", role: user)`,
  },
  blockUser: {
    probe: ({ noId }) => `(id: "${noId}", reason: "x")`,
  },
  unblockUser: {
    probe: aboutNothing,
  },
  listAuditEntries: {
    probe: () => '',
  },
  listManagedGames: {
    probe: () => '',
  },
  managedGame: {
    probe: aboutNothing,
  },
  createGame: {
    probe: () => '(input: { slug: "", name: "" })',
  },
  updateGame: {
    probe: ({ noId }) => `(id: "${noId}", input: {}, expectedEtag: "stale")`,
  },
  createCategory: {
    probe: ({ noId }) => `(input: { gameId: "${noId}", slug: "c", name: "C" })`,
  },
  renameCategory: {
    probe: ({ noId }) => `(id: "${noId}", name: "C", expectedEtag: "stale")`,
  },
  systemStatus: {
    probe: () => '',
  },
};
